import { sql } from 'kysely';
import type { Db } from './database.ts';
import { PLATFORM_LIMITS } from './limits.ts';

export interface Bucket {
  /** Whose limit for what, for example `verify:key_…`. Never contains a secret. */
  key: string;
  /** Tokens added each second; 30 an hour is `30 / 3600`. Above 0. */
  ratePerSecond: number;
  /** Tokens of a full bucket: how many requests may come at once. At least 1. */
  burst: number;
  /** How many tokens are taken at once. Default 1. */
  amount?: number;
}

export interface RateLimitDecision {
  allowed: boolean;
  /** Whole tokens left. */
  remaining: number;
  /** Until the bucket is full again. */
  resetMs: number;
  /** Until enough tokens are there, at most a full bucket; 0 when allowed. */
  retryAfterMs: number;
}

/**
 * Takes tokens (one, or `amount` or none), exactly: of simultaneous requests in any number of processes, no more than `burst`
 * pass. One statement; the row's lock orders them, and the clock is the database's. A refused request costs no token.
 */
export async function takeToken(db: Db, bucket: Bucket): Promise<RateLimitDecision> {
  const { key, amount: wanted = 1 } = bucket;
  const amount = sql`${wanted}::float8`;
  const burst = sql`${bucket.burst}::float8`;
  // The wall clock and not the transaction's: a caller's transaction may have begun before the row's last change.
  const refilled = sql`least(${burst}, r.tokens
    + greatest(0, extract(epoch from clock_timestamp() - r.at)::float8) * ${bucket.ratePerSecond}::float8)`;
  const { rows } = await sql<{ allowed: boolean; tokens: number }>`
    with taken as (
      insert into rate_limit as r (key, tokens, at)
      select ${key}, ${burst} - ${amount}, clock_timestamp()
      where ${amount} <= ${burst}
      on conflict (key) do update set tokens = ${refilled} - ${amount}, at = clock_timestamp()
      where ${refilled} >= ${amount}
      returning tokens
    )
    select true as allowed, tokens from taken
    union all
    select false, ${refilled} from rate_limit r where r.key = ${key} and not exists (select from taken)
  `.execute(db);
  // No row at all: others made and emptied the bucket while this statement ran, or it never held enough.
  const { allowed, tokens } = rows[0] ?? { allowed: false, tokens: 0 };
  const msUntil = (level: number) => Math.max(0, Math.ceil(((level - tokens) / bucket.ratePerSecond) * 1000));
  return {
    allowed,
    remaining: Math.floor(Math.max(0, tokens)),
    resetMs: msUntil(bucket.burst),
    retryAfterMs: allowed ? 0 : msUntil(Math.min(wanted, bucket.burst)),
  };
}

/** Refills the bucket of this key: after a successful login, its failures are forgiven. */
export async function resetBucket(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rate_limit').where('key', '=', key).execute();
}

/** Removes buckets that were not touched for a day. Answers how many. */
export async function pruneBuckets(db: Db): Promise<number> {
  const result = await db
    .deleteFrom('rate_limit')
    .where('at', '<', sql<Date>`now() - ${PLATFORM_LIMITS.rateLimitIdleMs}::float8 * interval '1 millisecond'`)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
