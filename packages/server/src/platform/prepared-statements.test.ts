import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from './database.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import { createStatementNames, PREPARED } from './prepared-statements.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const keys = (db: Db, burst: number) =>
  db.selectFrom('rate_limit').select('key').where('tokens', '<', burst).modifyEnd(PREPARED).execute();

/** How often each statement that this connection has prepared was sent: by a plan of its own, or by one for all values. */
async function preparedOn(db: Db): Promise<{ statement: string; sent: number }[]> {
  const { rows } = await sql<{ statement: string; sent: number }>`
    select statement, (generic_plans + custom_plans)::int as sent from pg_prepared_statements`.execute(db);
  return rows;
}

describe('a prepared statement', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is parsed once for a connection, and any other statement each time', async () => {
    await database.db.connection().execute(async (db) => {
      await db.selectFrom('rate_limit').select('key').execute();
      for (const burst of [1, 2, 3]) await keys(db, burst);
      const prepared = await preparedOn(db);
      expect(prepared.map(({ sent }) => sent)).toEqual([3]);
      expect(prepared[0]?.statement).toMatch(/"tokens" < \$1 .*prepared/);
    });
  });

  it('goes on answering when its table has changed since', async () => {
    await database.db.connection().execute(async (db) => {
      await sql`insert into rate_limit (key, tokens, at) values ('one', 1, now())`.execute(db);
      expect(await keys(db, 5)).toEqual([{ key: 'one' }]);
      await sql`alter table rate_limit add column later int`.execute(database.db);
      await sql`drop index rate_limit_at`.execute(database.db);
      expect(await keys(db, 5)).toEqual([{ key: 'one' }]);
    });
  });
});

describe('the names of statements', () => {
  const marked = (text: string) => `${text} /* prepared */`;

  it('are given to marked texts only, the same to the same text, and another to every other', () => {
    const nameOf = createStatementNames();
    expect(nameOf('select 1')).toBeUndefined();
    expect(nameOf('select /* prepared */ 1')).toBeUndefined();
    const one = nameOf(marked('select 1'));
    expect(one).toBeDefined();
    expect(nameOf(marked('select 2'))).not.toBe(one);
    expect(nameOf(marked('select 1'))).toBe(one);
  });

  it('end when there are too many', () => {
    const nameOf = createStatementNames();
    const names = Array.from({ length: PLATFORM_LIMITS.preparedStatements }, (_, n) => nameOf(marked(`select ${n}`)));
    expect(new Set(names).size).toBe(PLATFORM_LIMITS.preparedStatements);
    expect(names).not.toContain(undefined);
    expect(nameOf(marked('select -1'))).toBeUndefined();
    expect(nameOf(marked('select 0'))).toBe(names[0]);
  });
});
