import type { Db } from '../../platform/database.ts';
import { isId } from '../../shared/ids.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import { findOrganizationRecord } from './find-records.ts';
import { SUSPENDED, updateSuspension } from './queries.ts';
import type { AdminOrganization } from './schemas.ts';

/** Who requested a change, and from where. */
export type AdminActor = Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;

export type SuspensionChange = { to: 'suspended'; reason: string } | { to: 'active' };

/**
 * Suspends or restores an organization. While it is suspended its keys are refused and its members can read but change nothing;
 * every process sees it at once. Repeating the current state changes nothing and keeps the first reason. Undefined when there is
 * no such organization.
 */
export async function changeSuspension(
  db: Db,
  id: string,
  change: SuspensionChange,
  by: AdminActor,
): Promise<AdminOrganization | undefined> {
  if (!isId('organization', id)) return undefined;
  return db.transaction().execute(async (trx) => {
    if (await updateSuspension(trx, id, change.to)) {
      await writeAudit(trx, {
        ...by,
        organizationId: id,
        action: change.to === 'suspended' ? SUSPENDED : 'organization.restored',
        target: { kind: 'organization', id },
        details: change.to === 'suspended' ? { reason: change.reason } : {},
      });
    }
    return findOrganizationRecord(trx, id);
  });
}
