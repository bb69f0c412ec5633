import { sql } from 'kysely';
import type { DbTransaction } from '../database.ts';
import { PLATFORM_LIMITS } from '../limits.ts';
import { notifyQueue, type Job } from './job.ts';
import { retryTime, type FailJob } from './retry.ts';
import { failTaken } from './take-away.ts';

/** The result of one pass. `timedOut` were ended as failed. */
export interface ReapedJobs {
  requeued: string[];
  timedOut: Job[];
}

/** The queue, and how its jobs fail. */
export interface ReapOptions {
  queue: string;
  fail: FailJob;
}

/**
 * Takes jobs whose lease has run out (their worker died, hung or lost the database) away from their owner: back to the
 * queue, or `failed` with JOB_TIMEOUT when the attempts are used up. Run it in a transaction together with what the
 * caller does for `timedOut`. Several processes may run it at once: each skips rows another holds.
 */
export async function reapJobs(trx: DbTransaction, { queue, fail }: ReapOptions): Promise<ReapedJobs> {
  const lapsed = (exhausted: boolean) =>
    trx
      .selectFrom('job')
      .select('id')
      .where('queue', '=', queue)
      .where('status', '=', 'processing')
      .where('lease_until', '<', sql<Date>`now()`)
      .where(exhausted ? sql<boolean>`attempts >= max_attempts` : sql<boolean>`attempts < max_attempts`)
      .orderBy('lease_until')
      .limit(PLATFORM_LIMITS.queueSweepRows)
      .forUpdate()
      .skipLocked();
  const error = { code: 'JOB_TIMEOUT', message: 'The job did not finish in time.' };
  const timedOut = await failTaken(trx, lapsed(true), { error, fail });
  const requeued = await trx
    .with('lapsed', () => lapsed(false))
    .updateTable('job')
    .from('lapsed')
    .whereRef('job.id', '=', 'lapsed.id')
    .set({ status: 'queued', run_at: retryTime(), progress: 0, lease_owner: null, lease_until: null })
    .returning('job.id')
    .execute();
  if (requeued.length > 0) await notifyQueue(trx, queue);
  return { requeued: requeued.map((row) => row.id), timedOut };
}
