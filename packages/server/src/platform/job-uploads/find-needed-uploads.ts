import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** The names of uploads that an unfinished job still needs. An earlier version wrote paths. */
export async function findNeededUploads(db: Db, names: readonly string[]): Promise<Set<string>> {
  const name = sql<string>`coalesce(input->'upload'->>'name', substring(input->>'path' from '[^/]+/[^/]+$'))`;
  const rows = await db
    .selectFrom('job')
    .select(name.as('name'))
    .where(sql<boolean>`status in ('queued', 'processing')`)
    .where(name, 'in', names)
    .execute();
  return new Set(rows.map((row) => row.name));
}
