import { addressSubject } from '../../http/rate-limit.ts';
import type { UploadedFile } from '../../http/upload.ts';
import type { Analysis, WorkTerms } from '../../platform/analysis-pool.ts';
import { folderOf, storeWithFile, type StoredUpload } from '../../platform/job-uploads.ts';
import { isKnownMedia } from '../../platform/media-types.ts';
import type { JobKind } from '../../platform/schema/jobs.ts';
import { AppError } from '../../shared/app-error.ts';
import type { ApiKeyPrincipal } from '../../shared/principal.ts';
import { beginJob, workOnHeldJob, type AnalysisInput, type NewMediaJob } from '../jobs/index.ts';
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
): NewMediaJob {
  const { kind, key, file } = submission;
  return {
    kind,
    organizationId: key?.organizationId ?? null,
    apiKeyId: key?.keyId ?? null,
    filename: file.filename,
    input: { upload, ...inputOf(submission) },
    uploadFolder: folderOf(upload),
    // Nobody comes back for the result of an interrupted anonymous request, and bytes in memory die with this process: neither is
    // restarted.
    ...(key === null || file.content.kind === 'memory' ? { maxAttempts: 1 } : {}),
    retentionMs: key === null ? services.anonymousRetentionMs : services.retentionMs,
  };
}

function termsOf({ key, address, signal }: Submission, limits: VerificationServices['limits']): WorkTerms {
  return key === null
    ? { turn: { share: 'anonymous', owner: addressSubject(address) }, deadlineMs: limits.analysisAnonymousMs, signal }
    : { turn: { share: 'interactive', owner: key.organizationId }, deadlineMs: limits.analysisSynchronousMs, signal };
}

/**
 * Verifies while the caller waits. The job exists before the work begins and is held under a lease, which is renewed as long as
 * this process lives: nobody else begins it meanwhile. If the process dies, a worker finishes a key's job if its
 * file is on the disk, and its result can still be read by the job's identifier; any other has failed. A file whose caller leaves before its turn is not read; one
 * that is being read is read to its end, which takes less than a new thread would.
 */
export async function verifyNow(
  services: VerificationServices,
  submission: Submission,
): Promise<{ id: string; analysis: Analysis }> {
  const { db, leaseOwner } = services;
  refuseUnknownMedia(submission);
  const { file } = submission;
  const { content } = file;
  const path = content.kind === 'memory' ? NEVER_WRITTEN : content.path;
  const job = newAnalysisJob(services, submission, services.uploads.ownFile(path));
  const { id } = await storeWithFile(file, () =>
    db.transaction().execute((trx) => beginJob(trx, job, { kind: 'holder', leaseOwner })),
  );
  return workOnHeldJob(services, { id, file }, async (complete) => {
    const read = { content, ...inputOf(submission) };
    const analysis = await analyzeFile(services, read, termsOf(submission, services.limits));
    if (!(await complete(analysis))) throw new AppError('JOB_TIMEOUT');
    return { id, analysis };
  });
}

function inputOf({ file }: Submission): Omit<AnalysisInput, 'upload'> {
  return {
    declared_media_type: file.declaredMediaType === '' ? null : file.declaredMediaType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
  };
}
