import { AppError } from '../../shared/app-error.ts';
import { can } from '../../shared/permissions.ts';
import { settleKeysOf, type ApiKey } from '../api-keys/index.ts';
import { writeAudit } from '../audit/index.ts';
import { countOwners, deleteMembership, findMember, lockOrganization } from './queries.ts';
import { requireAllowed, requireFound } from './refusals.ts';
import { revokeInvitationsBeyond } from './revoke-invitation.ts';
import { judgeRemoval } from './rules.ts';
import type { Change, OrganizationServices } from './services.ts';
import { tellOwners } from './tell-owners.ts';

/**
 * Removes a member, or lets one leave. Answers the keys that they made and that worked until then; these are revoked on request,
 * and otherwise go on working, because programs may depend on them.
 *
 * @throws {AppError} NOT_FOUND, SCOPE_DENIED, WORKSPACE_SUSPENDED, ACCOUNT_EMAIL_NOT_VERIFIED, CONFLICT
 */
export async function removeMember(
  services: OrganizationServices,
  change: Change & { memberId: string; isEmailVerified: boolean; revokesKeys: boolean },
): Promise<ApiKey[]> {
  const { organizationId, accountId, memberId, revokesKeys, by } = change;
  const isSelf = memberId === accountId;
  return services.db.transaction().execute(async (trx) => {
    const organization = requireFound(await lockOrganization(trx, organizationId));
    const actor = requireFound(await findMember(trx, organizationId, accountId));
    const target = requireFound(await findMember(trx, organizationId, memberId));
    const owners = await countOwners(trx, organizationId);
    requireAllowed(judgeRemoval({ actor: actor.role, target: target.role, isSelf, owners }));
    // The route's guard admits every member, because everyone may leave; managing others takes more (shared/permissions).
    const isManaging = !isSelf || revokesKeys;
    if (revokesKeys && !can(actor.role, 'keys:manage')) {
      throw new AppError('SCOPE_DENIED', { details: { required_permission: 'keys:manage' } });
    }
    if (isManaging && organization.suspended_at !== null) throw new AppError('WORKSPACE_SUSPENDED');
    if (isManaging && !change.isEmailVerified) throw new AppError('ACCOUNT_EMAIL_NOT_VERIFIED');
    await deleteMembership(trx, organizationId, memberId);
    await writeAudit(trx, {
      ...by,
      organizationId,
      action: 'member.removed',
      target: { kind: 'account', id: memberId },
      details: { email: target.email, role: target.role, left: isSelf },
    });
    await revokeInvitationsBeyond(trx, change, { accountId: memberId, left: null });
    if (target.role === 'owner') {
      await tellOwners(trx, services, change, { personId: memberId, change: isSelf ? 'left' : 'removed' });
    }
    return settleKeysOf(trx, { accountId: memberId, organizationId }, { revokes: revokesKeys, by });
  });
}
