import type { Db } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { endedJobInsertion } from '../../platform/queue/end.ts';
import { storeCounted } from '../usage/index.ts';
import type { NewMediaJob } from './begin-job.ts';
import { jobError } from './failures.ts';
import type { JobOutcome, JobOutput } from './job-outcome.ts';
import { evidenceColumns } from './queries/end.ts';

/** A job that has its name before it is stored, and whether its unit was reserved under that name. */
export type NamedMediaJob = NewMediaJob & { id: string; isReserved: boolean };

interface RecordingServices {
  db: Db;
  log: Log;
}

/**
 * Stores a job that begins and ends at once, and counts it, in one statement. Whatever belongs to the beginning of a job
 * (`beginJob`) and to its end (`endJob`) belongs here too; the guard has reserved its unit.
 */
async function recordEndedJob(db: Db, job: NamedMediaJob, outcome: JobOutcome, tookMs: number): Promise<void> {
  await storeCounted(db, insertionOf(db, job, outcome, tookMs), job.isReserved);
}

function insertionOf(db: Db, job: NamedMediaJob, outcome: JobOutcome, tookMs: number) {
  if (outcome.kind === 'failed') return endedJobInsertion(db, { job, outcome, tookMs });
  const { verdict, ...evidence } = outcome.output;
  const completed = { kind: 'completed', output: verdict } as const;
  return endedJobInsertion(db, { job, outcome: completed, tookMs }, evidenceColumns(evidence));
}

/**
 * Works on a file that no other process could take over, while its caller waits, and stores the job when its outcome is known: until
 * then nobody was told of it, and if this process dies, nothing is left of it. An error from `work` is stored as the failure of
 * the job and rethrown.
 */
export async function workThenRecord<Done extends JobOutput & { thumbnails: 'later' | readonly [] }>(
  { db, log }: RecordingServices,
  job: NamedMediaJob,
  work: () => Promise<Done>,
): Promise<Done> {
  const began = performance.now();
  const record = (outcome: JobOutcome) => recordEndedJob(db, job, outcome, performance.now() - began);
  try {
    const output = await work();
    await record({ kind: 'completed', output });
    return output;
  } catch (error) {
    await record({ kind: 'failed', error: jobError(error) }).catch((err: unknown) => {
      log.error({ err, job_id: job.id }, 'a failed job could not be recorded');
    });
    throw error;
  }
}
