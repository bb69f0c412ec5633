import type { Db } from '../../platform/database.ts';
import type { Role } from '../../shared/permissions.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import { deleteMembership } from './queries.ts';
import { revokeInvitationsBeyond } from './revoke-invitation.ts';
import type { Change, OrganizationServices } from './services.ts';
import { tellOwners } from './tell-owners.ts';

type AuditActor = Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;

/**
 * Removes a member whose account is deleted, in the caller's transaction, under the lock of the organization, which has another
 * owner. The log names the keys that they made, because the remaining members must decide about them. `logged` is how the log
 * names the person: it keeps less of them than the mail to the other owners says.
 */
export async function leaveOrganization(
  trx: Db,
  services: OrganizationServices,
  change: Change & { logged: AuditActor; role: Role; keys: readonly string[] },
): Promise<void> {
  const { organizationId, accountId, role, keys, logged } = change;
  await deleteMembership(trx, organizationId, accountId);
  await writeAudit(trx, {
    ...logged,
    organizationId,
    action: 'member.removed',
    target: { kind: 'account', id: accountId },
    details: { role, left: true, account_deleted: true, api_keys_made: [...keys] },
  });
  await revokeInvitationsBeyond(trx, { organizationId, by: logged }, { accountId, left: null });
  if (role === 'owner') await tellOwners(trx, services, change, { personId: accountId, change: 'left' });
}
