import type { ThumbnailCopy } from '@revera/provenance';
import type { Analysis, NewAnalysis } from '../../platform/analysis-pool.ts';
import type { Outcome } from '../../platform/queue/job.ts';
import type { JobHandler } from '../../platform/queue/run.ts';
import type { StoredSigning } from './stored-signing.ts';

/** What a completed job found in its file, or for a signing job in the signed copy. */
export interface JobOutput extends Analysis {
  /** Copies of the pictures in its manifests; `later` while they are still being made (see late-pictures.ts). */
  thumbnails: readonly ThumbnailCopy[] | 'later';
  /** The result of a signing. */
  signing?: StoredSigning;
}

/** With its pictures: for a job whose caller does not wait. */
export async function withPictures({ copying, ...analysis }: NewAnalysis): Promise<JobOutput> {
  return { ...analysis, thumbnails: (await copying) ?? [] };
}

/** Its pictures are stored after it, by `LatePictures`: for a job whose caller waits. */
export function withLatePictures({ copying, ...analysis }: NewAnalysis): JobOutput & {
  thumbnails: 'later' | readonly [];
} {
  return { ...analysis, thumbnails: copying === null ? [] : 'later' };
}

export type JobOutcome = Outcome<JobOutput>;

/** Works on one queued job about a file. */
export type MediaJobHandler = JobHandler<JobOutput>;
