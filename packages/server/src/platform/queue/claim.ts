import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { databaseTimeIn } from '../database-time.ts';
import type { JobKind } from '../schema/jobs.ts';
import type { Job } from './job.ts';

export interface ClaimOptions {
  queue: string;
  kinds: readonly JobKind[];
  limit: number;
  leaseOwner: string;
  leaseMs: number;
  /** This worker's folder of uploads; jobs whose file is in another are left to the workers of that one. */
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
