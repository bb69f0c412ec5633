import { endWork } from './end-organization.ts';
import { listJustClosed } from './queries/close.ts';
import type { RightsServices } from './services.ts';

/** A request that began before its organization was closed may have left a job or a signed file there. */
export async function sweepClosedOrganizations({ db, uploads }: Pick<RightsServices, 'db' | 'uploads'>): Promise<void> {
  for (const id of await listJustClosed(db)) {
    await db.transaction().execute((trx) => endWork(trx, uploads, id));
  }
}
