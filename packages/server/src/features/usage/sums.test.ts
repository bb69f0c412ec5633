import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { dropPartitions, makePartitions } from '../../platform/usage-partitions.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { checkUsage, foldUsage, rebuildUsage } from './index.ts';
import { listUsage } from './queries/read.ts';

// Rows are summed once older transactions have ended, and PostgreSQL counts those of every database of a server.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ alone: true });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.pool.query('truncate usage_records, usage_day; update usage_fold set mark = 0, checked_at = null');
});

const db = () => database.db;
let made = 0;
/** Stores rows of one organization. `at` is an SQL expression. */
const record = (count: number, at = 'now()', by: Pick<TestDatabase['pool'], 'query'> = database.pool) => {
  made += 1;
  return by.query(
    `insert into usage_records (at, job_id, operation, organization_id, mode, outcome)
     select ${at}, 'job_${made}_' || n, 'verification', 'org_a', 'live', 'completed' from generate_series(1, $1::int) n`,
    [count],
  );
};
const filter = { from: '2000-01-01', to: undefined, operation: undefined, keyId: undefined };
const completed = async () => {
  const page = { limit: 100, offset: 0, basis: 'nothing' } as const;
  const { rows } = await listUsage(db(), { organizationId: 'org_a', sandboxOnly: false }, filter, page);
  return rows.reduce((sum, row) => sum + row.completed, 0);
};
const summed = async () => {
  const { rows } = await database.pool.query<{ n: number }>(
    'select coalesce(sum(completed), 0)::int as n from usage_day',
  );
  return rows[0]?.n;
};

describe('the sums of usage', () => {
  it('are exact with the rows since, whichever of them are summed, and are added to once', async () => {
    await record(3);
    expect([await completed(), await summed()]).toEqual([3, 0]);
    await foldUsage(db());
    await foldUsage(db());
    expect([await completed(), await summed()]).toEqual([3, 3]);
    await record(2);
    expect([await completed(), await summed()]).toEqual([5, 3]);
    await foldUsage(db());
    expect([await completed(), await summed()]).toEqual([5, 5]);
  });

  it('leave out nothing that a slower transaction wrote before faster ones', async () => {
    const slow = await database.pool.connect();
    await slow.query('begin');
    await record(1, 'now()', slow);
    await record(2);
    await foldUsage(db());
    expect(await completed()).toBe(2);
    await slow.query('commit');
    slow.release();
    expect(await completed()).toBe(3);
    await foldUsage(db());
    expect([await completed(), await summed()]).toEqual([3, 3]);
  });

  it('are added to by one of several processes at a time', async () => {
    await record(50);
    await Promise.all(Array.from({ length: 5 }, () => foldUsage(db())));
    await foldUsage(db());
    expect(await summed()).toBe(50);
  });

  it('are compared with the rows, a difference is an error, and a rebuild mends it', async () => {
    await record(4);
    await foldUsage(db());
    await record(1);
    const lines: string[] = [];
    const log = createLog({ level: 'error', write: (line) => void lines.push(line) });
    const found = async () => {
      await database.pool.query('update usage_fold set checked_at = null');
      await checkUsage(db(), log);
      const { rows } = await database.pool.query<{ differences: number }>('select differences from usage_fold');
      return rows[0]?.differences;
    };
    expect([await found(), lines]).toEqual([0, []]);
    await database.pool.query('update usage_day set completed = completed + 1');
    await database.pool.query(
      `insert into usage_day (organization_id, day, operation, mode, completed, failed)
       select 'org_b', day, operation, mode, 1, 0 from usage_day`,
    );
    expect(await found()).toBe(2);
    expect(lines.join()).toContain('sums of usage differ');
    await rebuildUsage(db());
    expect([await found(), await completed(), await summed()]).toEqual([0, 5, 4]);
  });

  it('are checked once a day, however many processes ask', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'error', write: (line) => void lines.push(line) });
    await checkUsage(db(), log);
    await record(1);
    await foldUsage(db());
    await database.pool.query('delete from usage_day');
    await checkUsage(db(), log);
    expect(lines).toEqual([]);
  });

  it('are right again after a restore on a server with lower transaction numbers', async () => {
    await record(2);
    await foldUsage(db());
    await record(3);
    await database.pool.query(`update usage_records set txid = txid + 1000000000`);
    await database.pool.query(`update usage_fold set mark = mark + 1000000000`);
    await record(1);
    await expect(foldUsage(db())).rejects.toThrow('revera usage rebuild');
    await rebuildUsage(db());
    await foldUsage(db());
    expect([await completed(), await summed()]).toEqual([6, 6]);
  });
});

describe('the months of rows', () => {
  const months = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'usage_records'::regclass order by 1`,
    );
    return rows.map(({ name }) => name);
  };

  it('are made ahead, taken by rows of their time, and dropped when their time is over', async () => {
    const at = new Date('2031-11-15T12:00:00Z');
    expect(await makePartitions(db(), at)).toEqual([
      'usage_records_2031_11',
      'usage_records_2031_12',
      'usage_records_2032_01',
    ]);
    expect(await makePartitions(db(), at)).toEqual([]);
    await record(1, `timestamptz '2031-12-31 23:59:59.999999Z'`);
    await record(2, `timestamptz '2032-01-01 00:00:00Z'`);
    const { rows } = await database.pool.query(
      `select tableoid::regclass::text as name, count(*)::int from usage_records group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { name: 'usage_records_2031_12', count: 1 },
      { name: 'usage_records_2032_01', count: 2 },
    ]);
    await expect(record(1, `timestamptz '2032-02-01 00:00:00Z'`)).rejects.toThrow('no partition');
    // Rows that are in no sum yet keep their month.
    const later = new Date('2033-03-01T00:00:00Z');
    expect(await dropPartitions(db(), 14, later)).not.toContain('usage_records_2031_12');
    await foldUsage(db());
    expect(await dropPartitions(db(), 14, later)).toEqual(['usage_records_2031_12']);
    expect(await months()).toContain('usage_records_2032_01');
    expect(await months()).not.toContain('usage_records_2031_12');
    expect(await completed()).toBe(3);
  });

  it('are made by one of several processes', async () => {
    const at = new Date('2035-01-01T00:00:00Z');
    const answers = await Promise.all(Array.from({ length: 4 }, () => makePartitions(db(), at)));
    expect(new Set(answers.flat()).size).toBe(3);
    expect((await months()).filter((name) => name.includes('2035'))).toHaveLength(3);
  });
});

describe('a period', () => {
  it.each([
    [null, '2026-11-23T10:00:00Z', '2026-11-01', '2026-12-01'],
    [null, '2026-12-31T23:59:59Z', '2026-12-01', '2027-01-01'],
    ['2026-01-31T15:00:00Z', '2026-02-27T23:59:59Z', '2026-01-31', '2026-02-28'],
    ['2026-01-31T15:00:00Z', '2026-02-28T00:00:00Z', '2026-02-28', '2026-03-31'],
    ['2026-01-31T15:00:00Z', '2026-03-30T00:00:00Z', '2026-02-28', '2026-03-31'],
    ['2026-01-31T15:00:00Z', '2026-03-31T00:00:00Z', '2026-03-31', '2026-04-30'],
    ['2026-11-23T23:00:00Z', '2026-11-23T23:30:00Z', '2026-11-23', '2026-12-23'],
    ['2024-02-29T00:00:00Z', '2025-02-28T00:00:00Z', '2025-02-28', '2025-03-29'],
  ])('that began on %s is at %s the one from %s to %s', async (anchor, instant, start, end) => {
    const { rows } = await database.pool.query<{ period_start: Date; period_end: Date }>(
      'select * from usage_period($1::timestamptz, $2::timestamptz)',
      [anchor, instant],
    );
    expect(rows).toEqual([{ period_start: new Date(start), period_end: new Date(end) }]);
  });
});
