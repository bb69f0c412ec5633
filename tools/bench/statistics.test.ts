import { describe, expect, it } from 'vitest';
import { median, quantile, summarize } from './statistics.ts';

const TO_100 = Array.from({ length: 100 }, (_, i) => 100 - i);

describe('quantile', () => {
  it.each([
    [0.5, 50],
    [0.95, 95],
    [0.951, 96],
    [0.001, 1],
    [1, 100],
  ])('of 100 values, at %d, is %d', (share, value) => {
    expect(quantile(TO_100, share)).toBe(value);
  });

  it('is the slowest of few values', () => {
    expect(quantile([3, 1, 2], 0.95)).toBe(3);
    expect(quantile([7], 0.95)).toBe(7);
  });

  it.each([0, -1, 1.1, Number.NaN])('refuses the share %d', (share) => {
    expect(() => quantile(TO_100, share)).toThrow(RangeError);
  });

  it('refuses an empty series', () => {
    expect(() => quantile([], 0.5)).toThrow(RangeError);
  });
});

describe('median', () => {
  it('is the middle value, or the mean of the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([9, 1, 5, 6])).toBe(5.5);
    expect(median([4])).toBe(4);
  });

  it('sorts numbers as numbers and leaves the series as it is', () => {
    const values = [100, 9, 20];
    expect(median(values)).toBe(20);
    expect(values).toEqual([100, 9, 20]);
  });

  it('refuses an empty series', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

describe('summarize', () => {
  it('gives count, fastest, median and 95th percentile', () => {
    expect(summarize(TO_100)).toEqual({ count: 100, fastest: 1, median: 50.5, p95: 95 });
  });

  it('refuses an empty series', () => {
    expect(() => summarize([])).toThrow(RangeError);
  });
});
