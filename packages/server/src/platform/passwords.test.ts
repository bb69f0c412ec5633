import { describe, expect, it } from 'vitest';
import { AppError } from '../shared/app-error.ts';
import { createPasswords, DUMMY_HASH, PASSWORD_COST } from './passwords.ts';

const passwords = createPasswords();

describe('hashing passwords', () => {
  it('takes the password and no other, with a salt of its own', async () => {
    const [first, second] = await Promise.all([passwords.hashPassword('kettle'), passwords.hashPassword('kettle')]);
    expect(first).not.toBe(second);
    expect(await passwords.verifyPassword(first, 'kettle')).toBe(true);
    expect(await passwords.verifyPassword(first, 'kettlf')).toBe(false);
  });

  it('is Argon2id with the stated cost, also for who has no password', async () => {
    const { memoryCost, timeCost, parallelism } = PASSWORD_COST;
    const cost = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;
    expect(await passwords.hashPassword('kettle')).toContain(cost);
    expect(DUMMY_HASH).toContain(cost);
    expect(await passwords.verifyPassword(null, 'kettle')).toBe(false);
  });

  it('takes two ways of writing the same letters as one password', async () => {
    const stored = await passwords.hashPassword('caf\u00e9');
    expect(await passwords.verifyPassword(stored, 'cafe\u0301')).toBe(true);
  });
});

describe('many at once', () => {
  it('429 RATE_LIMITED for those that would wait too long; the others have their turn', async () => {
    const small = createPasswords({ parallel: 1, waiting: 2 });
    const settled = await Promise.allSettled(Array.from({ length: 5 }, () => small.verifyPassword(null, 'x')));
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    const [refused] = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'RATE_LIMITED', headers: { 'retry-after': '5' } });
    expect(await small.verifyPassword(null, 'x')).toBe(false);
  });

  it('goes on after one that failed', async () => {
    const small = createPasswords({ parallel: 1, waiting: 5 });
    const broken = small.verifyPassword('no hash', 'x');
    const next = small.verifyPassword(null, 'x');
    await expect(broken).rejects.toThrow();
    expect(await next).toBe(false);
  });
});
