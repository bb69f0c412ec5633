import type { UploadedFile } from '../../http/upload.ts';
import { insertClaimedJob, type NewJob } from '../../platform/queue.ts';
import { completeJob } from '../../platform/queue-finish.ts';
import type { JobKind } from '../../platform/schema.ts';
import { AppError } from '../../shared/app-error.ts';
import { isKnownMedia, type Analysis } from '../../platform/analysis-pool.ts';
import type { ApiKeyPrincipal } from '../../shared/principal.ts';
import type { AnalysisInput } from '../jobs/index.ts';
import { analyzeFile, jobOutput } from './analyze-file.ts';
import { endAsFailed, storeWithFile } from './file-and-job.ts';
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
export function newAnalysisJob(services: VerificationServices, submission: Submission): NewJob {
  const { kind, key, file } = submission;
  return {
    kind,
    organizationId: key?.organizationId ?? null,
    apiKeyId: key?.keyId ?? null,
    filename: file.filename,
    input: inputOf(submission),
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
  const job = newAnalysisJob(services, submission);
  const leaseMs = limits.analysisSynchronousMs * 2 + LEASE_MARGIN_MS;
  const { file } = submission;
  const { id } = await storeWithFile(file, () => insertClaimedJob(db, { ...job, leaseOwner, leaseMs }));
  const lease = { id, leaseOwner };
  try {
    const analysis = await analyzeFile(services, inputOf(submission), limits.analysisSynchronousMs);
    if (!(await completeJob(db, lease, jobOutput(analysis)))) throw new AppError('JOB_TIMEOUT');
    return { id, analysis };
  } catch (error) {
    await endAsFailed(services, lease, file, error);
    throw error;
  }
}

function inputOf({ file }: Submission): AnalysisInput {
  return {
    path: file.path,
    declared_media_type: file.declaredMediaType === '' ? null : file.declaredMediaType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
  };
}
