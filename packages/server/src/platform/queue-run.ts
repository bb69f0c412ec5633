import type { Database, Db, DbTransaction } from './database.ts';
import type { Log } from './log.ts';
import type { Job } from './queue.ts';
import {
  completeJob,
  failJob,
  retryJob,
  setJobProgress,
  type JobError,
  type JobOutput,
  type Lease,
  type RetryOutcome,
} from './queue-finish.ts';

/** What else changes with the end of the job, in the same transaction. */
export type AlsoChange = (trx: DbTransaction) => Promise<void>;

export interface JobContext {
  job: Job;
  db: Db;
  log: Log;
  /** Aborts when the job is no longer ours (lease lost) or the worker stops: end the work, store nothing. */
  signal: AbortSignal;
  /** 0..1. */
  setProgress(progress: number): Promise<void>;
  /** Finishes the job; false when the lease was lost, and then nothing is stored. */
  complete(output: JobOutput, also?: AlsoChange): Promise<boolean>;
  /** Ends the job as failed; false when the lease was lost. */
  fail(error: JobError, also?: AlsoChange): Promise<boolean>;
  /** Lets the job run again after this time, or fails it when its attempts are used up, with what `whenFailed` does then. */
  retry(error: JobError, delayMs: number, whenFailed?: AlsoChange): Promise<RetryOutcome>;
}

/**
 * Works on one job and ends it by `complete`, `fail` or `retry`. An exception means a passing failure: the job runs again later,
 * or fails with INTERNAL_ERROR when its attempts are used up.
 */
export type JobHandler = (context: JobContext) => Promise<void>;

export interface RunningJob {
  done: Promise<void>;
  lost: AbortController;
  /** When the database last confirmed the lease, by the worker's clock. */
  confirmedAt: number;
}

interface RunOptions {
  job: Job;
  handler: JobHandler;
  owner: string;
  signal: AbortSignal;
  database: Database;
  log: Log;
}

const INTERNAL: JobError = { code: 'INTERNAL_ERROR', message: 'An internal error ended the job.' };

/** Runs the handler to its end; never rejects. */
export async function runJob(options: RunOptions): Promise<void> {
  const { job, signal, database } = options;
  const log = options.log.child({ job_id: job.id, job_kind: job.kind, attempt: job.attempts });
  const lease = { id: job.id, leaseOwner: options.owner };
  let ended = false;
  const end = async (change: (trx: DbTransaction) => Promise<boolean>, also: AlsoChange | undefined) => {
    const ours = await inOneTransaction(database.db, change, also);
    ended = true;
    if (!ours) log.warn('the job was finished by another worker; this result is dropped');
    return ours;
  };
  try {
    await options.handler({
      job,
      db: database.db,
      log,
      signal,
      setProgress: async (progress) => void (await setJobProgress(database.db, lease, progress)),
      complete: (output, also) => end((trx) => completeJob(trx, lease, output), also),
      fail: (error, also) => end((trx) => failJob(trx, lease, error), also),
      retry: async (error, delayMs, whenFailed) => {
        const outcome = await retryLater(database.db, lease, { error, delayMs, whenFailed });
        ended = true;
        return outcome;
      },
    });
    if (!ended && !signal.aborted) throw new Error(`the handler of ${job.kind} returned without ending its job`);
  } catch (err) {
    if (signal.aborted) return log.info({ err }, 'the job was given up');
    log.error({ err }, 'the attempt failed');
    await retry(database.db, lease, log);
  }
}

async function retryLater(
  db: Db,
  lease: Lease,
  { error, delayMs, whenFailed }: { error: JobError; delayMs: number; whenFailed: AlsoChange | undefined },
): Promise<RetryOutcome> {
  return db.transaction().execute(async (trx) => {
    const outcome = await retryJob(trx, lease, error, delayMs);
    if (outcome === 'failed') await whenFailed?.(trx);
    return outcome;
  });
}

async function retry(db: Db, lease: Lease, log: Log): Promise<void> {
  try {
    const outcome = await db.transaction().execute((trx) => retryJob(trx, lease, INTERNAL));
    log.info({ outcome }, 'after the failed attempt');
  } catch (err) {
    // The database is away: the lease runs out, and the reaper does what could not be done here.
    log.error({ err }, 'the failed attempt could not be recorded');
  }
}

/** A lost lease rolls everything back, whatever `also` did. */
async function inOneTransaction(
  db: Db,
  change: (trx: DbTransaction) => Promise<boolean>,
  also: AlsoChange | undefined,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // The job first: its row's lock keeps the reaper away until the commit.
    const ours = await change(trx);
    if (ours) await also?.(trx);
    return ours;
  });
}
