import type { DbTransaction } from '../../platform/database.ts';
import { PLATFORM_LIMITS } from '../../platform/limits.ts';
import { enqueueJob, insertClaimedJob } from '../../platform/queue/insert.ts';
import type { NewJob } from '../../platform/queue/job.ts';
import type { QuotaDecision } from '../../platform/quota-store.ts';
import type { QuotaBasis } from '../../shared/operations.ts';
import { reserveUsage } from '../usage/index.ts';

/** A job about a file. */
export type NewMediaJob = Omit<NewJob, 'queue' | 'delayMs' | 'dedupe'>;

/** Who works on a new job first: a worker, or the process that accepted it and holds it under a short lease. */
export type FirstWorker = { kind: 'queue' } | { kind: 'holder'; leaseOwner: string };

/**
 * Stores a job in the caller's transaction and reserves its usage: the one place where a job about a file begins. Whatever must
 * change together with that belongs here and in `recordEndedJob`. Answers how the quota stands after it.
 *
 * @throws {AppError} QUOTA_EXCEEDED
 */
export async function beginJob(
  trx: DbTransaction,
  job: NewMediaJob,
  first: FirstWorker,
  basis: QuotaBasis,
): Promise<{ id: string; quota: QuotaDecision }> {
  const stored = await (first.kind === 'queue'
    ? enqueueJob(trx, job)
    : insertClaimedJob(trx, { ...job, leaseOwner: first.leaseOwner, leaseMs: PLATFORM_LIMITS.leaseMs }));
  return { ...stored, quota: await reserveUsage(trx, stored.id, basis) };
}
