import { sql } from 'kysely';
import type { Db } from './database.ts';

/** One request that its sender may repeat: whose, which operation, the header's value, and what was asked. */
export interface IdempotentRequest {
  organizationId: string;
  operation: string;
  key: string;
  /** SHA-256 over all that makes the request what it is. */
  fingerprint: string;
}

export type IdempotencyClaim =
  /** The first one, or the first since the last one failed: go on. */
  | { kind: 'new' }
  /** The same was asked before. */
  | { kind: 'repeated'; jobId: string }
  /** The key was used for something else. */
  | { kind: 'other_request' };

/**
 * Claims the key for a job, in the transaction that stores the job. A concurrent request with the same key waits here
 * until the first one's transaction has ended. A job that failed gives its key back: the repetition is a new attempt.
 */
export async function claimIdempotencyKey(
  trx: Db,
  request: IdempotentRequest,
  jobId: string,
): Promise<IdempotencyClaim> {
  const { organizationId, operation, key, fingerprint } = request;
  const inserted = await trx
    .insertInto('idempotency_key')
    .values({ organization_id: organizationId, operation, key, fingerprint, job_id: jobId })
    .onConflict((conflict) => conflict.columns(['organization_id', 'operation', 'key']).doNothing())
    .returning('job_id')
    .executeTakeFirst();
  if (inserted !== undefined) return { kind: 'new' };
  const earlier = await trx
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'job_id'])
    .where('organization_id', '=', organizationId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (earlier.fingerprint !== fingerprint) return { kind: 'other_request' };
  // A statement of its own: a row that was waited for is read anew, but what is joined to it would still be the old job.
  const job = await trx.selectFrom('job').select('status').where('id', '=', earlier.job_id).executeTakeFirst();
  if (job !== undefined && job.status !== 'failed') return { kind: 'repeated', jobId: earlier.job_id };
  await trx
    .updateTable('idempotency_key')
    .set({ job_id: jobId })
    .where('organization_id', '=', organizationId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .execute();
  return { kind: 'new' };
}

/** Forgets keys that are older than this. Answers how many. */
export async function pruneIdempotencyKeys(db: Db, olderThanMs: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<', sql<Date>`now() - ${olderThanMs}::float8 * interval '1 millisecond'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
