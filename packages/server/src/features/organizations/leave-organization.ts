import type { Db } from '../../platform/database.ts';
import type { Role } from '../../shared/permissions.ts';
import { writeAudit } from '../audit/index.ts';
import { deleteMembership } from './queries.ts';
import { revokeInvitationsBeyond } from './revoke-invitation.ts';
import type { Change } from './services.ts';

/**
 * Takes somebody out whose account is deleted, in the caller's transaction, under the lock of the organization, which has
 * another owner. The log names the keys that they made, because whoever stays has to decide about them.
 */
export async function leaveOrganization(
  trx: Db,
  change: Change & { role: Role; keys: readonly string[] },
): Promise<void> {
  const { organizationId, accountId, role, keys, by } = change;
  await deleteMembership(trx, organizationId, accountId);
  await writeAudit(trx, {
    ...by,
    organizationId,
    action: 'member.removed',
    target: { kind: 'account', id: accountId },
    details: { role, left: true, account_deleted: true, api_keys_made: [...keys] },
  });
  await revokeInvitationsBeyond(trx, change, { accountId, left: null });
}
