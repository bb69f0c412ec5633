import type { Report, Verdict } from '@revera/provenance';
import { z } from 'zod';
import type { Job } from '../../platform/queue/job.ts';
import type { StoredUpload } from '../../platform/job-uploads.ts';
import type { Json } from '../../platform/schema/column.ts';

/** What every job knows of its file. */
export const uploadMembers = {
  upload: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('file'), folder: z.string().nullable(), name: z.string() }),
    z.object({ kind: z.literal('object'), name: z.string() }),
  ]),
  declared_media_type: z.string().nullable(),
  size_bytes: z.int(),
  sha256: z.string(),
  /** Its caller, or the operator, wants no picture kept beside the result. */
  preview: z.literal('none').exactOptional(),
};

/** An earlier version wrote the path of the file: the folder of a process inside the upload folder, and its name. */
export function withUpload(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('path' in input) || typeof input.path !== 'string') return input;
  const { path, ...rest } = input;
  return { upload: { kind: 'file', folder: null, name: path.split('/').slice(-2).join('/') }, ...rest };
}

/** What an analysis job needs: written when the upload is complete, and read by the process that works on it. */
const analysisInputSchema = z.preprocess(withUpload, z.object(uploadMembers));

export type AnalysisInput = z.infer<typeof analysisInputSchema>;

export function decodeAnalysisInput(job: Pick<Job, 'input'>): AnalysisInput {
  return analysisInputSchema.parse(job.input);
}

/** Null when the job has no file. */
export function findUpload(job: Pick<Job, 'input'>): StoredUpload | null {
  const { success, data } = analysisInputSchema.safeParse(job.input);
  return success ? data.upload : null;
}

/** Whether a job was to keep no picture of its file. */
export function isPreviewOff(job: Pick<Job, 'input'>): boolean {
  return analysisInputSchema.safeParse(job.input).data?.preview === 'none';
}

/** Facts and judgement of a finished job. */
export interface StoredAnalysis {
  report: Report;
  verdict: Verdict;
}

/**
 * The judgement is in `result`, the facts in `evidence`; both were written by this program, so only their versions are checked.
 * Null for a job without a result.
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
