import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { connectDatabase, type Database } from './database.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { silentLog } from './log.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS_DIRECTORY } from './migrations-directory.ts';
import { leasePath } from './server-lease.ts';

/** A database of its own for one test file, migrated and empty. */
export interface TestDatabase extends Database {
  /** For a process that the test starts (`DATABASE_URL`). */
  url: string;
  connection: pg.ClientConfig;
  /** The server's Unix socket, for a network between. */
  socketPath: string;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** The server's migrations, by default. */
  migrations?: string;
  poolMax?: number;
  /** In a server of its own (some seconds): for what the transactions of other databases of a server can hold back. */
  alone?: boolean;
}

/**
 * A fresh database in the test run's own PostgreSQL, copied from a migrated template (some 30 ms). The first caller of
 * the process, whichever thread it is in, starts the server (about a second); it ends, and its files are removed, when
 * the process has ended.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const migrations = options.migrations ?? MIGRATIONS_DIRECTORY;
  const own = options.alone === true ? `-${randomBytes(8).toString('hex')}` : '';
  const dataDir = join(tmpdir(), `revera-test-${process.pid}${own}`);
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, durable: false });
  try {
    const admin = new pg.Client(server.connection);
    await admin.connect();
    try {
      const template = await ensureTemplate(admin, server, migrations, dataDir);
      const name = `test_${randomBytes(8).toString('hex')}`;
      await admin.query(`create database ${name} template ${template} strategy file_copy`);
      const connection = { ...server.connection, database: name };
      const database = await connectDatabase(connection, { log: silentLog, poolMax: options.poolMax });
      return {
        ...database,
        url: databaseUrl(server, name),
        connection,
        socketPath: join(connection.host ?? '', '.s.PGSQL.5432'),
        drop: () => dropDatabase(server, database, name),
      };
    } finally {
      await admin.end();
    }
  } catch (error) {
    server.release();
    throw error;
  }
}

async function dropDatabase(server: EmbeddedPostgres, database: Database, name: string): Promise<void> {
  await database.close();
  const admin = new pg.Client(server.connection);
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
  server.release();
}

function databaseUrl(server: EmbeddedPostgres, name: string): string {
  const { host, user } = server.connection;
  return `postgres://${user}@/${name}?host=${encodeURIComponent(host ?? '')}`;
}

/** Named by the content of the migrations, so that a changed migration never meets an old template. */
async function ensureTemplate(
  admin: pg.Client,
  server: EmbeddedPostgres,
  migrations: string,
  dataDir: string,
): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(migrations)).toSorted())
    hash.update(name).update(await readFile(join(migrations, name)));
  const template = `template_${hash.digest('hex').slice(0, 16)}`;
  const exists = async () =>
    (await admin.query('select from pg_database where datname = $1', [template])).rowCount === 1;
  if (await exists()) return template;
  await admin.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.testTemplate]);
  if (!(await exists())) {
    keepUntilProcessEnds(server, dataDir);
    await admin.query('drop database if exists template_in_the_making');
    await admin.query('create database template_in_the_making');
    const database = await connectDatabase(
      { ...server.connection, database: 'template_in_the_making' },
      { log: silentLog },
    );
    try {
      await migrate({ database, directory: migrations, log: silentLog });
    } finally {
      await database.close();
    }
    await admin.query(`alter database template_in_the_making rename to ${template}`);
  }
  await admin.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.testTemplate]);
  return template;
}

/**
 * Test threads come and go, and a thread's descriptors close with it; so a small process holds the server until the
 * whole test process is gone, then waits for the server's end and removes the files.
 */
const KEEPER = `
exec 9>"$2"
while kill -0 "$1" 2>/dev/null; do sleep 0.3; done
exec 9>&-
for i in $(seq 100); do [ -e "$2" ] || [ -e "$3/postgres/postmaster.pid" ] || break; sleep 0.1; done
rm -rf "$3"
`;

function keepUntilProcessEnds(server: EmbeddedPostgres, dataDir: string): void {
  const { host } = server.connection;
  if (host === undefined) throw new Error('the embedded server has no socket folder');
  const args = ['-c', KEEPER, 'test-database-keeper', String(process.pid), leasePath(host), dataDir];
  spawn('sh', args, { detached: true, stdio: 'ignore' }).unref();
}
