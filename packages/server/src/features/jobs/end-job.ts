import type { DbTransaction } from '../../platform/database.ts';
import type { JobUploads } from '../../platform/job-uploads.ts';
import { completion, failure } from '../../platform/queue/end.ts';
import type { JobError, Lease } from '../../platform/queue/job.ts';
import { failTaken } from '../../platform/queue/take-away.ts';
import { endAndTell } from '../events/index.ts';
import { countEnded } from '../usage/index.ts';
import type { JobOutcome } from './job-outcome.ts';
import { evidenceColumns, unfinishedJobsOf } from './queries/end.ts';
import { storePreview, storeThumbnails } from './queries/pictures.ts';
import { releaseUploadsOf } from './release-uploads.ts';

/**
 * Ends a job, as completed or as failed: the one place where that happens, whether its caller waited, a worker did it, its worker
 * was lost, or its organization closes. Whatever must change together with the end of a job, such as counting its usage and
 * recording its event, belongs here, in the same transaction, and in `recordEndedJob`, for jobs that were never stored before.
 *
 * Answers whether the lease was still the owner's. When it was not, nothing is changed: another worker's work counts.
 */
export async function endJob(trx: DbTransaction, lease: Lease, outcome: JobOutcome): Promise<boolean> {
  const isOurs = await storeEnd(trx, lease, outcome);
  if (isOurs) await countEnded(trx, lease.id);
  return isOurs;
}

async function storeEnd(trx: DbTransaction, lease: Lease, outcome: JobOutcome): Promise<boolean> {
  if (outcome.kind === 'failed') return endAndTell(trx, failure(trx, lease, outcome.error));
  const { verdict, preview = null, ...evidence } = outcome.output;
  const completing = completion(trx, lease, verdict, evidenceColumns(evidence));
  const isOurs = await endAndTell(trx, completing);
  if (isOurs && evidence.thumbnails !== 'later') {
    await storeThumbnails(trx, lease.id, evidence.thumbnails);
    await storePreview(trx, lease.id, preview);
  }
  return isOurs;
}

/** Ends a job as failed. */
export async function endAsFailed(trx: DbTransaction, lease: Lease, error: JobError): Promise<boolean> {
  return endJob(trx, lease, { kind: 'failed', error });
}

/** Ends the unfinished jobs of an organization that closes, and releases their uploads. */
export async function cancelJobs(trx: DbTransaction, uploads: JobUploads, organizationId: string): Promise<void> {
  const error = { code: 'CONFLICT', message: 'The organization was closed.' };
  const cancelled = await failTaken(trx, unfinishedJobsOf(trx, organizationId), { error, fail: endAsFailed });
  await releaseUploadsOf(uploads, trx, cancelled);
}
