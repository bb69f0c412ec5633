import { addressSubject } from '../../http/rate-limit.ts';
import type { ReservedUnit } from '../../http/quota.ts';
import type { UploadedFile } from '../../http/upload.ts';
import type { Analysis, NewAnalysis, WorkTerms } from '../../platform/analysis-pool.ts';
import { folderOf, storeWithFile, type StoredUpload } from '../../platform/job-uploads.ts';
import { isKnownMedia } from '../../platform/media-types.ts';
import type { JobKind } from '../../platform/schema/jobs.ts';
import { AppError } from '../../shared/app-error.ts';
import { newId } from '../../shared/ids.ts';
import type { ApiKeyPrincipal } from '../../shared/principal.ts';
import {
  arrivingPictures,
  beginJob,
  workOnHeldJob,
  workThenRecord,
  type AnalysisInput,
  type NewMediaJob,
} from '../jobs/index.ts';
import { analyzeFile } from './analyze-file.ts';
import type { VerificationServices } from './services.ts';

/** What a job calls the file of an upload in memory: no worker ever finds it. */
const NEVER_WRITTEN = 'memory.part';

/** Whose file it is. */
export interface Submission {
  kind: Extract<JobKind, 'verification' | 'analysis'>;
  /** Null when anonymous. */
  key: ApiKeyPrincipal | null;
  /** The address of the caller. */
  address: string;
  file: UploadedFile;
  /** The caller wants no picture of the file kept beside its result. */
  preview?: 'none' | undefined;
  /** The job whose unit the guard has reserved; none by default. */
  reserved?: ReservedUnit | undefined;
  /** Aborted when the caller leaves. */
  signal?: AbortSignal;
}

/** @throws {AppError} INVALID_FILE_TYPE when the file cannot be verified; nothing is stored of it. */
export function refuseUnknownMedia({ file }: Submission): void {
  if (!isKnownMedia(file)) throw new AppError('INVALID_FILE_TYPE');
}

/** The job of a submission, as it is stored. */
export function newAnalysisJob(
  services: VerificationServices,
  submission: Submission,
  upload: StoredUpload,
): NewMediaJob & { id: string } {
  const { kind, key, file, reserved } = submission;
  return {
    id: reserved?.jobId ?? newId('job'),
    kind,
    organizationId: key?.organizationId ?? null,
    apiKeyId: key?.keyId ?? null,
    filename: file.filename,
    input: { upload, ...inputOf(submission, services) },
    uploadFolder: folderOf(upload),
    // Nobody comes back for the result of an interrupted anonymous request: it is not restarted.
    ...(key === null ? { maxAttempts: 1 } : {}),
    retentionMs: key === null ? services.anonymousRetentionMs : services.retentionMs,
  };
}

function termsOf({ key, address, signal }: Submission, limits: VerificationServices['limits']): WorkTerms {
  return key === null
    ? { turn: { share: 'anonymous', owner: addressSubject(address) }, deadlineMs: limits.analysisAnonymousMs, signal }
    : { turn: { share: 'interactive', owner: key.organizationId }, deadlineMs: limits.analysisSynchronousMs, signal };
}

/**
 * Verifies while the caller waits, who gets the result as soon as it can be read by its identifier; the pictures in its manifests
 * are copied and stored afterwards. A file whose caller leaves before its turn is not read; one that is being read is read to its
 * end, which takes less than a new thread would.
 */
export async function verifyNow(
  services: VerificationServices,
  submission: Submission,
): Promise<{ id: string; analysis: Analysis }> {
  refuseUnknownMedia(submission);
  const { file } = submission;
  const { content } = file;
  const path = content.kind === 'memory' ? NEVER_WRITTEN : content.path;
  const job = newAnalysisJob(services, submission, services.uploads.ownFile(path));
  const analyze = async (): Promise<NewOutput> => {
    const read = { content, ...inputOf(submission, services) };
    const analysis = await analyzeFile(services, read, termsOf(submission, services.limits));
    return { ...analysis, thumbnails: arrivingPictures(analysis) === null ? [] : 'later' };
  };
  const { copying, previewing, ...analysis } =
    content.kind === 'memory'
      ? await workThenRecord(services, { ...job, isReserved: submission.reserved !== undefined }, analyze)
      : await analyzeHeld(services, { job, file }, analyze);
  const arriving = arrivingPictures({ copying, previewing });
  if (arriving !== null) services.latePictures.expect(job.id, arriving);
  return { id: job.id, analysis };
}

type NewOutput = NewAnalysis & { thumbnails: 'later' | readonly [] };

/**
 * The job is stored while the work begins, and held under a lease, which is renewed as long as this process lives: nobody else
 * begins it meanwhile. If the process dies, a worker finishes a key's job, and its result can still be read by the job's
 * identifier; an anonymous job has failed.
 */
async function analyzeHeld(
  services: VerificationServices,
  { job, file }: { job: NewMediaJob & { id: string }; file: UploadedFile },
  analyze: () => Promise<NewOutput>,
): Promise<NewOutput> {
  const { db, leaseOwner, quotaBasis } = services;
  const stored = storeWithFile(file, () =>
    db.transaction().execute((trx) => beginJob(trx, job, { kind: 'holder', leaseOwner }, quotaBasis)),
  );
  return workOnHeldJob(services, { id: job.id, file }, async (complete) => {
    // Both to their ends, also when one fails: the file is deleted afterwards, and the row is there to be ended.
    const [begun, analyzed] = await Promise.allSettled([stored, analyze()]);
    if (begun.status === 'rejected') throw begun.reason;
    if (analyzed.status === 'rejected') throw analyzed.reason;
    if (!(await complete(analyzed.value))) throw new AppError('JOB_TIMEOUT');
    return analyzed.value;
  });
}

function inputOf(
  { file, preview }: Submission,
  { previews }: Pick<VerificationServices, 'previews'>,
): Omit<AnalysisInput, 'upload'> {
  return {
    declared_media_type: file.declaredMediaType === '' ? null : file.declaredMediaType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    ...(preview === 'none' || !previews ? { preview: 'none' } : {}),
  };
}
