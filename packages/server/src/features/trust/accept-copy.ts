import type { AuditAction } from '../../shared/audit-actions.ts';
import type { Db } from '../../platform/database.ts';
import { writeAudit } from '../audit/index.ts';
import { notifyTrustChanged, storeChange, storeCopy } from './queries.ts';
import { SYSTEM_ACTOR, type TrustActor } from './services.ts';
import type { KeptListDiff, SourcedCopy } from './trust-lists.ts';

/**
 * Puts a copy in place, in the caller's transaction: the row, the change it makes, the record of who did it, and the notification
 * to all processes. When the service itself finds a list unchanged, that is not recorded.
 */
export async function acceptCopy(
  trx: Db,
  copy: SourcedCopy,
  diff: KeptListDiff,
  how: { at: Date; nextRefreshAt: Date | null; action: AuditAction; actor: TrustActor },
): Promise<void> {
  const isChanged = diff.added.length + diff.removed.length > 0;
  await storeCopy(trx, copy, how);
  if (isChanged) await storeChange(trx, copy, diff, how.at);
  if (isChanged || how.actor !== SYSTEM_ACTOR) {
    await writeAudit(trx, {
      organizationId: null,
      ...how.actor,
      action: how.action,
      target: { kind: 'trust_list', id: copy.list.name },
      details: {
        source: copy.source,
        sha256: copy.list.sha256,
        added: diff.added.length,
        removed: diff.removed.length,
      },
    });
  }
  await notifyTrustChanged(trx, copy.list.name);
}
