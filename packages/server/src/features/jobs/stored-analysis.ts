import type { Report, Verdict } from '@revera/provenance';
import { z } from 'zod';
import type { Job } from '../../platform/queue.ts';
import type { Json } from '../../platform/schema.ts';

/** What an analysis job needs: written when the upload is complete, read by whichever process works on it. */
export const analysisInputSchema = z.object({
  path: z.string(),
  declared_media_type: z.string().nullable(),
  size_bytes: z.int(),
  sha256: z.string(),
});

export type AnalysisInput = z.infer<typeof analysisInputSchema>;

export function decodeAnalysisInput(job: Pick<Job, 'input'>): AnalysisInput {
  return analysisInputSchema.parse(job.input);
}

/** Facts and judgement of a finished job. */
export interface StoredAnalysis {
  report: Report;
  verdict: Verdict;
}

/**
 * The judgement lies in `result`, the facts in `evidence`; both were written by this program, so only their versions
 * are checked. Null for a job without a result.
 */
export function decodeStoredAnalysis(job: Job): StoredAnalysis | null {
  if (job.result === null || job.evidence === null) return null;
  const { evidence, result } = job;
  if (!isReport(evidence) || !isVerdict(result)) throw new TypeError(`job ${job.id} holds a result of another version`);
  return { report: evidence, verdict: result };
}

function isVerdict(value: Json): value is Json & Verdict {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'provenance_status' in value;
}

function isReport(value: Json): value is Json & Report {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && value['report_version'] === 1;
}
