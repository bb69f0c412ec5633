import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadedFile } from '../../http/upload.ts';
import { releaseBlob } from '../../platform/blob-registry.ts';
import { storeWithFile } from '../../platform/job-uploads.ts';
import { signability } from '../../platform/media-types.ts';
import { figuresOf } from '../../platform/quota-store.ts';
import type { Job } from '../../platform/queue/job.ts';
import { AppError } from '../../shared/app-error.ts';
import {
  arrivingPictures,
  beginJob,
  findReadableJob,
  withLatePictures,
  workOnHeldJob,
  workThenRecord,
} from '../jobs/index.ts';
import { reserveBeforeJob } from '../usage/index.ts';
import { draftCredential, recordCredential, type CredentialDraft } from './sign-file.ts';
import { newSigningJob, refuseUnsignable, storeOnce, withFileAt, type SigningSubmission } from './submission.ts';
import type { SigningServices } from './services.ts';

const RETRY_SECONDS = '2';

/** What a job calls the file of an upload in memory: no worker ever finds it. */
const NEVER_WRITTEN = 'memory.part';

type OwnJob = ReturnType<typeof withFileAt>;

/** A job that has signed something. */
type SignedJob = Pick<Job, 'id' | 'signing'>;

/**
 * Signs while the caller waits.
 *
 * A file on the disk has its job recorded before the work begins. If this process dies, a worker finishes a request with an
 * Idempotency-Key, and its repetition is answered; one without is abandoned, because nobody would ever learn of the credential it
 * made. That is why a file in memory, which never has a key, has no job before its credential: both are recorded at once, and the
 * caller is answered after that.
 */
export async function signNow(
  services: SigningServices,
  submission: SigningSubmission,
): Promise<{ job: SignedJob; repeated: boolean }> {
  refuseUnsignable(submission);
  const { content } = submission.file;
  const path = content.kind === 'memory' ? NEVER_WRITTEN : content.path;
  const job = withFileAt(services.uploads.ownFile(path), await newSigningJob(services, submission));
  if (content.kind === 'memory') {
    const signed = await signThenRecord(services, job, submission, content.bytes);
    return { job: signed, repeated: false };
  }
  return signHeld(services, job, submission, content.path);
}

async function signThenRecord(
  services: SigningServices,
  job: OwnJob,
  submission: SigningSubmission,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<SignedJob> {
  const unit = { jobId: job.id, operation: 'signing' } as const;
  const quota = await reserveBeforeJob(services.db, submission.by, unit, services.quotaBasis);
  submission.tellQuota?.(figuresOf(quota));
  const picturePath = await writePicture(services, submission.file, bytes);
  try {
    const { draft } = await workThenRecord(
      services,
      { ...job, isReserved: quota.kind === 'reserved' },
      async () => {
        const made = await draftCredential(services, ...orderOf(job, submission, { bytes, picturePath }));
        return { ...outputOf(made), draft: made };
      },
      (done) => (trx) => recordCredential(trx, services, done.draft, job.input),
    );
    return signedJob(services, job, draft);
  } finally {
    if (picturePath !== undefined) await rm(picturePath, { force: true });
  }
}

/** The process that decodes pictures reads them from a file. */
async function writePicture(
  { uploadDirectory }: Pick<SigningServices, 'uploadDirectory'>,
  file: UploadedFile,
  bytes: Uint8Array,
): Promise<string | undefined> {
  if (!signability(file).isPicture) return undefined;
  const path = join(uploadDirectory, `${randomBytes(16).toString('hex')}.picture`);
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
  return path;
}

async function signHeld(
  services: SigningServices,
  own: OwnJob,
  submission: SigningSubmission,
  path: string,
): Promise<{ job: SignedJob; repeated: boolean }> {
  const { db, leaseOwner, quotaBasis } = services;
  const { file } = submission;
  const job = { ...own, ...(submission.idempotencyKey === undefined ? { maxAttempts: 1 } : {}) };
  const { repeats, quota } = await storeWithFile(file, () =>
    db.transaction().execute(async (trx) => {
      const store = () => beginJob(trx, job, { kind: 'holder', leaseOwner }, quotaBasis);
      return storeOnce(trx, submission, { jobId: job.id, basis: quotaBasis }, store);
    }),
  );
  submission.tellQuota?.(quota);
  if (repeats !== null) return { job: await getOutcome(services, repeats, job), repeated: true };
  const draft = await workOnHeldJob(services, { id: job.id, file }, async (complete) => {
    const made = await draftCredential(services, ...orderOf(job, submission, { path }));
    // When this fails we do not know whether it committed, so the stored file is left to the sweep, which does.
    const isOurs = await complete(outputOf(made), (trx) => recordCredential(trx, services, made, job.input));
    if (isOurs) return made;
    await releaseBlob(db, made.credential.asset_key);
    throw new AppError('JOB_TIMEOUT');
  });
  return { job: signedJob(services, job, draft), repeated: false };
}

/** What `draftCredential` is told. */
function orderOf<Where>(
  { id, organizationId, apiKeyId = null, filename, input }: OwnJob,
  { signal }: Pick<SigningSubmission, 'signal'>,
  where: Where,
) {
  const owner = { jobId: id, organizationId, apiKeyId, filename: filename ?? null };
  const terms = { turn: { share: 'interactive', owner: organizationId }, signal } as const;
  return [owner, { ...input, ...where }, terms] as const;
}

function outputOf({ check, signing }: CredentialDraft) {
  return { ...withLatePictures(check), signing };
}

function signedJob({ latePictures }: SigningServices, { id }: OwnJob, { check, signing }: CredentialDraft): SignedJob {
  const arriving = arrivingPictures(check);
  if (arriving !== null) latePictures.expect(id, arriving);
  return { id, signing };
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
