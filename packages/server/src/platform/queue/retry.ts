import { sql } from 'kysely';
import type { Db, DbTransaction } from '../database.ts';
import { databaseTimeIn } from '../database-time.ts';
import { PLATFORM_LIMITS } from '../limits.ts';
import { notifyQueue, type JobError, type Lease } from './job.ts';
import { ownedJob } from './lease.ts';

/** Ends a job as failed. Answers whether the lease was still the owner's. */
export type FailJob = (trx: DbTransaction, lease: Lease, error: JobError) => Promise<boolean>;

export interface RetryOptions {
  /** The job's error when its attempts are used up. */
  error: JobError;
  fail: FailJob;
  /** Increases each time by default (1 s, 2 s, 4 s … 5 min). */
  delayMs?: number | undefined;
}

export type RetryOutcome = 'queued' | 'failed' | 'lease_lost';

/** After a failure that another attempt may cure: queues the job again, or fails it when its attempts are used up. */
export async function retryJob(
  trx: DbTransaction,
  lease: Lease,
  { error, fail, delayMs }: RetryOptions,
): Promise<RetryOutcome> {
  const runAt = delayMs === undefined ? retryTime() : databaseTimeIn(delayMs);
  const row = await ownedJob(trx, lease)
    .where(sql<boolean>`attempts < max_attempts`)
    .set({ status: 'queued', run_at: runAt, progress: 0, lease_owner: null, lease_until: null })
    .returning('queue')
    .executeTakeFirst();
  if (row) return 'queued';
  return (await fail(trx, lease, error)) ? 'failed' : 'lease_lost';
}

/** Returns the job untouched, for another worker to take at once; the begun attempt is not counted. */
export async function releaseJob(trx: Db, lease: Lease): Promise<boolean> {
  const row = await ownedJob(trx, lease)
    .set({
      status: 'queued',
      attempts: sql<number>`greatest(attempts - 1, 0)`,
      run_at: databaseTimeIn(0),
      progress: 0,
      lease_owner: null,
      lease_until: null,
    })
    .returning('queue')
    .executeTakeFirst();
  if (!row) return false;
  await notifyQueue(trx, row.queue);
  return true;
}

/** `run_at` of the next attempt, by the number of attempts the row has used. */
export function retryTime() {
  const base = PLATFORM_LIMITS.retryBackoffMs;
  const most = PLATFORM_LIMITS.retryBackoffMaxMs;
  // The exponent is bounded before the power, which would overflow for a job with very many attempts.
  return sql<Date>`now() + interval '1 millisecond' * least(${most}::float8, ${base}::float8 * 2 ^ least(attempts - 1, 20))`;
}
