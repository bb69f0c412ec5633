import type { Database, DbTransaction, Db } from '../database.ts';
import type { Log } from '../log.ts';
import type { Job, JobError, Lease, Outcome } from './job.ts';
import { setJobProgress } from './lease.ts';
import { retryJob, type RetryOutcome } from './retry.ts';

/** Further changes at the end of the job, in the same transaction. */
export type AlsoChange = (trx: DbTransaction) => Promise<void>;

/** How the jobs of a queue end, in a transaction. Answers whether the lease was still the owner's. */
export type EndJob<Output> = (trx: DbTransaction, lease: Lease, outcome: Outcome<Output>) => Promise<boolean>;

export interface JobContext<Output> {
  job: Job;
  db: Db;
  log: Log;
  /** Aborts when the job is no longer ours (lease lost) or the worker stops: end the work, store nothing. */
  signal: AbortSignal;
  /** 0..1. */
  setProgress(progress: number): Promise<void>;
  /** Finishes the job; false, storing nothing, when the lease was lost. */
  complete(output: Output, also?: AlsoChange): Promise<boolean>;
  /** Ends the job as failed; false when the lease was lost. */
  fail(error: JobError, also?: AlsoChange): Promise<boolean>;
  /** Lets the job run again after this time, or fails it, together with `whenFailed`, when its attempts are used up. */
  retry(error: JobError, delayMs: number, whenFailed?: AlsoChange): Promise<RetryOutcome>;
}

/**
 * Works on one job and ends it by `complete`, `fail` or `retry`. An exception counts as temporary: the job runs again later, or
 * fails with INTERNAL_ERROR when its attempts are used up.
 */
export type JobHandler<Output> = (context: JobContext<Output>) => Promise<void>;

interface RunOptions<Output> {
  job: Job;
  handler: JobHandler<Output>;
  endJob: EndJob<Output>;
  owner: string;
  signal: AbortSignal;
  database: Database;
  log: Log;
}

const INTERNAL: JobError = { code: 'INTERNAL_ERROR', message: 'An internal error ended the job.' };

/** Runs the handler to its end; never rejects. */
export async function runJob<Output>(options: RunOptions<Output>): Promise<void> {
  const { job, endJob, signal, database } = options;
  const { db } = database;
  const log = options.log.child({ job_id: job.id, job_kind: job.kind, attempt: job.attempts });
  const lease = { id: job.id, leaseOwner: options.owner };
  let ended = false;
  const end = async (outcome: Outcome<Output>, also: AlsoChange | undefined) => {
    const ours = await endTogether(db, (trx) => endJob(trx, lease, outcome), also);
    ended = true;
    if (!ours) log.warn('the job was finished by another worker; this result is dropped');
    return ours;
  };
  const retry = async (error: JobError, delayMs?: number, whenFailed?: AlsoChange) =>
    db.transaction().execute(async (trx) => {
      const fail = (within: DbTransaction) => endJob(within, lease, { kind: 'failed', error });
      const outcome = await retryJob(trx, lease, { error, fail, delayMs });
      if (outcome === 'failed') await whenFailed?.(trx);
      return outcome;
    });
  try {
    await options.handler({
      job,
      db,
      log,
      signal,
      setProgress: async (progress) => void (await setJobProgress(db, lease, progress)),
      complete: (output, also) => end({ kind: 'completed', output }, also),
      fail: (error, also) => end({ kind: 'failed', error }, also),
      retry: async (...when) => {
        const outcome = await retry(...when);
        ended = true;
        return outcome;
      },
    });
    if (!ended && !signal.aborted) throw new Error(`the handler of ${job.kind} returned without ending its job`);
  } catch (err) {
    if (signal.aborted) return log.info({ err }, 'the job was given up');
    log.error({ err }, 'the attempt failed');
    await retry(INTERNAL).then(
      (outcome) => log.info({ outcome }, 'after the failed attempt'),
      // The database is unavailable: the lease runs out, and the reaper does what could not be done here.
      (failure: unknown) => log.error({ err: failure }, 'the failed attempt could not be recorded'),
    );
  }
}

/** Ends a job together with further changes, or does neither. Answers whether the lease was still the owner's. */
export async function endTogether(
  db: Db,
  end: (trx: DbTransaction) => Promise<boolean>,
  also: AlsoChange | undefined,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // The job first: its row's lock keeps the reaper away until the commit.
    const isOurs = await end(trx);
    if (isOurs) await also?.(trx);
    return isOurs;
  });
}
