import { releaseBlob } from '../../platform/blob-registry.ts';
import { insertClaimedJob, type Job } from '../../platform/queue.ts';
import { PLATFORM_LIMITS } from '../../platform/limits.ts';
import { completeJob, failJob, keepLease } from '../../platform/queue-finish.ts';
import { AppError } from '../../shared/app-error.ts';
import { findReadableJob } from '../jobs/index.ts';
import { jobError } from '../verification/index.ts';
import { recordCredential, signFile } from './sign-file.ts';
import { newSigningJob, refuseUnsignable, storeOnce, withFileAt, type SigningSubmission } from './submission.ts';
import type { SigningServices } from './services.ts';

const RETRY_SECONDS = '2';

/**
 * Signs while the caller waits. The job is recorded before the work begins. Should this process die, a request with an
 * Idempotency-Key is finished by a worker and its repetition is answered; one without is given up, because nobody would
 * ever learn of the credential it made.
 */
export async function signNow(
  services: SigningServices,
  submission: SigningSubmission,
): Promise<{ job: Job; repeated: boolean }> {
  const { db, leaseOwner } = services;
  refuseUnsignable(submission);
  const { path } = submission.file;
  const job = withFileAt(services.uploads.ownFile(path), await newSigningJob(services, submission));
  const maxAttempts = submission.idempotencyKey === undefined ? 1 : undefined;
  const { repeats } = await db.transaction().execute((trx) =>
    storeOnce(trx, submission, job.id, () =>
      insertClaimedJob(trx, {
        ...job,
        leaseOwner,
        leaseMs: PLATFORM_LIMITS.leaseMs,
        ...(maxAttempts === undefined ? {} : { maxAttempts }),
      }),
    ),
  );
  if (repeats !== null) return { job: await getOutcome(services, repeats, job.organizationId), repeated: true };
  await workOn(services, job, path);
  return { job: await getOutcome(services, job.id, job.organizationId), repeated: false };
}

async function workOn(services: SigningServices, job: ReturnType<typeof withFileAt>, path: string): Promise<void> {
  const { db, leaseOwner, limits } = services;
  const lease = { id: job.id, leaseOwner };
  const owner = { jobId: job.id, organizationId: job.organizationId, apiKeyId: job.apiKeyId ?? null };
  // Short leases: after a crash a repetition is answered within half a minute, not after the longest signing.
  const beat = keepLease(db, lease, services.log);
  try {
    const draft = await signFile(services, owner, { ...job.input, path }, limits.analysisSynchronousMs);
    // When this fails it is not known whether it has committed, so the stored file is left to the sweep, which knows.
    const isOurs = await db.transaction().execute(async (trx) => {
      const ours = await completeJob(trx, lease, draft.output);
      if (ours) await recordCredential(trx, services, draft, job.input);
      return ours;
    });
    if (!isOurs) {
      await releaseBlob(db, draft.credential.asset_key);
      throw new AppError('JOB_TIMEOUT');
    }
  } catch (error) {
    await failJob(db, lease, jobError(error)).catch((err: unknown) => {
      services.log.error({ err, job_id: job.id }, 'a failed signing could not be recorded; its lease will run out');
    });
    throw error;
  } finally {
    beat.stop();
  }
}

/** @throws {AppError} CONFLICT while the job is still being worked on, and when its result is gone already */
async function getOutcome({ db }: SigningServices, id: string, organizationId: string): Promise<Job> {
  const job = await findReadableJob(db, id, organizationId);
  if (job?.status === 'completed' && job.signing !== null) return job;
  throw new AppError('CONFLICT', {
    details: { reason: 'idempotency_key_in_use', job_id: id },
    headers: { 'retry-after': RETRY_SECONDS },
  });
}
