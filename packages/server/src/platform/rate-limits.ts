import type { Db } from './database.ts';
import { takeToken } from './rate-limit-store.ts';

/** Token buckets in the database, exact over all processes. Fits the HTTP layer's store of rate limits. */
export function postgresRateLimits(db: Db): {
  take(
    key: string,
    size: { burst: number; perSecond: number },
    amount?: number,
  ): Promise<{ allowed: boolean; remaining: number; resetMs: number }>;
} {
  return {
    take: async (key, size, amount = 1) => {
      const decision = await takeToken(db, { key, burst: size.burst, ratePerSecond: size.perSecond, amount });
      const { allowed, remaining } = decision;
      return { allowed, remaining, resetMs: allowed ? decision.resetMs : decision.retryAfterMs };
    },
  };
}
