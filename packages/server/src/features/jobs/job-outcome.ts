import type { Analysis } from '../../platform/analysis-pool.ts';
import type { Outcome } from '../../platform/queue/job.ts';
import type { JobHandler } from '../../platform/queue/run.ts';
import type { StoredSigning } from './stored-signing.ts';

/** What a completed job found in its file, or for a signing job in the signed copy. */
export interface JobOutput extends Analysis {
  /** The result of a signing. */
  signing?: StoredSigning;
}

export type JobOutcome = Outcome<JobOutput>;

/** Works on one queued job about a file. */
export type MediaJobHandler = JobHandler<JobOutput>;
