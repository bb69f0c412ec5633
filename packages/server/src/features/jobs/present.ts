import {
  presentResult,
  type Report,
  type ResultContext,
  type Verdict,
  type VerificationResult,
} from '@revera/provenance';
import type { Job } from '../../platform/queue/job.ts';
import { ERROR_CODES, isErrorCode } from '../../shared/error-codes.ts';
import type { Language } from '../../shared/language.ts';
import type { JobResult } from './schemas.ts';
import type { Links } from '../../shared/links.ts';
import { decodeStoredSigning, presentSigning } from './stored-signing.ts';
import { decodeAnalysisInput, decodeStoredAnalysis, type StoredAnalysis } from './stored-analysis.ts';

export function presentJob(job: Job, language: Language, links: Links): JobResult {
  const kind = publicKindOf(job);
  const analysis = decodeStoredAnalysis(job);
  const error = job.error_code !== null && isErrorCode(job.error_code) ? job.error_code : null;
  return {
    id: job.id,
    kind,
    status: job.status,
    filename: job.filename,
    error,
    error_message: error === null ? null : ERROR_CODES[error].message[language],
    result: analysis === null ? null : presentResultOf(job, analysis, language),
    signing: presentSigning(job, links),
    progress: job.progress,
    created_at: job.created_at.toISOString(),
    finished_at: job.finished_at?.toISOString() ?? null,
    expires_at: job.expires_at?.toISOString() ?? null,
  };
}

export function publicKindOf({ kind }: Pick<Job, 'kind'>): JobResult['kind'] {
  if (kind === 'trust_refresh' || kind === 'mail') throw new TypeError('not a public job');
  return kind;
}

/** Facts and judgement as the published result. */
export function presentAnalysis({ report, verdict }: StoredAnalysis, context: ResultContext): VerificationResult {
  return presentResult(report, verdict, context);
}

/** The stored facts and judgement, worded for this reader. */
function presentResultOf(job: Job, analysis: StoredAnalysis, language: Language): VerificationResult {
  const { sha256 } = examinedFile(job, analysis);
  return presentAnalysis(analysis, { id: job.id, filename: job.filename ?? '', sha256, language });
}

/** The file the result is about: the signed copy for a signing job, otherwise the submitted file. */
function examinedFile(job: Job, { report }: StoredAnalysis): { sha256: string; size_bytes: number } {
  const { sha256 } = decodeStoredSigning(job) ?? decodeAnalysisInput(job);
  return { sha256, size_bytes: report.file.size_bytes };
}

/** Everything behind a result, so that it can be filed and checked again. */
export interface FullReport {
  job: Pick<JobResult, 'id' | 'kind' | 'filename' | 'created_at' | 'finished_at'>;
  sha256: string;
  size_bytes: number;
  report: Report;
  verdict: Verdict;
  result: VerificationResult;
}

/** Null when the job has no result. */
export function presentReport(job: Job, language: Language): FullReport | null {
  const analysis = decodeStoredAnalysis(job);
  if (analysis === null) return null;
  const { sha256, size_bytes } = examinedFile(job, analysis);
  return {
    job: {
      id: job.id,
      kind: publicKindOf(job),
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
