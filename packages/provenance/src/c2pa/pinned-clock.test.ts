import { describe, expect, it } from 'vitest';
import { withPinnedClock } from './pinned-clock.ts';

const INSTANT = new Date('2031-05-06T07:08:09.123Z');

describe('a pinned clock', () => {
  it('answers the instant however the time is asked for, and other dates as ever', async () => {
    const seen = await withPinnedClock(INSTANT, () =>
      Promise.resolve([new Date().toISOString(), Date.now(), new Date(0).getTime(), new Date() instanceof Date]),
    );
    expect(seen).toEqual([INSTANT.toISOString(), INSTANT.getTime(), 0, true]);
  });

  it('goes on afterwards, also after a failure', async () => {
    const real = globalThis.Date;
    await expect(withPinnedClock(INSTANT, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(globalThis.Date).toBe(real);
  });
});
