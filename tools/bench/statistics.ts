/** What a series of measurements comes to. Same unit as the series. */
export interface Summary {
  count: number;
  fastest: number;
  median: number;
  /** Nearest rank: with fewer than 20 values this is the slowest one. */
  p95: number;
}

/**
 * The smallest value that at least this share of the values does not exceed (nearest rank, no interpolation).
 * @throws {RangeError} when there are no values, or the share is not above 0 and at most 1
 */
export function quantile(values: readonly number[], share: number): number {
  if (!(share > 0 && share <= 1)) throw new RangeError(`${share} is no share of a series`);
  const value = values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1];
  if (value === undefined) throw new RangeError('nothing was measured');
  return value;
}

/**
 * The middle value, or the mean of the two in the middle.
 * @throws {RangeError} when there are no values
 */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new RangeError('nothing was measured');
  return (low + high) / 2;
}

/** @throws {RangeError} when there are no values */
export function summarize(values: readonly number[]): Summary {
  return {
    count: values.length,
    fastest: Math.min(...values),
    median: median(values),
    p95: quantile(values, 0.95),
  };
}
