import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { chooseServerUser } from './embedded-user.ts';
import { runProgram } from './embedded-process.ts';
import { createLog, silentLog } from './log.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS_DIRECTORY } from './migrations-directory.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { until } from './test-process.ts';

describe('the values that queries answer', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('bigint is a number, timestamptz a Date, date and numeric their text', async () => {
    const { rows } = await database.pool.query(
      "select 9007199254740991::bigint a, '2026-11-20T08:00:00Z'::timestamptz b, '2026-11-20'::date c, 1.50::numeric d",
    );
    expect(rows).toEqual([
      { a: 9007199254740991, b: new Date('2026-11-20T08:00:00.000Z'), c: '2026-11-20', d: '1.50' },
    ]);
  });

  it.each(['select 9007199254740992::bigint', "select 'infinity'::timestamptz"])(
    'refuses to round: %s',
    async (query) => {
      await expect(database.pool.query(query)).rejects.toThrow(RangeError);
    },
  );

  it('gives each caller a database of its own, which a url reaches too', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await one.db.insertInto('installation').defaultValues().execute();
    expect(await two.db.selectFrom('installation').selectAll().execute()).toEqual([]);
    const again = await openDatabase({ databaseUrl: one.url, dataDir: '/unused', log: silentLog });
    expect(await again.db.selectFrom('installation').selectAll().execute()).toHaveLength(1);
    await again.close();
    await Promise.all([one.drop(), two.drop()]);
  });

  it('survives the loss of idle connections, and says so', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'warn', write: (line) => lines.push(line) });
    const other = await openDatabase({ databaseUrl: database.url, dataDir: '/unused', log });
    const { rows } = await other.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await until(() => lines.some((line) => line.includes('a database connection broke')));
    expect((await other.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await other.close();
  });
});

const serverVersions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
const systemBin = serverVersions
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find((bin) => existsSync(`${bin}/initdb`));

describe('a server of the operator (DATABASE_URL)', () => {
  it.skipIf(systemBin === undefined)(
    'is used with the same schema (skipped without a PostgreSQL of the system)',
    async () => {
      const dir = mkdtempSync(join(tmpdir(), 'revera-system-'));
      const user = chooseServerUser(dir);
      if (user) chownSync(dir, user.uid, user.gid);
      const run = async (program: string, args: string[]) => {
        const { status, output } = await runProgram(`${systemBin}/${program}`, args, user);
        expect(status, output).toBe(0);
      };
      await run('initdb', ['-D', `${dir}/data`, '-A', 'trust', '-U', 'app', '--no-sync']);
      await run('pg_ctl', [
        '-D',
        `${dir}/data`,
        '-w',
        '-l',
        `${dir}/log`,
        '-o',
        `-k ${dir} -c listen_addresses= -F`,
        'start',
      ]);
      try {
        const databaseUrl = `postgres://app@/postgres?host=${encodeURIComponent(dir)}`;
        const database = await openDatabase({ databaseUrl, dataDir: '/unused', log: silentLog });
        await migrate({ database, directory: MIGRATIONS_DIRECTORY, log: silentLog });
        expect(await database.db.selectFrom('account').selectAll().execute()).toEqual([]);
        await database.close();
      } finally {
        await run('pg_ctl', ['-D', `${dir}/data`, '-m', 'fast', 'stop']);
        rmSync(dir, { recursive: true, force: true });
      }
    },
  );

  it('that does not answer is an error at once, not at the first request', async () => {
    const databaseUrl = 'postgres://app@/postgres?host=%2Fnonexistent';
    await expect(openDatabase({ databaseUrl, dataDir: '/unused', log: silentLog })).rejects.toThrow(/ENOENT/);
  });
});
