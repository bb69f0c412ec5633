import { pathOf } from '../../http/upload-content.ts';
import { releaseBlob } from '../../platform/blob-registry.ts';
import { storeWithFile } from '../../platform/job-uploads.ts';
import type { Job } from '../../platform/queue/job.ts';
import { AppError } from '../../shared/app-error.ts';
import { beginJob, findReadableJob, workOnHeldJob } from '../jobs/index.ts';
import { draftCredential, recordCredential } from './sign-file.ts';
import { newSigningJob, refuseUnsignable, storeOnce, withFileAt, type SigningSubmission } from './submission.ts';
import type { SigningServices } from './services.ts';

const RETRY_SECONDS = '2';

type OwnJob = ReturnType<typeof withFileAt>;

/**
 * Signs while the caller waits. The job is recorded before the work begins. If this process dies, a worker finishes a request
 * with an Idempotency-Key, and its repetition is answered; one without is abandoned, because nobody would ever learn of the
 * credential it made.
 */
export async function signNow(
  services: SigningServices,
  submission: SigningSubmission,
): Promise<{ job: Job; repeated: boolean }> {
  const { db, leaseOwner, quotaBasis } = services;
  refuseUnsignable(submission);
  const own = withFileAt(
    services.uploads.ownFile(pathOf(submission.file.content)),
    await newSigningJob(services, submission),
  );
  const job = { ...own, ...(submission.idempotencyKey === undefined ? { maxAttempts: 1 } : {}) };
  const { repeats } = await storeWithFile(submission.file, () =>
    db.transaction().execute(async (trx) => {
      const store = () => beginJob(trx, job, { kind: 'holder', leaseOwner }, quotaBasis);
      return storeOnce(trx, submission, job.id, store);
    }),
  );
  if (repeats === null) await workOn(services, job, submission);
  return { job: await getOutcome(services, repeats ?? job.id, job), repeated: repeats !== null };
}

async function workOn(
  services: SigningServices,
  { id, organizationId, apiKeyId = null, input }: OwnJob,
  { file, signal }: Pick<SigningSubmission, 'file' | 'signal'>,
): Promise<void> {
  const { db, limits } = services;
  const terms = {
    turn: { share: 'interactive', owner: organizationId },
    deadlineMs: limits.analysisSynchronousMs,
    signal,
  } as const;
  await workOnHeldJob(services, { id, file }, async (complete) => {
    const owner = { jobId: id, organizationId, apiKeyId };
    const draft = await draftCredential(services, owner, { ...input, path: pathOf(file.content) }, terms);
    // When this fails we do not know whether it committed, so the stored file is left to the sweep, which does.
    const isOurs = await complete(draft.output, (trx) => recordCredential(trx, services, draft, input));
    if (isOurs) return;
    await releaseBlob(db, draft.credential.asset_key);
    throw new AppError('JOB_TIMEOUT');
  });
}

/** @throws {AppError} CONFLICT while the job is still being worked on, and when its result has expired */
async function getOutcome({ db }: SigningServices, id: string, { organizationId, input }: OwnJob): Promise<Job> {
  const job = await findReadableJob(db, id, { organizationId, sandboxOnly: input.mode === 'test' });
  if (job?.status === 'completed' && job.signing !== null) return job;
  throw new AppError('CONFLICT', {
    details: { reason: 'idempotency_key_in_use', job_id: id },
    headers: { 'retry-after': RETRY_SECONDS },
  });
}
