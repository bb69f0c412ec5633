/** A reproducible source of numbers: the same seed gives the same sequence on every machine. Not for secrets. */
export interface SeededRandom {
  /** A whole number in [0, limit). */
  below(limit: number): number;
  /** Fills a new array of `length` bytes. */
  bytes(length: number): Uint8Array<ArrayBuffer>;
}

const GOLDEN_RATIO_32 = 0x6d2b79f5;

/** mulberry32 over `seed` (32 bits of it count). */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + GOLDEN_RATIO_32) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    below: (limit) => {
      if (!Number.isSafeInteger(limit) || limit < 1) throw new RangeError(`below(${limit}): a whole number above 0`);
      return Math.floor((next() / 2 ** 32) * limit);
    },
    bytes: (length) => Uint8Array.from({ length }, () => next() & 0xff),
  };
}
