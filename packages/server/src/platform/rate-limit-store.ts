import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import { PREPARED } from './prepared-statements.ts';

export interface Bucket extends BucketTerms {
  /** Whose limit for what, for example `verify:key_…`. Never contains a secret. */
  key: string;
}

/** A bucket that a statement names itself, from a row that it has just found. */
export interface NamedBucket extends BucketTerms {
  key: RawBuilder<string>;
}

interface BucketTerms {
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
  const named = { ...bucket, key: sql<string>`${bucket.key}::text` };
  const { rows } = await sql<TakenRow>`
    with taken as (${takingFrom(sql`(values (true)) as caller`, named)})
    select ${takenColumns(named)} from (values (true)) as caller left join taken on true ${PREPARED}`.execute(db);
  return decisionOf(bucket, rows[0]);
}

/** What a statement answers of a bucket, in the columns of `takenColumns`. */
export interface TakenRow {
  /** Tokens after they were taken; null when none were. */
  taken: number | null;
  /** Tokens of a bucket that has too few; null: others made and emptied it meanwhile, or it never held enough. */
  short: number | null;
}

/**
 * The part of a statement that takes the tokens, for each row of `source`. It is the common table expression `taken` of that
 * statement, which also selects `takenColumns`.
 */
export function takingFrom(source: RawBuilder<unknown>, bucket: NamedBucket): RawBuilder<unknown> {
  const { key, amount, burst, refilled } = termsOf(bucket);
  return sql`
    insert into rate_limit as r (key, tokens, at)
    select ${key}, ${burst} - ${amount}, clock_timestamp() from ${source}
    where ${amount} <= ${burst}
    on conflict (key) do update set tokens = ${refilled} - ${amount}, at = clock_timestamp()
    where ${refilled} >= ${amount}
    returning tokens`;
}

/** The columns of `TakenRow`. */
export function takenColumns(bucket: NamedBucket): RawBuilder<unknown> {
  const { key, refilled } = termsOf(bucket);
  return sql`
    taken.tokens as taken,
    case when taken.tokens is null then (select ${refilled} from rate_limit r where r.key = ${key}) end as short`;
}

function termsOf(bucket: NamedBucket) {
  const burst = sql`${bucket.burst}::float8`;
  // The wall clock and not the transaction's: a caller's transaction may have begun before the row's last change.
  const refilled = sql`least(${burst}, r.tokens
    + greatest(0, extract(epoch from clock_timestamp() - r.at)::float8) * ${bucket.ratePerSecond}::float8)`;
  return { key: bucket.key, amount: sql`${bucket.amount ?? 1}::float8`, burst, refilled };
}

export function decisionOf(bucket: BucketTerms, row: TakenRow | undefined): RateLimitDecision {
  const wanted = bucket.amount ?? 1;
  const allowed = typeof row?.taken === 'number';
  const tokens = row?.taken ?? row?.short ?? 0;
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
