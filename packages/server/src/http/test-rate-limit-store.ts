import type { BucketSize, RateLimitState, RateLimitStore } from './rate-limit.ts';

interface Bucket {
  tokens: number;
  atMs: number;
}

const MS_PER_SECOND = 1000;
const DEFAULT_MAX_BUCKETS = 100_000;

/**
 * Token buckets in memory, for tests of routes without a database. Beyond `maxBuckets` the least recently used bucket is
 * forgotten.
 */
export function createMemoryRateLimitStore(options: {
  readonly now: () => number;
  readonly maxBuckets?: number;
}): RateLimitStore {
  const { now, maxBuckets = DEFAULT_MAX_BUCKETS } = options;
  const buckets = new Map<string, Bucket>();

  function take(key: string, size: BucketSize, amount: number): RateLimitState {
    const atMs = now();
    const old = buckets.get(key);
    const elapsedMs = old === undefined ? 0 : Math.max(0, atMs - old.atMs);
    const refilled = (old?.tokens ?? size.burst) + (elapsedMs / MS_PER_SECOND) * size.perSecond;
    const available = Math.min(size.burst, refilled);
    const allowed = available >= amount;
    const tokens = allowed ? available - amount : available;
    // Deleting first moves the key to the end: the map's order is the order of last use.
    buckets.delete(key);
    buckets.set(key, { tokens, atMs });
    if (buckets.size > maxBuckets) {
      for (const oldest of buckets.keys()) {
        buckets.delete(oldest);
        break;
      }
    }
    const missing = (allowed ? size.burst : Math.min(amount, size.burst)) - tokens;
    return { allowed, remaining: Math.floor(tokens), resetMs: Math.ceil((missing / size.perSecond) * MS_PER_SECOND) };
  }

  return { take: (key, size, amount = 1) => Promise.resolve(take(key, size, amount)) };
}
