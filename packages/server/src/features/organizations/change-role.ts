import { can, type Role } from '../../shared/permissions.ts';
import { settleKeysOf } from '../api-keys/index.ts';
import { writeAudit } from '../audit/index.ts';
import { countOwners, findMember, lockOrganization, updateRole } from './queries.ts';
import { requireAllowed, requireFound } from './refusals.ts';
import { revokeInvitationsBeyond } from './revoke-invitation.ts';
import { judgeRoleChange } from './rules.ts';
import type { Change, MemberWithKeys, OrganizationServices } from './services.ts';
import { tellOwners } from './tell-owners.ts';

/**
 * Gives a member another role. If the new role may not manage keys, the keys that the member made are listed, and revoked on
 * request.
 *
 * @throws {AppError} NOT_FOUND, SCOPE_DENIED, CONFLICT
 */
export async function changeRole(
  services: OrganizationServices,
  change: Change & { memberId: string; role: Role; revokesKeys: boolean },
): Promise<MemberWithKeys> {
  const { organizationId, accountId, memberId, role, revokesKeys, by } = change;
  return services.db.transaction().execute(async (trx) => {
    await lockOrganization(trx, organizationId);
    // The current roles: those that the guard saw may have changed.
    const actor = requireFound(await findMember(trx, organizationId, accountId));
    const target = requireFound(await findMember(trx, organizationId, memberId));
    const owners = await countOwners(trx, organizationId);
    requireAllowed(judgeRoleChange({ actor: actor.role, target: target.role, to: role, owners }));
    const whose = { accountId: memberId, organizationId };
    const settle = async () => (can(role, 'keys:manage') ? [] : settleKeysOf(trx, whose, { revokes: revokesKeys, by }));
    if (target.role === role) return { ...target, keys: await settle() };
    await updateRole(trx, organizationId, memberId, role);
    await writeAudit(trx, {
      ...by,
      organizationId,
      action: 'member.role_changed',
      target: { kind: 'account', id: memberId },
      details: { from: target.role, to: role },
    });
    await revokeInvitationsBeyond(trx, change, { accountId: memberId, left: role });
    const keys = await settle();
    if (role === 'owner') await tellOwners(trx, services, change, { personId: memberId, change: 'promoted' });
    if (target.role === 'owner') await tellOwners(trx, services, change, { personId: memberId, change: 'demoted' });
    return { ...target, role, keys };
  });
}
