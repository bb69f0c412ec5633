import { sql, type ExpressionBuilder } from 'kysely';
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
