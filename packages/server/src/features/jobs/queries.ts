import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { Job } from '../../platform/queue.ts';
import { DEFAULT_QUEUE } from '../../platform/queue.ts';
import { isId } from '../../shared/ids.ts';

/**
 * A job that the caller may read: an organization's own, or an anonymous one, which belongs to whoever holds its
 * identifier. Jobs of other organizations and of the service itself do not exist for the caller.
 */
export async function findReadableJob(db: Db, id: string, organizationId: string | null): Promise<Job | undefined> {
  return (
    db
      .selectFrom('job')
      .selectAll()
      // What is no identifier names nothing, and may be a text that PostgreSQL does not take (U+0000).
      .where('id', '=', isId('job', id) ? id : '')
      .where('queue', '=', DEFAULT_QUEUE)
      .where((eb) => eb.or([eb('organization_id', 'is', null), eb('organization_id', '=', organizationId)]))
      .executeTakeFirst()
  );
}

/** Of the given upload paths, those that an unfinished job still needs. */
export async function findNeededPaths(db: Db, paths: readonly string[]): Promise<Set<string>> {
  const path = sql<string>`input->>'path'`;
  const rows = await db
    .selectFrom('job')
    .select(path.as('path'))
    .where('status', 'in', ['queued', 'processing'])
    .where(path, 'in', paths)
    .execute();
  return new Set(rows.map((row) => row.path));
}
