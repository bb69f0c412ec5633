import type { Db } from '../../platform/database.ts';
import type { Job } from '../../platform/queue/job.ts';
import type { Links } from '../../shared/links.ts';
import { findPreview, listThumbnails, type FullReport } from '../jobs/index.ts';

/** Adds to the report which pictures the manifests carry, and the one beside the result; null stays null. */
export async function withPictures(
  { db, links, job }: { db: Db; links: Links; job: Job },
  report: FullReport | null,
): Promise<Record<string, unknown> | null> {
  if (report === null) return null;
  const { id } = job;
  const thumbnails = (await listThumbnails(db, job)).map((entry) => ({
    ...entry,
    url: links.thumbnail(id, entry.position),
  }));
  const preview = await findPreview(db, job);
  return { ...report, thumbnails, preview: preview === undefined ? null : { ...preview, url: links.preview(id) } };
}
