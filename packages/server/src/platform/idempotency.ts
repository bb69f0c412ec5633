import { sql } from 'kysely';
import type { Db } from './database.ts';

/** One request that its sender may repeat: whose it is, which operation, the header's value, and its contents. */
export interface IdempotentRequest {
  organizationId: string;
  operation: string;
  key: string;
  /** SHA-256 over everything that identifies the request. */
  fingerprint: string;
}

export type IdempotencyClaim =
  /** The first one, or the first since the last one failed: continue. */
  | { kind: 'new' }
  /** The same request was made before. */
  | { kind: 'repeated'; jobId: string }
  /** The key was used for another request. */
  | { kind: 'other_request' };

/**
 * Claims the key for a job, in the transaction that stores the job. A concurrent request with the same key waits here until the
 * first one's transaction has ended. A failed job releases its key: the repetition is a new attempt.
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
  if (earlier.job_id === null) throw new Error(`the key of ${operation} has no job`);
  // A separate statement: after waiting for a row its new version is read, but a joined row would still be the old job.
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

/** Deletes keys that are older than this. Answers how many. */
export async function pruneIdempotencyKeys(db: Db, olderThanMs: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<', sql<Date>`now() - ${olderThanMs}::float8 * interval '1 millisecond'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
