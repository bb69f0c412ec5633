import { describe, expect, it } from 'vitest';
import { MAIL_ATTEMPTS, mailRetryDelayMs } from './rules.ts';

describe('mailRetryDelayMs', () => {
  it.each([
    [1, 5],
    [2, 60],
    [3, 300],
    [4, 1_800],
    [5, 7_200],
    [6, 21_600],
    [13, 21_600],
  ])('after attempt %i: %i s', (attempt, seconds) => {
    expect(mailRetryDelayMs(attempt)).toBe(seconds * 1000);
  });

  it('spreads the attempts over two days', () => {
    const delays = Array.from({ length: MAIL_ATTEMPTS - 1 }, (_, at) => mailRetryDelayMs(at + 1));
    const hours = delays.reduce((sum, delay) => sum + delay) / 3_600_000;
    expect(hours).toBeGreaterThan(48);
    expect(hours).toBeLessThan(52);
  });
});
