import { describe, expect, it } from 'vitest';
import { fixedClock } from '../../../platform/clock.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';

const open = () => {
  const clock = fixedClock('2026-11-20T10:00:00Z');
  return { clock, breaker: createCircuitBreaker(clock) };
};

describe('the circuit breaker', () => {
  it('opens after five failures within thirty seconds, and not of older ones', () => {
    const { clock, breaker } = open();
    for (let failure = 0; failure < 4; failure += 1) breaker.failed();
    clock.advance(30_000);
    breaker.failed();
    expect(breaker.admits()).toBe(true);
    for (let failure = 0; failure < 4; failure += 1) breaker.failed();
    expect(breaker.admits()).toBe(false);
  });

  it('forgets failures at a success', () => {
    const { breaker } = open();
    for (let round = 0; round < 3; round += 1) {
      for (let failure = 0; failure < 4; failure += 1) breaker.failed();
      breaker.succeeded();
    }
    expect(breaker.admits()).toBe(true);
  });

  it('lets one call through after its pause, whose success closes it', () => {
    const { clock, breaker } = open();
    for (let failure = 0; failure < 5; failure += 1) breaker.failed();
    clock.advance(30_000);
    expect([breaker.admits(), breaker.admits()]).toEqual([true, false]);
    breaker.succeeded();
    expect([breaker.admits(), breaker.admits()]).toEqual([true, true]);
  });

  it('does not stay open because the clock was set back', () => {
    const { clock, breaker } = open();
    for (let failure = 0; failure < 5; failure += 1) breaker.failed();
    clock.advance(-3_600_000);
    expect(breaker.admits()).toBe(true);
  });
});
