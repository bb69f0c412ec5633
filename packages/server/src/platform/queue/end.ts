import type { Db } from '../database.ts';
import { databaseTimeIn } from '../database-time.ts';
import { PLATFORM_LIMITS } from '../limits.ts';
import type { Json } from '../schema/column.ts';
import { storedJson } from '../stored-json.ts';
import type { JobError, Lease, Outcome } from './job.ts';
import { changed, ownedJob } from './lease.ts';

/** What a job leaves in its row: plain data that the queue does not interpret; null for nothing. */
export type RowOutput = Json | object;

/**
 * Completes the job with its output. Call it in the transaction that stores what the job did, and roll that back when the
 * answer is false: the lease was lost, and another worker's work counts.
 */
export async function completeJob(trx: Db, lease: Lease, output: RowOutput): Promise<boolean> {
  const result = output === null ? {} : { result: storedJson(output) };
  const cleared = { error_code: null, error_message: null };
  return changed(ownedJob(trx, lease).set({ status: 'completed', progress: 1, ...result, ...cleared, ...ended() }));
}

/** Ends the job as failed, for good. Answers whether the lease was still the owner's. */
export async function failJob(trx: Db, lease: Lease, { code, message }: JobError): Promise<boolean> {
  const error = { error_code: code, error_message: message.slice(0, PLATFORM_LIMITS.errorMessageLength) };
  return changed(ownedJob(trx, lease).set({ status: 'failed', ...error, ...ended() }));
}

/** Ends a job of a queue that keeps nothing but the rows of its jobs. */
export async function endRow(trx: Db, lease: Lease, outcome: Outcome<RowOutput>): Promise<boolean> {
  return outcome.kind === 'completed' ? completeJob(trx, lease, outcome.output) : failJob(trx, lease, outcome.error);
}

function ended() {
  return { finished_at: databaseTimeIn(0), lease_owner: null, lease_until: null };
}
