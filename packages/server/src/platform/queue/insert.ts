import { newId } from '../../shared/ids.ts';
import type { Db } from '../database.ts';
import { databaseTimeIn } from '../database-time.ts';
import { PLATFORM_LIMITS } from '../limits.ts';
import { DEFAULT_QUEUE, notifyQueue, type NewJob } from './job.ts';

/** The columns that every new job has. */
export function newJobRow(job: NewJob) {
  return {
    id: job.id ?? newId('job'),
    queue: job.queue ?? DEFAULT_QUEUE,
    kind: job.kind,
    organization_id: job.organizationId,
    api_key_id: job.apiKeyId ?? null,
    filename: job.filename ?? null,
    input: JSON.stringify(job.input),
    max_attempts: job.maxAttempts ?? PLATFORM_LIMITS.jobAttempts,
    dedupe: job.dedupe ?? null,
    expires_at: job.retentionMs === null ? null : databaseTimeIn(job.retentionMs),
    upload_folder: job.uploadFolder ?? null,
  };
}

/**
 * Adds a job in the caller's transaction: it exists, and workers are woken, only if that transaction commits.
 * `created` is false when a job with the same `dedupe` exists already; the answer then names that job.
 */
export async function enqueueJob(trx: Db, job: NewJob): Promise<{ id: string; created: boolean }> {
  const row = newJobRow(job);
  const inserted = await trx
    .insertInto('job')
    .values({ ...row, ...(job.delayMs === undefined ? {} : { run_at: databaseTimeIn(job.delayMs) }) })
    .onConflict((conflict) => conflict.column('dedupe').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) {
    await notifyQueue(trx, row.queue);
    return { id: inserted.id, created: true };
  }
  const existing = await trx.selectFrom('job').select('id').where('dedupe', '=', row.dedupe).executeTakeFirstOrThrow();
  return { id: existing.id, created: false };
}

/**
 * Adds a job that its creator works on itself, at once: a synchronous request. It is `processing` under the creator's own lease
 * from the start, so no worker takes it, and if the process dies the lease ends and the job is reclaimed. The creator ends it
 * like a worker, and renews the lease meanwhile (`keepLease`).
 */
export async function insertClaimedJob(
  trx: Db,
  job: Omit<NewJob, 'delayMs' | 'dedupe'> & { leaseOwner: string; leaseMs: number },
): Promise<{ id: string }> {
  return trx
    .insertInto('job')
    .values({
      ...newJobRow(job),
      status: 'processing',
      attempts: 1,
      started_at: databaseTimeIn(0),
      lease_owner: job.leaseOwner,
      lease_until: databaseTimeIn(job.leaseMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}
