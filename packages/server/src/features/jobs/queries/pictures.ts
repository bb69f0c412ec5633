import type { Preview, ThumbnailCopy } from '@revera/provenance';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { PREPARED } from '../../../platform/prepared-statements.ts';
import type { JobPreviewTable, JobThumbnailTable } from '../../../platform/schema/jobs.ts';
import type { Pictures } from '../job-outcome.ts';

export async function storeThumbnails(db: Db, id: string, thumbnails: readonly ThumbnailCopy[]): Promise<void> {
  if (thumbnails.length === 0) return;
  await db
    .insertInto('job_thumbnail')
    .values(thumbnails.map((copy, position) => ({ job_id: id, position, ...columnsOf(copy) })))
    .execute();
}

export async function storePreview(db: Db, id: string, preview: Preview | null): Promise<void> {
  if (preview === null) return;
  await db
    .insertInto('job_preview')
    .values({ job_id: id, ...previewColumns(preview) })
    .execute();
}

/**
 * Stores the pictures that a completed job was still waiting for; none of them when its time for them has passed, because
 * somebody may have been told that there are none. One statement, so that readers see all of them or none.
 */
export async function storeLatePictures(db: Db, id: string, { thumbnails, preview }: Pictures): Promise<void> {
  const arrived = db
    .updateTable('job')
    .set({ pictures_until: null })
    .where('id', '=', id)
    .where('status', '=', 'completed')
    .where('pictures_until', '>', sql<Date>`now()`);
  if (thumbnails.length === 0 && preview === null) {
    await arrived.execute();
    return;
  }
  const rows = thumbnails.map(columnsOf);
  const column = (name: keyof (typeof rows)[number]) => rows.map((row) => row[name]);
  await sql`
    with arrived as (${arrived.returning('id')}),
    previewed as (${insertionOfPreview(preview)})
    insert into job_thumbnail (job_id, position, manifest_label, ingredient_label, width, height, bytes)
    select arrived.id, copies.place - 1, manifest_label, ingredient_label, width, height, bytes
    from arrived, unnest(
      ${column('manifest_label')}::text[], ${column('ingredient_label')}::text[],
      ${column('width')}::int[], ${column('height')}::int[], ${column('bytes')}::bytea[]
    ) with ordinality as copies (manifest_label, ingredient_label, width, height, bytes, place)
    ${PREPARED}`.execute(db);
}

/** A part of the statement above; of no preview it stores nothing. */
function insertionOfPreview(preview: Preview | null) {
  const { shows, width, height, bytes, small } =
    preview === null ? { shows: null, width: null, height: null, bytes: null, small: null } : previewColumns(preview);
  return sql`insert into job_preview (job_id, shows, width, height, bytes, small)
    select arrived.id, ${shows}::text, ${width}::int, ${height}::int, ${bytes}::bytea, ${small}::bytea
    from arrived where ${bytes}::bytea is not null`;
}

function previewColumns({ shows, width, height, bytes, small }: Preview) {
  return { shows, width, height, bytes: Buffer.from(bytes), small: Buffer.from(small) };
}

function columnsOf({ manifestLabel, ingredientLabel, width, height, bytes }: ThumbnailCopy) {
  return { manifest_label: manifestLabel, ingredient_label: ingredientLabel, width, height, bytes: Buffer.from(bytes) };
}

/** Whether the pictures of a job may still arrive, or were not stored in their time. */
export async function findPictureState(db: Db, id: string): Promise<'awaited' | 'overdue' | 'settled'> {
  const row = await db
    .selectFrom('job')
    .select(
      sql<'awaited' | 'overdue' | null>`case when pictures_until > now() then 'awaited'
      when pictures_until <= now() then 'overdue' end`.as('state'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.state ?? 'settled';
}

/** From now on nobody waits for the pictures of this job. If they are being stored at this moment, it waits for that. */
export async function giveUpPictures(db: Db, id: string): Promise<void> {
  await db
    .updateTable('job')
    .set({ pictures_until: null })
    .where('id', '=', id)
    .where('pictures_until', '<=', sql<Date>`now()`)
    .execute();
}

/** Everything about a thumbnail except its bytes. */
export type ThumbnailEntry = Pick<
  Selectable<JobThumbnailTable>,
  'position' | 'manifest_label' | 'ingredient_label' | 'width' | 'height'
>;

/** The pictures of a job's result: those of the active manifest first, and each manifest's own before its ingredients'. */
export async function selectThumbnails(db: Db, jobId: string): Promise<ThumbnailEntry[]> {
  return db
    .selectFrom('job_thumbnail')
    .select(['position', 'manifest_label', 'ingredient_label', 'width', 'height'])
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute();
}

/** Answers a JPEG. */
export async function selectThumbnail(db: Db, jobId: string, position: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('job_thumbnail')
    .select('bytes')
    .where('job_id', '=', jobId)
    .where('position', '=', position)
    .executeTakeFirst();
  return row?.bytes;
}

/** Everything about a preview except its bytes. */
export type PreviewEntry = Pick<Selectable<JobPreviewTable>, 'shows' | 'width' | 'height'>;

export async function selectPreviewEntry(db: Db, jobId: string): Promise<PreviewEntry | undefined> {
  return db
    .selectFrom('job_preview')
    .select(['shows', 'width', 'height'])
    .where('job_id', '=', jobId)
    .executeTakeFirst();
}

/** `small`: for lists. */
export const PREVIEW_SIZES = ['whole', 'small'] as const;
export type PreviewSize = (typeof PREVIEW_SIZES)[number];

/** Answers a WebP. */
export async function selectPreview(db: Db, jobId: string, size: PreviewSize): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('job_preview')
    .select(size === 'small' ? 'small as picture' : 'bytes as picture')
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return row?.picture;
}

/** Those of the jobs whose results have a picture. */
export async function listPreviewed(db: Db, jobIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (jobIds.length === 0) return new Set();
  const rows = await db.selectFrom('job_preview').select('job_id').where('job_id', 'in', jobIds).execute();
  return new Set(rows.map(({ job_id }) => job_id));
}
