import type { UploadedFile } from '../../http/upload.ts';
import { folderOf, type StoredUpload } from '../../platform/job-uploads.ts';
import { insertClaimedJob, type NewJob } from '../../platform/queue.ts';
import { completeJob, failJob } from '../../platform/queue-finish.ts';
import type { JobKind } from '../../platform/schema.ts';
import { AppError } from '../../shared/app-error.ts';
import { isKnownMedia, type Analysis } from '../../platform/analysis-pool.ts';
import type { ApiKeyPrincipal } from '../../shared/principal.ts';
import type { AnalysisInput } from '../jobs/index.ts';
import { analyzeFile, jobError, jobOutput } from './analyze-file.ts';
import type { VerificationServices } from './services.ts';

/** How long this process may be silent before another takes the job over: the analysis, its wait, and some air. */
const LEASE_MARGIN_MS = 60_000;

/** Whose file it is. */
export interface Submission {
  kind: Extract<JobKind, 'verification' | 'analysis'>;
  /** Null: anonymous. */
  key: ApiKeyPrincipal | null;
  file: UploadedFile;
}

/** @throws {AppError} INVALID_FILE_TYPE: nothing is stored of a file that cannot be verified. */
export function refuseUnknownMedia({ file }: Submission): void {
  if (!isKnownMedia(file.path)) throw new AppError('INVALID_FILE_TYPE');
}

/** The job of a submission, as it is stored. */
export function newAnalysisJob(services: VerificationServices, submission: Submission, upload: StoredUpload): NewJob {
  const { kind, key, file } = submission;
  return {
    kind,
    organizationId: key?.organizationId ?? null,
    apiKeyId: key?.keyId ?? null,
    filename: file.filename,
    input: { upload, ...inputOf(submission) },
    uploadFolder: folderOf(upload),
    retentionMs: key === null ? services.anonymousRetentionMs : services.retentionMs,
  };
}

/**
 * Verifies while the caller waits. The job exists before the work begins and is held under a lease: should this process
 * die, a worker finishes it, and its result can still be read by the job's identifier.
 */
export async function verifyNow(
  services: VerificationServices,
  submission: Submission,
): Promise<{ id: string; analysis: Analysis }> {
  const { db, leaseOwner, limits } = services;
  refuseUnknownMedia(submission);
  const job = newAnalysisJob(services, submission, services.uploads.ownFile(submission.file.path));
  const leaseMs = limits.analysisSynchronousMs * 2 + LEASE_MARGIN_MS;
  const { id } = await insertClaimedJob(db, { ...job, leaseOwner, leaseMs });
  const lease = { id, leaseOwner };
  let analysis: Analysis;
  try {
    analysis = await analyzeFile(
      services,
      { path: submission.file.path, ...inputOf(submission) },
      limits.analysisSynchronousMs,
    );
  } catch (error) {
    await failJob(db, lease, jobError(error));
    throw error;
  }
  if (!(await completeJob(db, lease, jobOutput(analysis)))) throw new AppError('JOB_TIMEOUT');
  return { id, analysis };
}

function inputOf({ file }: Submission): Omit<AnalysisInput, 'upload'> {
  return {
    declared_media_type: file.declaredMediaType === '' ? null : file.declaredMediaType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
  };
}
