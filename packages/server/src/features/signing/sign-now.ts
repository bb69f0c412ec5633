import { releaseBlob } from '../../platform/blob-registry.ts';
import { storeWithFile } from '../../platform/job-uploads.ts';
import { insertClaimedJob, type Job } from '../../platform/queue.ts';
import { PLATFORM_LIMITS } from '../../platform/limits.ts';
import { completeJob, keepLease } from '../../platform/queue-finish.ts';
import { AppError } from '../../shared/app-error.ts';
import { findReadableJob } from '../jobs/index.ts';
import { endAsFailed } from '../verification/index.ts';
import { recordCredential, signFile } from './sign-file.ts';
import { newSigningJob, refuseUnsignable, storeOnce, withFileAt, type SigningSubmission } from './submission.ts';
import type { SigningServices } from './services.ts';

const RETRY_SECONDS = '2';

type OwnJob = ReturnType<typeof withFileAt>;

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
  const claim = { leaseOwner, leaseMs: PLATFORM_LIMITS.leaseMs, ...(maxAttempts === undefined ? {} : { maxAttempts }) };
  const { repeats } = await storeWithFile(submission.file, () =>
    db
      .transaction()
      .execute((trx) => storeOnce(trx, submission, job.id, () => insertClaimedJob(trx, { ...job, ...claim }))),
  );
  if (repeats !== null) return { job: await getOutcome(services, repeats, job), repeated: true };
  await workOn(services, job, submission);
  return { job: await getOutcome(services, job.id, job), repeated: false };
}

async function workOn(
  services: SigningServices,
  job: OwnJob,
  { file, signal }: Pick<SigningSubmission, 'file' | 'signal'>,
): Promise<void> {
  const { db, leaseOwner, limits } = services;
  const lease = { id: job.id, leaseOwner };
  const owner = { jobId: job.id, organizationId: job.organizationId, apiKeyId: job.apiKeyId ?? null };
  // Short leases: after a crash a repetition is answered within half a minute, not after the longest signing.
  const beat = keepLease(db, lease, services.log);
  try {
    const terms = {
      turn: { share: 'interactive', owner: job.organizationId },
      deadlineMs: limits.analysisSynchronousMs,
      signal,
    } as const;
    const draft = await signFile(services, owner, { ...job.input, path: file.path }, terms);
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
    await endAsFailed(services, lease, file, error);
    throw error;
  } finally {
    beat.stop();
  }
}

/** @throws {AppError} CONFLICT while the job is still being worked on, and when its result is gone already */
async function getOutcome({ db }: SigningServices, id: string, { organizationId, input }: OwnJob): Promise<Job> {
  const job = await findReadableJob(db, id, { organizationId, sandboxOnly: input.mode === 'test' });
  if (job?.status === 'completed' && job.signing !== null) return job;
  throw new AppError('CONFLICT', {
    details: { reason: 'idempotency_key_in_use', job_id: id },
    headers: { 'retry-after': RETRY_SECONDS },
  });
}
