import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { databaseTimeIn } from '../../../platform/database-time.ts';
import { WEBHOOK_LIMITS } from '../limits.ts';

/**
 * Deletes old events with their deliveries. What an event says of a job is kept no longer than the result of that job.
 *
 * @param resultsMs how long results are kept
 */
export async function sweepWebhooks(db: Db, resultsMs: number): Promise<void> {
  const { retentionMs, sweepRows } = WEBHOOK_LIMITS;
  await sql`
    delete from webhook_event where id in (
      select id from webhook_event
      where created_at <= ${databaseTimeIn(-Math.min(retentionMs, resultsMs))}
        and (job_id is not null or created_at <= ${databaseTimeIn(-retentionMs)})
      order by created_at limit ${sweepRows}::int
    )`.execute(db);
}
