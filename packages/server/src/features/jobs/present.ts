import { presentAnalysis } from '../../platform/analysis-pool.ts';
import type { Job } from '../../platform/queue.ts';
import type { VerificationResult } from '@revera/provenance';
import { ERROR_CODES, isErrorCode } from '../../shared/error-codes.ts';
import type { Language } from '../../shared/language.ts';
import type { JobResult } from './schemas.ts';
import { decodeAnalysisInput, decodeStoredAnalysis, type StoredAnalysis } from './stored-analysis.ts';

export function presentJob(job: Job, language: Language): JobResult {
  if (job.kind === 'trust_refresh') throw new TypeError('not a public job');
  const analysis = decodeStoredAnalysis(job);
  const error = job.error_code !== null && isErrorCode(job.error_code) ? job.error_code : null;
  return {
    id: job.id,
    kind: job.kind,
    status: job.status,
    filename: job.filename,
    error,
    error_message: error === null ? null : ERROR_CODES[error].message[language],
    result: analysis === null ? null : presentResultOf(job, analysis, language),
    progress: job.progress,
    created_at: job.created_at.toISOString(),
    finished_at: job.finished_at?.toISOString() ?? null,
    expires_at: job.expires_at?.toISOString() ?? null,
  };
}

/** The stored facts and judgement, worded for this reader. */
function presentResultOf(job: Job, analysis: StoredAnalysis, language: Language): VerificationResult {
  const { sha256 } = decodeAnalysisInput(job);
  return presentAnalysis(analysis, { id: job.id, filename: job.filename ?? '', sha256, language });
}

/** Everything behind a result, so that it can be filed and checked again. Null: the job has no result. */
export function presentReport(job: Job, language: Language): Record<string, unknown> | null {
  const analysis = decodeStoredAnalysis(job);
  if (analysis === null) return null;
  const { sha256, size_bytes } = decodeAnalysisInput(job);
  return {
    job: {
      id: job.id,
      kind: job.kind,
      filename: job.filename,
      created_at: job.created_at.toISOString(),
      finished_at: job.finished_at?.toISOString() ?? null,
    },
    sha256,
    size_bytes,
    report: analysis.report,
    verdict: analysis.verdict,
    result: presentResultOf(job, analysis, language),
  };
}
