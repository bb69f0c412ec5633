import type { InsertObject, UpdateObject } from 'kysely';
import type { Db } from '../database.ts';
import { databaseTimeIn } from '../database-time.ts';
import { PLATFORM_LIMITS } from '../limits.ts';
import type { Json } from '../schema/column.ts';
import type { Schema } from '../schema/index.ts';
import { storedJson } from '../stored-json.ts';
import { newJobRow } from './insert.ts';
import type { JobError, Lease, NewJob, Outcome } from './job.ts';
import { changed, ownedJob } from './lease.ts';

/** What a job leaves in its row: plain data that the queue does not interpret; null for nothing. */
export type RowOutput = Json | object;

/**
 * Completes the job with its output. Call it in the transaction that stores what the job did, and roll that back when the
 * answer is false: the lease was lost, and another worker's work counts.
 */
export async function completeJob(trx: Db, lease: Lease, output: RowOutput): Promise<boolean> {
  return changed(completion(trx, lease, output));
}

/** Ends the job as failed, for good. Answers whether the lease was still the owner's. */
export async function failJob(trx: Db, lease: Lease, error: JobError): Promise<boolean> {
  return changed(failure(trx, lease, error));
}

/**
 * The statement of {@link completeJob}, not yet executed.
 *
 * @param also further columns of the row
 */
export function completion(trx: Db, lease: Lease, output: RowOutput, also: UpdateObject<Schema, 'job'> = {}) {
  const cleared = { error_code: null, error_message: null };
  return ownedJob(trx, lease).set({ ...completed(output), ...cleared, ...ended(), ...also });
}

/** The statement of {@link failJob}, not yet executed. */
export function failure(trx: Db, lease: Lease, error: JobError) {
  return ownedJob(trx, lease).set({ ...failed(error), ...ended() });
}

/**
 * The statement that stores a job that its creator has already ended: for work that nobody could have taken over. It does nothing
 * if a job with this identifier exists. The caller runs it, by itself or as a part of its own statement.
 *
 * @param tookMs how long ago it began
 * @param also further columns of the row
 */
export function endedJob(
  db: Db,
  { job, outcome, tookMs }: { job: NewJob & { id: string }; outcome: Outcome<RowOutput>; tookMs: number },
  also: Partial<InsertObject<Schema, 'job'>> = {},
) {
  const began = databaseTimeIn(-tookMs);
  const { retentionMs } = job;
  return db
    .insertInto('job')
    .values({
      ...newJobRow(job),
      ...(outcome.kind === 'completed' ? completed(outcome.output) : failed(outcome.error)),
      ...ended(),
      attempts: 1,
      run_at: began,
      created_at: began,
      started_at: began,
      expires_at: retentionMs === null ? null : databaseTimeIn(retentionMs - tookMs),
      ...also,
    })
    .onConflict((conflict) => conflict.column('id').doNothing());
}

/** Ends a job of a queue that keeps nothing but the rows of its jobs. */
export async function endRow(trx: Db, lease: Lease, outcome: Outcome<RowOutput>): Promise<boolean> {
  return outcome.kind === 'completed' ? completeJob(trx, lease, outcome.output) : failJob(trx, lease, outcome.error);
}

function completed(output: RowOutput) {
  return { status: 'completed', progress: 1, ...(output === null ? {} : { result: storedJson(output) }) } as const;
}

function failed({ code, message }: JobError) {
  const text = message.slice(0, PLATFORM_LIMITS.errorMessageLength);
  return { status: 'failed', error_code: code, error_message: text } as const;
}

function ended() {
  return { finished_at: databaseTimeIn(0), lease_owner: null, lease_until: null };
}
