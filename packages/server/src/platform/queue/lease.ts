import type { Db } from '../database.ts';
import { databaseTimeIn } from '../database-time.ts';
import { PLATFORM_LIMITS } from '../limits.ts';
import type { Log } from '../log.ts';
import type { Lease } from './job.ts';

/**
 * Extends the owner's leases on these jobs. Answers the identifiers that are still its own: a missing one was given to another
 * worker, or has ended, and work on it must stop.
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

/** Renews the lease of a job that its creator works on itself, until it is stopped. */
export function keepLease(
  db: Db,
  { id, leaseOwner }: Lease,
  log: Log,
  leaseMs: number = PLATFORM_LIMITS.leaseMs,
): { stop(): void } {
  const timer = setInterval(() => {
    heartbeatJobs(db, { ids: [id], leaseOwner, leaseMs }).catch((err: unknown) => {
      // Ending the job shows whether the lease is still its own.
      log.warn({ err, job_id: id }, 'the lease of a job could not be renewed');
    });
  }, leaseMs / 3);
  return { stop: () => clearInterval(timer) };
}

/** Sets `progress` (0..1). Answers whether the lease was still the owner's. */
export async function setJobProgress(db: Db, lease: Lease, progress: number): Promise<boolean> {
  return changed(ownedJob(db, lease).set({ progress: Math.min(1, Math.max(0, progress)) }));
}

/** An update of the job's row, while the lease is the owner's. */
export function ownedJob(db: Db, lease: Lease) {
  return db
    .updateTable('job')
    .where('id', '=', lease.id)
    .where('lease_owner', '=', lease.leaseOwner)
    .where('status', '=', 'processing');
}

/** Whether the row was still the owner's. */
export async function changed(query: { executeTakeFirst(): Promise<{ numUpdatedRows: bigint }> }): Promise<boolean> {
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}
