import { acceptCopy } from './accept-copy.ts';
import { findCopy, lockLists } from './queries.ts';
import { INSTALLATION_SOURCE } from './rules.ts';
import { SYSTEM_ACTOR, type TrustServices } from './services.ts';
import { addAnchors, compareCopies, decodeTrustList, isProductList } from './trust-lists.ts';

/**
 * Adds the root of this installation's own certificates to the list `service`, beside what the operator imported. Changes nothing
 * when it is already there.
 *
 * @throws {TrustRefusal} when the text is not a certificate
 */
export async function ensureServiceRoot(services: TrustServices, rootPem: string): Promise<void> {
  const { database, clock } = services;
  const at = clock.now();
  const { list: root } = decodeTrustList('service', { anchors: rootPem, allowed: null }, at);
  await database.db.transaction().execute(async (trx) => {
    await lockLists(trx);
    const before = (await findCopy(trx, 'service'))?.list ?? null;
    const list = before === null || isProductList(before) ? root : addAnchors(before, root.anchors);
    if (list.sha256 === before?.sha256) return;
    const how = { at, nextRefreshAt: null, action: 'trust_list.root_added', actor: SYSTEM_ACTOR } as const;
    await acceptCopy(trx, { list, source: INSTALLATION_SOURCE }, compareCopies(before, list), how);
  });
}
