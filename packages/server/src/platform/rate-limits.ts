import type { Db } from './database.ts';
import { takeToken, type RateLimitDecision } from './rate-limit-store.ts';

interface LimitState {
  allowed: boolean;
  remaining: number;
  resetMs: number;
}

/** Token buckets in the database, exact over all processes. Fits the HTTP layer's store of rate limits. */
export function postgresRateLimits(db: Db): {
  take(key: string, size: { burst: number; perSecond: number }, amount?: number): Promise<LimitState>;
} {
  return {
    take: async (key, size, amount = 1) =>
      limitStateOf(await takeToken(db, { key, burst: size.burst, ratePerSecond: size.perSecond, amount })),
  };
}

/** The decision as the HTTP layer reads it. */
export function limitStateOf({ allowed, remaining, resetMs, retryAfterMs }: RateLimitDecision): LimitState {
  return { allowed, remaining, resetMs: allowed ? resetMs : retryAfterMs };
}
