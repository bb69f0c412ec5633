import type { Db } from '../../platform/database.ts';
import type { Links } from '../../shared/links.ts';
import { listThumbnails, type FullReport } from '../jobs/index.ts';

/** Adds to the report which pictures the manifests carry; null stays null. */
export async function withThumbnails(
  { db, links }: { db: Db; links: Links },
  report: FullReport | null,
): Promise<Record<string, unknown> | null> {
  if (report === null) return null;
  const { id } = report.job;
  const thumbnails = (await listThumbnails(db, id)).map((entry) => ({
    ...entry,
    url: links.thumbnail(id, entry.position),
  }));
  return { ...report, thumbnails };
}
