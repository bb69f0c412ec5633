import { sql } from 'kysely';
import type { Db, DbTransaction } from '../database.ts';
import { PLATFORM_LIMITS } from '../limits.ts';
import type { Job } from './job.ts';
import type { ReapOptions } from './reap.ts';
import { failTaken } from './take-away.ts';

const STRANDED = sql<Date>`now() - ${PLATFORM_LIMITS.strandedMs}::float8 * interval '1 millisecond'`;

/** Records that the folder of uploads has a living worker, and deletes folders that have had none for long. */
export async function noteWorker(db: Db, folder: string): Promise<void> {
  await db
    .insertInto('upload_folder')
    .values({ id: folder })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ worker_seen_at: sql<Date>`now()` }))
    .execute();
  await db.deleteFrom('upload_folder').where('worker_seen_at', '<', STRANDED).execute();
}

/**
 * Ends queued jobs that nobody will take: they have long been due, and their folder of uploads, which is not the given one, has
 * had no worker for as long. Busy workers are no reason. Run it in a transaction together with what the caller does for the jobs.
 * Answers them.
 */
export async function endStrandedJobs(
  trx: DbTransaction,
  ownFolder: string,
  { queue, fail }: ReapOptions,
): Promise<Job[]> {
  const stranded = trx
    .selectFrom('job')
    .select('id')
    .where('queue', '=', queue)
    .where('status', '=', 'queued')
    .where('upload_folder', '<>', ownFolder)
    .where('run_at', '<', STRANDED)
    .where(
      sql<boolean>`not exists (select from upload_folder
        where upload_folder.id = job.upload_folder and worker_seen_at >= ${STRANDED})`,
    )
    .orderBy('run_at')
    .limit(PLATFORM_LIMITS.queueSweepRows)
    .forUpdate()
    .skipLocked();
  const error = { code: 'SERVICE_UNAVAILABLE', message: 'No worker can read the file of this job.' };
  return failTaken(trx, stranded, { error, fail });
}
