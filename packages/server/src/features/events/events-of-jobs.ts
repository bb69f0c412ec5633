import type { JobKind, JobStatus } from '../../platform/schema/jobs.ts';
import type { SubscribedType } from '../../shared/event-types.ts';

/** What the end of a job is called; the end of one that has no row is told to nobody. */
export const EVENTS_OF_JOBS: readonly (readonly [JobKind, JobStatus, SubscribedType])[] = [
  ['verification', 'completed', 'verification.completed'],
  ['verification', 'failed', 'job.failed'],
  ['analysis', 'completed', 'verification.completed'],
  ['analysis', 'failed', 'job.failed'],
  ['lab', 'failed', 'job.failed'],
  ['signing', 'completed', 'signing.completed'],
  ['signing', 'failed', 'signing.failed'],
];
