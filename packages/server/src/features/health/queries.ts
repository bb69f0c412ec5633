import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { QueueStatus } from '../../shared/service-status.ts';

export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** The jobs that are due or being worked on, by the clock of the database. */
export async function countOpenJobs(db: Db): Promise<QueueStatus> {
  const { rows } = await sql<QueueStatus>`
    select
      (count(*) filter (where status = 'queued'))::int as "waiting",
      (count(*) filter (where status = 'processing'))::int as "running",
      coalesce(extract(epoch from now() - min(run_at) filter (where status = 'queued')) * 1000, 0)::float8 as "oldestMs"
    from job
    where status = 'processing' or (status = 'queued' and run_at <= now())`.execute(db);
  return rows[0] ?? { waiting: 0, running: 0, oldestMs: 0 };
}
