import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Database } from './database.ts';
import type { Log } from './log.ts';

/** The database and the migration files do not match. The named file changed nothing. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

export interface MigrateOptions {
  database: Pick<Database, 'connectClient'>;
  /** The folder of the `NNNN_name.sql` files. */
  directory: string;
  log: Log;
}

interface MigrationFile {
  version: number;
  name: string;
  sha256: string;
  text: string;
}

/**
 * Brings the schema to the state of the files: each new file in a transaction of its own, in order, once, however many
 * processes start together. Only forward: an applied file never changes.
 *
 * @returns the names of the files that were applied now.
 * @throws MigrationError when an applied file changed or is missing, or the database is newer than the program.
 */
export async function migrate(options: MigrateOptions): Promise<{ applied: string[] }> {
  const files = await readMigrations(options.directory);
  // A separate connection: waiting for another process's migrations, and running ours, may take any time.
  const client = await options.database.connectClient({ answerMs: null });
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
    const applied: string[] = [];
    for (const file of await findPending(client, files)) {
      await applyMigration(client, file);
      options.log.info({ migration: file.name }, 'migration applied');
      applied.push(file.name);
    }
    return { applied };
  } finally {
    // The lock ends with the session.
    await client.end();
  }
}

async function readMigrations(directory: string): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted();
  if (names.length === 0) throw new MigrationError(`no migrations in ${directory}`);
  return Promise.all(
    names.map(async (name, index) => {
      const version = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
      if (version !== index + 1) {
        throw new MigrationError(`migration ${name}: names are NNNN_name.sql, numbered from 0001 without a gap`);
      }
      // A checkout may have changed the line ends; the statements are the same.
      const text = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n');
      return { version, name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function findPending(client: pg.Client, files: MigrationFile[]): Promise<MigrationFile[]> {
  const { rows: known } = await client.query<{ made: boolean }>(
    `select to_regclass('schema_migration') is not null as made`,
  );
  // Not "if not exists", which needs the right to create tables even when there is nothing to create.
  if (known[0]?.made !== true) {
    await client.query(`create table schema_migration (
      version int primary key,
      name text not null,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`);
  }
  const { rows } = await client.query<{ version: number; name: string; sha256: string }>(
    'select version, name, sha256 from schema_migration order by version',
  );
  for (const [index, row] of rows.entries()) {
    const file = files[index];
    if (!file) {
      throw new MigrationError(
        `The database is newer than this program: it has migration ${row.name}. Start the newer version of the program.`,
      );
    }
    if (row.version !== file.version || row.name !== file.name || row.sha256 !== file.sha256) {
      throw new MigrationError(
        `Migration ${file.name} changed after it was applied (as ${row.name}). Restore the file, and write a new migration.`,
      );
    }
  }
  return files.slice(rows.length);
}

async function applyMigration(client: pg.Client, file: MigrationFile): Promise<void> {
  try {
    await client.query('begin');
    await client.query(file.text);
    await client.query('insert into schema_migration (version, name, sha256) values ($1, $2, $3)', [
      file.version,
      file.name,
      file.sha256,
    ]);
    await client.query('commit');
  } catch (error) {
    throw new MigrationError(
      `migration ${file.name} failed: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}
