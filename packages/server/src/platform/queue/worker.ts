import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database, DbTransaction } from '../database.ts';
import { PLATFORM_LIMITS } from '../limits.ts';
import type { Log } from '../log.ts';
import { claimJobs } from './claim.ts';
import { endStrandedJobs, noteWorker } from './folders.ts';
import { JOB_CHANNEL, type Job } from './job.ts';
import { heartbeatJobs } from './lease.ts';
import { listen, type Listener } from './listen.ts';
import { reapJobs } from './reap.ts';
import { releaseJob, type FailJob } from './retry.ts';
import { runJob, type EndJob, type JobHandler } from './run.ts';
import { JOB_KINDS, type JobKind } from '../schema/jobs.ts';

export interface WorkerOptions<Output> extends WorkerTerms {
  /** The kinds this worker takes, and what it does with each. A handler may run twice for one job. */
  handlers: Partial<Record<JobKind, JobHandler<Output>>>;
  /** How every job of the queue ends, including those whose worker died. */
  endJob: EndJob<Output>;
}

interface WorkerTerms {
  database: Database;
  /** The queue whose jobs it takes, and whose lapsed jobs it takes from lost workers. */
  queue: string;
  /** This worker's folder of uploads: it takes the jobs whose file is there, and none from other folders. */
  uploadFolder?: string;
  /** Jobs at a time. */
  concurrency: number;
  clock: Clock;
  log: Log;
  /** Default 30 s: a job whose worker is silent for this long is given to another. */
  leaseMs?: number;
  /** Default 1 s. */
  pollMs?: number;
  /** Called in the transaction that ended these jobs because nobody finishes them, to release what was kept for them. */
  onGivenUp?: (trx: DbTransaction, jobs: Job[]) => Promise<void>;
}

export interface Worker {
  /** The value of `lease_owner` on its jobs. */
  owner: string;
  /** Starts to take jobs; resolves when it listens for new ones. */
  start(): Promise<void>;
  /**
   * Takes no more jobs, waits up to `graceMs` for the running ones, then aborts them (`signal`) and returns them to the queue.
   */
  stop(options: { graceMs: number }): Promise<void>;
}

/**
 * A worker over the job table: takes due jobs when a notification wakes it, and each second in any case; keeps their
 * leases alive; and takes lapsed jobs away from workers that died. Any number may run, in any number of processes.
 */
export function createWorker<Output>(options: WorkerOptions<Output>): Worker {
  const { handlers, endJob, ...terms } = options;
  const { database, log } = terms;
  const leaseMs = terms.leaseMs ?? PLATFORM_LIMITS.leaseMs;
  const owner = `worker-${randomUUID()}`;
  const state: WorkerState = {
    ...terms,
    owner,
    leaseMs,
    kinds: JOB_KINDS.filter((kind) => handlers[kind] !== undefined),
    run: async (job, signal) => {
      const handler = handlers[job.kind];
      if (!handler) throw new Error(`claimed a job of a kind without handler: ${job.kind}`);
      await runJob({ job, handler, endJob, owner, signal, database, log });
    },
    fail: (trx, lease, error) => endJob(trx, lease, { kind: 'failed', error }),
    running: new Map(),
    stopping: false,
    pass: undefined,
    again: false,
    startedAt: options.clock.now().getTime(),
  };
  let listener: Listener | undefined;
  const timers: NodeJS.Timeout[] = [];
  return {
    owner: state.owner,
    start: async () => {
      const onMessage = (queue: string | null) => {
        if (queue === null || queue === options.queue) wake(state);
      };
      listener = listen({ database: options.database, channel: JOB_CHANNEL, onMessage, log: options.log });
      timers.push(setInterval(() => wake(state), options.pollMs ?? PLATFORM_LIMITS.queuePollMs));
      timers.push(setInterval(() => void keepLeases(state), leaseMs / 3));
      timers.push(setInterval(() => void reap(state), leaseMs / 3));
      await listener.ready;
      wake(state);
    },
    stop: async ({ graceMs }) => {
      state.stopping = true;
      await listener?.close();
      await state.pass;
      await settled(state, graceMs);
      await handBack(state);
      for (const timer of timers) clearInterval(timer);
    },
  };
}

interface RunningJob {
  done: Promise<void>;
  lost: AbortController;
  /** When the database last confirmed the lease, by the worker's clock. */
  confirmedAt: number;
}

interface WorkerState extends WorkerTerms {
  owner: string;
  leaseMs: number;
  kinds: JobKind[];
  /** Never rejects for a job of these kinds. */
  run: (job: Job, signal: AbortSignal) => Promise<void>;
  fail: FailJob;
  running: Map<string, RunningJob>;
  stopping: boolean;
  /** The claiming in progress; a further request meanwhile is remembered in `again`. */
  pass: Promise<void> | undefined;
  again: boolean;
  startedAt: number;
}

function wake(state: WorkerState): void {
  if (state.stopping) return;
  if (state.pass) {
    state.again = true;
    return;
  }
  state.again = false;
  state.pass = claimAndRun(state).finally(() => {
    state.pass = undefined;
    if (state.again) wake(state);
  });
}

async function claimAndRun(state: WorkerState): Promise<void> {
  const free = state.concurrency - state.running.size;
  if (free <= 0 || state.kinds.length === 0) return;
  try {
    const { queue, kinds, owner: leaseOwner, leaseMs, uploadFolder } = state;
    const jobs = await claimJobs(state.database.db, { queue, kinds, limit: free, leaseOwner, leaseMs, uploadFolder });
    for (const job of jobs) begin(state, job);
  } catch (err) {
    // The database is unavailable; the poll tries again.
    state.log.error({ err }, 'jobs could not be claimed');
  }
}

function begin(state: WorkerState, job: Job): void {
  const lost = new AbortController();
  const confirmedAt = state.clock.now().getTime();
  const done = state.run(job, lost.signal);
  const entry: RunningJob = {
    lost,
    confirmedAt,
    done: done.finally(() => {
      state.running.delete(job.id);
      wake(state);
    }),
  };
  state.running.set(job.id, entry);
}

async function keepLeases(state: WorkerState): Promise<void> {
  const ids = [...state.running.keys()];
  if (ids.length === 0) return;
  const askedAt = state.clock.now().getTime();
  try {
    const kept = await heartbeatJobs(state.database.db, { ids, leaseOwner: state.owner, leaseMs: state.leaseMs });
    for (const id of ids) {
      const entry = state.running.get(id);
      if (entry && kept.includes(id)) entry.confirmedAt = askedAt;
      else entry?.lost.abort(new Error('the lease was lost'));
    }
  } catch (err) {
    state.log.error({ err }, 'leases could not be extended');
    for (const entry of state.running.values()) {
      // Not confirmed for a whole lease, so another worker may have the job by now.
      if (askedAt - entry.confirmedAt >= state.leaseMs) entry.lost.abort(new Error('the lease has run out'));
    }
  }
}

async function reap(state: WorkerState): Promise<void> {
  if (state.stopping) return;
  try {
    const { queue, fail, uploadFolder } = state;
    if (uploadFolder !== undefined) await noteWorker(state.database.db, uploadFolder);
    const { requeued, timedOut, stranded } = await state.database.db.transaction().execute(async (trx) => {
      const reaped = await reapJobs(trx, { queue, fail });
      const watches = uploadFolder !== undefined && watchedLong(state);
      const ended = watches ? await endStrandedJobs(trx, uploadFolder, { queue, fail }) : [];
      const givenUp = [...reaped.timedOut, ...ended];
      if (givenUp.length > 0) await state.onGivenUp?.(trx, givenUp);
      return { ...reaped, stranded: ended };
    });
    const lapsed = { requeued, timed_out: timedOut.map((job) => job.id) };
    if (requeued.length + timedOut.length > 0) state.log.warn(lapsed, 'jobs of lost workers were taken back');
    const lost = { stranded: stranded.map((job) => job.id) };
    if (stranded.length > 0) state.log.warn(lost, 'jobs whose uploads no worker can read were given up');
  } catch (err) {
    state.log.error({ err }, 'lapsed jobs could not be taken back');
  }
}

/** After a start others may still be starting: only a long-running worker knows that a folder has no worker. */
function watchedLong({ clock, startedAt }: WorkerState): boolean {
  return clock.now().getTime() - startedAt >= PLATFORM_LIMITS.strandedMs;
}

/** Waits until no job runs, at most `ms`. */
async function settled(state: WorkerState, ms: number): Promise<void> {
  const all = Promise.all([...state.running.values()].map((entry) => entry.done));
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([all, over]);
  clearTimeout(timer);
}

/** What cannot be returned, because the database is unavailable, is taken over when its lease has run out. */
async function handBack(state: WorkerState): Promise<void> {
  for (const [id, entry] of state.running) {
    entry.lost.abort(new Error('the worker stops'));
    try {
      await releaseJob(state.database.db, { id, leaseOwner: state.owner });
    } catch (err) {
      state.log.error({ err, job_id: id }, 'a job could not be handed back');
    }
  }
}
