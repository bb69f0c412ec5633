import type { Preview, ThumbnailCopy } from '@revera/provenance';
import type { Analysis, NewAnalysis } from '../../platform/analysis-pool.ts';
import type { Outcome } from '../../platform/queue/job.ts';
import type { JobHandler } from '../../platform/queue/run.ts';
import type { StoredSigning } from './stored-signing.ts';

/** The pictures of a result: copies of those in its manifests, and the one beside it; null when it has none. */
export interface Pictures {
  thumbnails: readonly ThumbnailCopy[];
  preview: Preview | null;
}

/** What a completed job found in its file, or for a signing job in the signed copy. */
export interface JobOutput extends Analysis {
  /** Copies of the pictures in its manifests; `later` while any of its pictures is still being made (see late-pictures.ts). */
  thumbnails: readonly ThumbnailCopy[] | 'later';
  /** The picture beside it, when it is there already. */
  preview?: Preview | null;
  /** The result of a signing. */
  signing?: StoredSigning;
}

/** With its pictures: for a job whose caller does not wait. */
export async function withPictures({ copying, previewing, ...analysis }: NewAnalysis): Promise<JobOutput> {
  return { ...analysis, thumbnails: (await copying) ?? [], preview: await previewing };
}

/** Its pictures are stored after it, by `LatePictures`: for a job whose caller waits. */
export function withLatePictures({ copying, previewing, ...analysis }: NewAnalysis): JobOutput & {
  thumbnails: 'later' | readonly [];
} {
  return { ...analysis, thumbnails: copying === null && previewing === null ? [] : 'later' };
}

/** The pictures that are still being made, for `LatePictures`; null when there are none to wait for. */
export function arrivingPictures({
  copying,
  previewing,
}: Pick<NewAnalysis, 'copying' | 'previewing'>): Promise<Pictures> | null {
  if (copying === null && previewing === null) return null;
  return Promise.all([copying ?? [], previewing]).then(([thumbnails, preview]) => ({ thumbnails, preview }));
}

export type JobOutcome = Outcome<JobOutput>;

/** Works on one queued job about a file. */
export type MediaJobHandler = JobHandler<JobOutput>;
