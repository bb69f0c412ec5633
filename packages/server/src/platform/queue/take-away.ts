import { randomUUID } from 'node:crypto';
import type { SelectQueryBuilder } from 'kysely';
import type { DbTransaction } from '../database.ts';
import { databaseTimeIn } from '../database-time.ts';
import { PLATFORM_LIMITS } from '../limits.ts';
import type { Schema } from '../schema/index.ts';
import type { Job, JobError } from './job.ts';
import type { FailJob } from './retry.ts';

/** Jobs to take away: their identifiers, and their rows locked. */
export type TakenJobs = SelectQueryBuilder<Schema, 'job', { id: string }>;

/**
 * Takes jobs from their queue or their holder and ends them as failed, in one transaction. A process that still works on one
 * finds its lease gone. Answers the jobs as they were taken.
 */
export async function failTaken(
  trx: DbTransaction,
  jobs: TakenJobs,
  { error, fail }: { error: JobError; fail: FailJob },
): Promise<Job[]> {
  const leaseOwner = `end-${randomUUID()}`;
  const taken = await trx
    .with('taken', () => jobs)
    .updateTable('job')
    .from('taken')
    .whereRef('job.id', '=', 'taken.id')
    .set({ status: 'processing', lease_owner: leaseOwner, lease_until: databaseTimeIn(PLATFORM_LIMITS.leaseMs) })
    .returningAll('job')
    .execute();
  for (const { id } of taken) await fail(trx, { id, leaseOwner }, error);
  return taken;
}
