import { describe, expect, it } from 'vitest';
import { fixedClock, systemClock } from './clock.ts';

describe('clocks', () => {
  it('stands still until advanced, and hands out its own dates', () => {
    const clock = fixedClock('2026-11-20T08:00:00.000Z');
    clock.now().setFullYear(1999);
    expect(clock.now().toISOString()).toBe('2026-11-20T08:00:00.000Z');
    clock.advance(1_500);
    expect(clock.now().toISOString()).toBe('2026-11-20T08:00:01.500Z');
  });

  it('refuses what is no time', () => {
    expect(() => fixedClock('soon')).toThrow(RangeError);
  });

  it('the system clock does not stand in the past', () => {
    expect(systemClock.now().getTime()).toBeGreaterThan(Date.UTC(2026, 0, 1));
  });
});
