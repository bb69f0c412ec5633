import type { ThumbnailCopy } from '@revera/provenance';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import type { Log } from './log.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import { databaseTimeIn } from './database-time.ts';
import { notifyQueue } from './queue.ts';
import type { Json } from './schema/column.ts';
import type { JobThumbnailTable } from './schema/jobs.ts';
import { storedJson } from './stored-json.ts';

/** A job and who holds it: every function here changes the row only while this owner still holds the lease. */
export interface Lease {
  id: string;
  leaseOwner: string;
}

/** Plain data; stored as JSON. */
export interface JobOutput {
  result?: Json | object;
  evidence?: Json | object;
  crjson?: string | null;
  signing?: Json | object;
  /** In the order in which they are found again. */
  thumbnails?: readonly ThumbnailCopy[];
}

export interface JobError {
  /** A code of the public table of errors. */
  code: string;
  /** Shown to the caller: no secret, no path, no stack. */
  message: string;
}

/**
 * Extends the owner's leases on these jobs. Answers the identifiers that are still its own: a missing one was given to
 * another worker, or was ended, and work on it must stop.
 */
export async function heartbeatJobs(
  db: Db,
  options: { ids: readonly string[]; leaseOwner: string; leaseMs: number },
): Promise<string[]> {
  if (options.ids.length === 0) return [];
  const rows = await db
    .updateTable('job')
    .set({ lease_until: databaseTimeIn(options.leaseMs) })
    .where('id', 'in', options.ids)
    .where('lease_owner', '=', options.leaseOwner)
    .where('status', '=', 'processing')
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Sets `progress` (0..1). Answers whether the lease was still the owner's. */
export async function setJobProgress(db: Db, lease: Lease, progress: number): Promise<boolean> {
  return changed(ownedJob(db, lease).set({ progress: Math.min(1, Math.max(0, progress)) }));
}

/**
 * Finishes the job with its output, in one statement. Call it in the transaction that stores what the job did, and roll
 * that back when the answer is false: the lease was lost, and another worker's work counts.
 */
export async function completeJob(trx: Db, lease: Lease, output: JobOutput): Promise<boolean> {
  const complete = (db: Pick<Db, 'updateTable'>) =>
    ownedJob(db, lease).set({
      status: 'completed',
      progress: 1,
      ...(output.result === undefined ? {} : { result: storedJson(output.result) }),
      ...(output.evidence === undefined ? {} : { evidence: storedJson(output.evidence) }),
      ...(output.crjson === undefined ? {} : { crjson: output.crjson }),
      ...(output.signing === undefined ? {} : { signing: storedJson(output.signing) }),
      error_code: null,
      error_message: null,
      ...ended(),
    });
  const { thumbnails = [] } = output;
  if (thumbnails.length === 0) return changed(complete(trx));
  const stored = await trx
    .with('done', (query) => complete(query).returning('job.id'))
    .insertInto('job_thumbnail')
    .columns(['job_id', ...THUMBNAIL_COLUMNS])
    .expression((query) =>
      query.selectFrom(['done', thumbnailRows(thumbnails)]).select(['done.id', ...THUMBNAIL_COLUMNS]),
    )
    .executeTakeFirst();
  return (stored.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

const THUMBNAIL_COLUMNS = ['position', 'manifest_label', 'ingredient_label', 'width', 'height', 'bytes'] as const;

/** Rows to select from: a job that was not this owner's any more has none. */
function thumbnailRows(thumbnails: readonly ThumbnailCopy[]) {
  const rows = thumbnails.map(({ manifestLabel, ingredientLabel, width, height, bytes }, position) => {
    const values = [sql`${position}::int`, sql`${manifestLabel}::text`, sql`${ingredientLabel}::text`];
    return sql`(${sql.join([...values, sql`${width}::int`, sql`${height}::int`, sql`${Buffer.from(bytes)}::bytea`])})`;
  });
  const names = sql.join(THUMBNAIL_COLUMNS.map((name) => sql.ref(name)));
  return sql<Omit<JobThumbnailTable, 'job_id'>>`(values ${sql.join(rows)})`.as<'picture'>(sql`picture(${names})`);
}

/** Renews the lease of a job that its creator works on itself, until it is told to stop. */
export function keepLease(
  db: Db,
  { id, leaseOwner }: Lease,
  log: Log,
  leaseMs: number = PLATFORM_LIMITS.leaseMs,
): { stop(): void } {
  const timer = setInterval(() => {
    heartbeatJobs(db, { ids: [id], leaseOwner, leaseMs }).catch((err: unknown) => {
      // Whoever ends the job finds out whether it is still its own.
      log.warn({ err, job_id: id }, 'the lease of a job could not be renewed');
    });
  }, leaseMs / 3);
  return { stop: () => clearInterval(timer) };
}

/** Ends the job as failed, for good. Answers whether the lease was still the owner's. */
export async function failJob(trx: Db, lease: Lease, error: JobError): Promise<boolean> {
  return changed(ownedJob(trx, lease).set({ status: 'failed', ...errorColumns(error), ...ended() }));
}

export type RetryOutcome = 'queued' | 'failed' | 'lease_lost';

/**
 * After a failure that another attempt may cure: queues the job again, after `delayMs` or else later each time (1 s, 2 s,
 * 4 s … 5 min), or fails it when its attempts are used up.
 */
export async function retryJob(trx: Db, lease: Lease, error: JobError, delayMs?: number): Promise<RetryOutcome> {
  const runAt = delayMs === undefined ? retryTime() : databaseTimeIn(delayMs);
  const row = await ownedJob(trx, lease)
    .where(sql<boolean>`attempts < max_attempts`)
    .set({ status: 'queued', run_at: runAt, progress: 0, lease_owner: null, lease_until: null })
    .returning('queue')
    .executeTakeFirst();
  if (row) return 'queued';
  return (await failJob(trx, lease, error)) ? 'failed' : 'lease_lost';
}

/** Hands the job back untouched, for another worker to take at once; the begun attempt is not counted. */
export async function releaseJob(trx: Db, lease: Lease): Promise<boolean> {
  const row = await ownedJob(trx, lease)
    .set({
      status: 'queued',
      attempts: sql<number>`greatest(attempts - 1, 0)`,
      run_at: databaseTimeIn(0),
      progress: 0,
      lease_owner: null,
      lease_until: null,
    })
    .returning('queue')
    .executeTakeFirst();
  if (!row) return false;
  await notifyQueue(trx, row.queue);
  return true;
}

/** `run_at` of the next attempt, by the number of attempts the row has used. */
export function retryTime() {
  const base = PLATFORM_LIMITS.retryBackoffMs;
  const most = PLATFORM_LIMITS.retryBackoffMaxMs;
  // The exponent is bounded before the power, which would overflow for a job with very many attempts.
  return sql<Date>`now() + interval '1 millisecond' * least(${most}::float8, ${base}::float8 * 2 ^ least(attempts - 1, 20))`;
}

export function errorColumns(error: JobError) {
  return { error_code: error.code, error_message: error.message.slice(0, PLATFORM_LIMITS.errorMessageLength) };
}

export function ended() {
  return { finished_at: databaseTimeIn(0), lease_owner: null, lease_until: null };
}

function ownedJob(db: Pick<Db, 'updateTable'>, lease: Lease) {
  return db
    .updateTable('job')
    .where('id', '=', lease.id)
    .where('lease_owner', '=', lease.leaseOwner)
    .where('status', '=', 'processing');
}

async function changed(query: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }): Promise<boolean> {
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}
