import type { Db } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { endedJob } from '../../platform/queue/end.ts';
import type { AlsoChange } from '../../platform/queue/run.ts';
import { tellingOfEnd } from '../events/index.ts';
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
 * Stores a job that begins and ends at once, counts it and tells of it, in one statement. Whatever belongs to the beginning of a job
 * (`beginJob`) and to its end (`endJob`) belongs here too, in one transaction; the guard has reserved its unit.
 */
async function recordEndedJob(db: Db, job: NamedMediaJob, outcome: JobOutcome, tookMs: number): Promise<void> {
  // Nobody is told of anonymous work.
  const telling = job.organizationId === null ? null : tellingOfEnd();
  await storeCounted(db, insertionOf(db, job, outcome, tookMs), { isReserved: job.isReserved, telling });
}

function insertionOf(db: Db, job: NamedMediaJob, outcome: JobOutcome, tookMs: number) {
  if (outcome.kind === 'failed') return endedJob(db, { job, outcome, tookMs });
  const { verdict, ...evidence } = outcome.output;
  const completed = { kind: 'completed', output: verdict } as const;
  return endedJob(db, { job, outcome: completed, tookMs }, evidenceColumns(evidence));
}

/**
 * Works on a file that no other process could take over, while its caller waits, and stores the job when its outcome is known: until
 * then nobody was told of it, and if this process dies, nothing is left of it. An error from `work` is stored as the failure of
 * the job and rethrown.
 *
 * @param also what is stored together with the job when it is completed
 */
export async function workThenRecord<Done extends JobOutput & { thumbnails: 'later' | readonly [] }>(
  { db, log }: RecordingServices,
  job: NamedMediaJob,
  work: () => Promise<Done>,
  also?: (done: Done) => AlsoChange,
): Promise<Done> {
  const began = performance.now();
  const record = (outcome: JobOutcome, within: Db = db) =>
    recordEndedJob(within, job, outcome, performance.now() - began);
  try {
    const output = await work();
    if (also === undefined) await record({ kind: 'completed', output });
    else {
      await db.transaction().execute(async (trx) => {
        await record({ kind: 'completed', output }, trx);
        await also(output)(trx);
      });
    }
    return output;
  } catch (error) {
    await record({ kind: 'failed', error: jobError(error) }).catch((err: unknown) => {
      log.error({ err, job_id: job.id }, 'a failed job could not be recorded');
    });
    throw error;
  }
}
