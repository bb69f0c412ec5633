import type { Role } from '../../shared/permissions.ts';
import { writeAudit } from '../audit/index.ts';
import { countOwners, findMember, lockOrganization, updateRole, type Member } from './queries.ts';
import { requireAllowed, requireFound } from './refusals.ts';
import { revokeInvitationsBeyond } from './revoke-invitation.ts';
import { judgeRoleChange } from './rules.ts';
import type { Change, OrganizationServices } from './services.ts';

/** @throws {AppError} NOT_FOUND, SCOPE_DENIED, CONFLICT */
export async function changeRole(
  { db }: OrganizationServices,
  change: Change & { memberId: string; role: Role },
): Promise<Member> {
  const { organizationId, accountId, memberId, role, by } = change;
  return db.transaction().execute(async (trx) => {
    await lockOrganization(trx, organizationId);
    // The roles as they are now: what the guard saw may be over.
    const actor = requireFound(await findMember(trx, organizationId, accountId));
    const target = requireFound(await findMember(trx, organizationId, memberId));
    const owners = await countOwners(trx, organizationId);
    requireAllowed(judgeRoleChange({ actor: actor.role, target: target.role, to: role, owners }));
    if (target.role === role) return target;
    await updateRole(trx, organizationId, memberId, role);
    await writeAudit(trx, {
      ...by,
      organizationId,
      action: 'member.role_changed',
      target: { kind: 'account', id: memberId },
      details: { from: target.role, to: role },
    });
    await revokeInvitationsBeyond(trx, change, { accountId: memberId, left: role });
    return { ...target, role };
  });
}
