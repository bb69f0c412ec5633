import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from './database.ts';
import { silentLog } from './log.ts';
import { migrate, MigrationError } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createTestDatabase();
  await database.pool.query('drop schema public cascade; create schema public');
  directory = mkdtempSync(join(tmpdir(), 'revera-migrations-'));
  put('0001_first.sql', 'create table first (n int); insert into first values (1);');
});
afterEach(async () => {
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});

const put = (name: string, text: string) => writeFileSync(join(directory, name), text);
const run = (on: Database = database) => migrate({ database: on, directory, log: silentLog });

describe('migrate', () => {
  it('applies each file once, in order', async () => {
    put('0002_second.sql', 'insert into first values (2);');
    expect(await run()).toEqual({ applied: ['0001_first.sql', '0002_second.sql'] });
    expect(await run()).toEqual({ applied: [] });
    put('0003_third.sql', 'insert into first values (3);');
    expect(await run()).toEqual({ applied: ['0003_third.sql'] });
    expect((await database.pool.query('select n from first')).rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('applies once when several processes start together', async () => {
    const others = await Promise.all(
      [1, 2, 3, 4].map(() => connectDatabase({ connectionString: database.url }, { log: silentLog })),
    );
    const results = await Promise.all(others.map((other) => run(other)));
    expect(results.flatMap((result) => result.applied)).toEqual(['0001_first.sql']);
    expect((await database.pool.query('select n from first')).rowCount).toBe(1);
    await Promise.all(others.map((other) => other.close()));
  });

  it('leaves nothing of a file that fails, and can go on after it was corrected', async () => {
    put('0002_second.sql', 'create table second (n int); select 1 / 0;');
    await expect(run()).rejects.toThrow(/0002_second\.sql failed: division by zero/);
    put('0002_second.sql', 'create table second (n int);');
    expect(await run()).toEqual({ applied: ['0002_second.sql'] });
  });

  it('does not mind other line ends', async () => {
    put('0002_second.sql', 'select 1;\nselect 2;\n');
    await run();
    put('0002_second.sql', 'select 1;\r\nselect 2;\r\n');
    expect(await run()).toEqual({ applied: [] });
  });

  it('refuses a file that changed after it was applied', async () => {
    await run();
    put('0001_first.sql', 'create table first (n bigint);');
    await expect(run()).rejects.toThrow(/0001_first\.sql changed after it was applied/);
  });

  it('refuses a database that is newer than the program', async () => {
    put('0002_second.sql', 'select 1;');
    await run();
    rmSync(join(directory, '0002_second.sql'));
    await expect(run()).rejects.toThrow(/newer than this program: it has migration 0002_second\.sql/);
  });

  it.each(['0003_gap.sql', '0001_twice.sql', 'later.sql', '0002-Other.sql'])(
    'refuses the file name %s',
    async (name) => {
      put(name, 'select 1;');
      await expect(run()).rejects.toThrow(MigrationError);
    },
  );

  it('refuses an empty folder', async () => {
    rmSync(join(directory, '0001_first.sql'));
    await expect(run()).rejects.toThrow(/no migrations/);
  });
});
