import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADVISORY_LOCKS, tryWithLock } from './advisory-locks.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const run = (lock: keyof typeof ADVISORY_LOCKS, work: () => Promise<string>) =>
  tryWithLock(database, lock, work, () => 'refused');
const ran = () => Promise.resolve('ran');

describe('an advisory lock', () => {
  it('has a number that no other has', () => {
    const numbers = Object.values(ADVISORY_LOCKS);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('lets one at a time work, and keeps out nobody who wants another lock', async () => {
    const inside = await run('secretRotation', async () =>
      [await run('secretRotation', ran), await run('trustListFetch', ran)].join(),
    );
    expect(inside).toBe('refused,ran');
  });

  it('is free again when the work fails', async () => {
    await expect(run('secretRotation', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await run('secretRotation', ran)).toBe('ran');
  });
});
