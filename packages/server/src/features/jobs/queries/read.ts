import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { DEFAULT_QUEUE, type Job } from '../../../platform/queue/job.ts';
import type { Schema } from '../../../platform/schema/index.ts';
import { isId } from '../../../shared/ids.ts';
import type { Viewer } from '../../../shared/viewer.ts';

/**
 * A job that the caller may read: an organization's own, or an anonymous one, which anybody who has its identifier may read. Jobs
 * of other organizations and of the service itself do not exist for the caller, nor, for a test key, those of the organization
 * that were not made in the sandbox.
 *
 * @param viewer null for an anonymous caller
 */
export async function findReadableJob(db: Db, id: string, viewer: Viewer | null): Promise<Job | undefined> {
  return (
    db
      .selectFrom('job')
      .selectAll()
      // A malformed identifier matches nothing, and may be a text that PostgreSQL refuses (U+0000).
      .where('id', '=', isId('job', id) ? id : '')
      .where('queue', '=', DEFAULT_QUEUE)
      .where((eb) => eb.or([eb('organization_id', 'is', null), ...(viewer === null ? [] : [isSeenBy(eb, viewer)])]))
      .executeTakeFirst()
  );
}

/** A sandbox job is one that was submitted with a test key, or by a member of an installation that signs there only. */
function isSeenBy(eb: ExpressionBuilder<Schema, 'job'>, { organizationId, sandboxOnly }: Viewer) {
  const own = eb('organization_id', '=', organizationId);
  if (!sandboxOnly) return own;
  const testKeys = eb.selectFrom('api_key').select('api_key.id').where('api_key.mode', '=', 'test');
  return own.and(eb.or([eb('api_key_id', 'in', testKeys), sql<boolean>`input->>'mode' = 'test'`]));
}

/** A job, whoever it belongs to; for the service itself. Fails when there is none. */
export async function getJob(db: Db, id: string): Promise<Job> {
  return db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export type JobRow = Pick<
  Job,
  'id' | 'kind' | 'status' | 'filename' | 'error_code' | 'created_at' | 'finished_at' | 'expires_at'
> & { provenance_status: string | null };

/** An organization's own jobs, newest first; with `before`, those older than that job. */
export function selectJobs(
  db: Db,
  organizationId: string,
  { limit, before }: { limit: number; before: string | undefined },
): SelectQueryBuilder<Schema, 'job', JobRow> {
  const own = db.selectFrom('job').where('organization_id', '=', organizationId).where('queue', '=', DEFAULT_QUEUE);
  const page = own
    .select(['id', 'kind', 'status', 'filename', 'error_code', 'created_at', 'finished_at', 'expires_at'])
    .select(sql<string | null>`result->>'provenance_status'`.as('provenance_status'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (before === undefined) return page;
  // A malformed identifier matches nothing, and may be a text that PostgreSQL refuses (U+0000).
  const cursor = isId('job', before) ? before : '';
  // Compared in the database: JavaScript times have no microseconds.
  const position = own.select('created_at').where('id', '=', cursor);
  return page.where(sql<boolean>`(created_at, id) < (${position}, ${cursor})`);
}
