import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from './database.ts';
import { silentLog } from './log.ts';
import { pruneBuckets, resetBucket, takeToken } from './rate-limit-store.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const HOURLY = 1 / 3600;
const age = (key: string, seconds: number) =>
  database.pool.query("update rate_limit set at = at - $2::float8 * interval '1 second' where key = $1", [
    key,
    seconds,
  ]);

describe('the token bucket', () => {
  it('lets exactly a burst of 20 through of 50 at once, over two pools', async () => {
    const other = await connectDatabase({ connectionString: database.url }, { log: silentLog });
    const decisions = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        takeToken(n % 2 ? database.db : other.db, { key: 'parallel', ratePerSecond: HOURLY, burst: 20 }),
      ),
    );
    expect(decisions.filter((decision) => decision.allowed)).toHaveLength(20);
    await other.close();
  });

  it('counts down, says when it refuses, and refills with time', async () => {
    const bucket = { key: 'count', ratePerSecond: HOURLY, burst: 2 };
    expect(await takeToken(database.db, bucket)).toMatchObject({ allowed: true, remaining: 1, retryAfterMs: 0 });
    expect(await takeToken(database.db, bucket)).toMatchObject({ allowed: true, remaining: 0 });
    const refused = await takeToken(database.db, bucket);
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    expect(refused.retryAfterMs).toBeGreaterThan(3_500_000);
    expect(refused.retryAfterMs).toBeLessThanOrEqual(3_600_000);
    expect(refused.resetMs).toBeGreaterThan(refused.retryAfterMs);

    await age('count', 3_600);
    expect(await takeToken(database.db, bucket)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await takeToken(database.db, bucket)).toMatchObject({ allowed: false });
  });

  it('takes several tokens or none, and says how many there are', async () => {
    const bucket = { key: 'several', ratePerSecond: HOURLY, burst: 5 };
    expect(await takeToken(database.db, { ...bucket, amount: 3 })).toMatchObject({ allowed: true, remaining: 2 });
    const refused = await takeToken(database.db, { ...bucket, amount: 3 });
    expect(refused).toMatchObject({ allowed: false, remaining: 2 });
    expect(refused.retryAfterMs).toBeGreaterThan(3_500_000);
    expect(refused.retryAfterMs).toBeLessThanOrEqual(3_600_000);
    expect(await takeToken(database.db, { ...bucket, amount: 2 })).toMatchObject({ allowed: true, remaining: 0 });
    const never = await takeToken(database.db, { ...bucket, amount: 6 });
    expect(never).toMatchObject({ allowed: false, remaining: 0 });
    expect(never.retryAfterMs).toBeLessThanOrEqual(5 * 3_600_000);
    expect(await takeToken(database.db, { ...bucket, key: 'never', amount: 6 })).toMatchObject({ allowed: false });
  });

  it('never holds more than a burst, however long it rested', async () => {
    const bucket = { key: 'rested', ratePerSecond: 20, burst: 40 };
    await takeToken(database.db, bucket);
    await age('rested', 86_400);
    expect(await takeToken(database.db, bucket)).toMatchObject({ allowed: true, remaining: 39 });
  });

  it('keeps keys apart, forgets one on request, and prunes those that rest', async () => {
    const bucket = { key: 'a', ratePerSecond: HOURLY, burst: 1 };
    await takeToken(database.db, bucket);
    expect(await takeToken(database.db, bucket)).toMatchObject({ allowed: false });
    expect(await takeToken(database.db, { ...bucket, key: 'b' })).toMatchObject({ allowed: true });
    await resetBucket(database.db, 'a');
    expect(await takeToken(database.db, bucket)).toMatchObject({ allowed: true });
    await age('b', 2 * 86_400);
    expect(await pruneBuckets(database.db)).toBe(1);
  });
});
