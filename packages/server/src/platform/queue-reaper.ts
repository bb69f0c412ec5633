import { sql } from 'kysely';
import type { Db } from './database.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import { notifyQueue, type Job } from './queue.ts';
import { ended, errorColumns, retryTime } from './queue-finish.ts';

/** What one pass found. `timedOut` were ended as failed: whoever reserved something for them must give it back. */
export interface ReapedJobs {
  requeued: string[];
  timedOut: Job[];
}

/**
 * Takes jobs whose lease has run out (their worker died, hung or lost the database) away from their owner: back to the
 * queue, or `failed` with JOB_TIMEOUT when the attempts are used up. Run it in a transaction together with what the
 * caller does for `timedOut`. Several processes may run it at once: each skips rows another holds.
 */
export async function reapJobs(trx: Db): Promise<ReapedJobs> {
  const lapsed = (exhausted: boolean) =>
    trx
      .with('lapsed', (query) =>
        query
          .selectFrom('job')
          .select('id')
          .where('status', '=', 'processing')
          .where('lease_until', '<', sql<Date>`now()`)
          .where(exhausted ? sql<boolean>`attempts >= max_attempts` : sql<boolean>`attempts < max_attempts`)
          .orderBy('lease_until')
          .limit(PLATFORM_LIMITS.queueSweepRows)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('job')
      .from('lapsed')
      .whereRef('job.id', '=', 'lapsed.id');
  const error = { code: 'JOB_TIMEOUT', message: 'The job did not finish in time.' };
  const timedOut = await lapsed(true)
    .set({ status: 'failed', ...errorColumns(error), ...ended() })
    .returningAll('job')
    .execute();
  const requeued = await lapsed(false)
    .set({ status: 'queued', run_at: retryTime(), progress: 0, lease_owner: null, lease_until: null })
    .returning(['job.id', 'job.queue'])
    .execute();
  for (const queue of new Set(requeued.map((row) => row.queue))) await notifyQueue(trx, queue);
  return { requeued: requeued.map((row) => row.id), timedOut };
}

/**
 * Empties finished jobs whose time is over: `expired`, without result, evidence, crJSON, thumbnails, what a signing made,
 * the file's name and the input, which holds its digest and what was declared. What is left says that there was a job,
 * whose, when and how it ended. Answers how many; a full pass (500) may have left some.
 */
export async function expireJobs(db: Db): Promise<number> {
  const result = await db
    .with('over', (query) =>
      query
        .selectFrom('job')
        .select('id')
        .where('status', 'in', ['completed', 'failed'])
        .where('expires_at', '<=', sql<Date>`now()`)
        .orderBy('expires_at')
        .limit(PLATFORM_LIMITS.queueSweepRows)
        .forUpdate()
        .skipLocked(),
    )
    .with('emptied', (query) =>
      query.deleteFrom('job_thumbnail').using('over').whereRef('job_thumbnail.job_id', '=', 'over.id'),
    )
    .updateTable('job')
    .from('over')
    .whereRef('job.id', '=', 'over.id')
    .set({ status: 'expired', filename: null, input: '{}', result: null, evidence: null, crjson: null, signing: null })
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
