import type { Db } from '../../platform/database.ts';
import { removeFilesOf } from '../verification/index.ts';
import { endWork } from './end-organization.ts';
import { listJustClosed } from './queries/close.ts';

/** A request that began before its organization was closed may have left a job or a signed file there. */
export async function sweepClosedOrganizations(db: Db): Promise<void> {
  for (const id of await listJustClosed(db)) {
    const { unfinished } = await db.transaction().execute((trx) => endWork(trx, id));
    await removeFilesOf(unfinished);
  }
}
