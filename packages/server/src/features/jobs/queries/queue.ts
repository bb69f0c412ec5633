import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';

/** The jobs of one kind that are not done, and of the last day those that were or failed. */
export interface QueueDepth {
  kind: string;
  waiting: number;
  running: number;
  completed: number;
  failed: number;
}

export async function listQueueDepths(db: Db): Promise<QueueDepth[]> {
  const { rows } = await sql<QueueDepth>`
    select kind,
      (count(*) filter (where status = 'queued'))::int as waiting,
      (count(*) filter (where status = 'processing'))::int as running,
      (count(*) filter (where status = 'completed'))::int as completed,
      (count(*) filter (where status = 'failed'))::int as failed
    from job
    where status in ('queued', 'processing') or created_at > now() - interval '1 day'
    group by kind order by kind`.execute(db);
  return rows;
}

export interface FailedJob {
  id: string;
  kind: string;
  organization_id: string | null;
  error_code: string | null;
  error_message: string | null;
  created_at: Date;
}

/** Newest first. The names of files are not among it: they are nobody's business but their owners'. */
export async function listFailedJobs(db: Db, limit: number): Promise<FailedJob[]> {
  return db
    .selectFrom('job')
    .select(['id', 'kind', 'organization_id', 'error_code', 'error_message', 'created_at'])
    .where('status', '=', 'failed')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}
