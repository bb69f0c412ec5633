import { sql, type Selectable } from 'kysely';
import { newId } from '../shared/ids.ts';
import type { Db } from './database.ts';
import { databaseTimeIn } from './database-time.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import type { Json } from './schema/column.ts';
import type { JobKind, JobTable } from './schema/jobs.ts';

/** The channel that wakes workers; the payload is the queue's name. */
export const JOB_CHANNEL = 'job';
export const DEFAULT_QUEUE = 'media';

/** A job as its row says. */
export type Job = Selectable<JobTable>;

export interface NewJob {
  /** Default: a new identifier. Give one to name the job before it is stored. */
  id?: string;
  /** Default `media`. */
  queue?: string;
  kind: JobKind;
  /** Null: anonymous. */
  organizationId: string | null;
  apiKeyId?: string | null;
  filename?: string | null;
  /** What the handler needs; never a secret. */
  input: Json;
  /** Default 3. After so many begun attempts a lost job fails instead of running again. */
  maxAttempts?: number;
  /** The job runs at the earliest after this time from now. */
  delayMs?: number;
  /** At most one job ever has this value. */
  dedupe?: string | null;
  /** The folder of uploads that a worker must have to take the job. Default null: any worker takes it. */
  uploadFolder?: string | null;
  /** How long after its creation the finished job keeps its result; null: for ever. */
  retentionMs: number | null;
}

function newJobRow(job: NewJob) {
  return {
    id: job.id ?? newId('job'),
    queue: job.queue ?? DEFAULT_QUEUE,
    kind: job.kind,
    organization_id: job.organizationId,
    api_key_id: job.apiKeyId ?? null,
    filename: job.filename ?? null,
    input: JSON.stringify(job.input),
    max_attempts: job.maxAttempts ?? PLATFORM_LIMITS.jobAttempts,
    dedupe: job.dedupe ?? null,
    expires_at: job.retentionMs === null ? null : databaseTimeIn(job.retentionMs),
    upload_folder: job.uploadFolder ?? null,
  };
}

/**
 * Adds a job in the caller's transaction: it exists, and workers are woken, only if that transaction commits.
 * `created` is false when a job with the same `dedupe` exists already; the answer then names that job.
 */
export async function enqueueJob(trx: Db, job: NewJob): Promise<{ id: string; created: boolean }> {
  const row = newJobRow(job);
  const inserted = await trx
    .insertInto('job')
    .values({ ...row, ...(job.delayMs === undefined ? {} : { run_at: databaseTimeIn(job.delayMs) }) })
    .onConflict((conflict) => conflict.column('dedupe').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) {
    await notifyQueue(trx, row.queue);
    return { id: inserted.id, created: true };
  }
  const existing = await trx.selectFrom('job').select('id').where('dedupe', '=', row.dedupe).executeTakeFirstOrThrow();
  return { id: existing.id, created: false };
}

/**
 * Adds a job that its creator works on itself, at once: a synchronous request. It is `processing` under the creator's
 * own lease from the start, so no worker takes it, and if the process dies the lease ends and the job is reclaimed.
 * The creator finishes it like a worker (`completeJob`, `failJob`) and calls `heartbeatJobs` if it may outlast the lease.
 */
export async function insertClaimedJob(
  trx: Db,
  job: Omit<NewJob, 'delayMs' | 'dedupe'> & { leaseOwner: string; leaseMs: number },
): Promise<{ id: string }> {
  return trx
    .insertInto('job')
    .values({
      ...newJobRow(job),
      status: 'processing',
      attempts: 1,
      started_at: databaseTimeIn(0),
      lease_owner: job.leaseOwner,
      lease_until: databaseTimeIn(job.leaseMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
}

/** Wakes the workers of a queue when the transaction commits. */
export async function notifyQueue(trx: Db, queue: string): Promise<void> {
  await sql`select pg_notify(${JOB_CHANNEL}, ${queue})`.execute(trx);
}

export interface ClaimOptions {
  queue: string;
  kinds: readonly JobKind[];
  limit: number;
  leaseOwner: string;
  leaseMs: number;
  /** The folder of uploads that this worker has; jobs whose file lies in another are left to those who have that. */
  uploadFolder?: string | undefined;
}

/** Takes up to `limit` due jobs, oldest first. Two callers never get the same job: each skips rows the other holds. */
export async function claimJobs(db: Db, options: ClaimOptions): Promise<Job[]> {
  // A common table expression is evaluated once; the planner may run a plain sub-select again and lock more than `limit`.
  return db
    .with('due', (query) =>
      query
        .selectFrom('job')
        .select('id')
        .where('queue', '=', options.queue)
        .where('kind', 'in', options.kinds)
        .where('status', '=', 'queued')
        .where('run_at', '<=', sql<Date>`now()`)
        .where((eb) => eb.or([eb('upload_folder', 'is', null), eb('upload_folder', '=', options.uploadFolder ?? null)]))
        .orderBy('run_at')
        .limit(options.limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('job')
    .from('due')
    .whereRef('job.id', '=', 'due.id')
    .set({
      status: 'processing',
      attempts: sql<number>`attempts + 1`,
      started_at: databaseTimeIn(0),
      lease_owner: options.leaseOwner,
      lease_until: databaseTimeIn(options.leaseMs),
    })
    .returningAll('job')
    .execute();
}
