import { AppError } from '../../shared/app-error.ts';
import { writeAudit } from '../audit/index.ts';
import { countOwners, deleteMembership, findMember, lockOrganization } from './queries.ts';
import { requireAllowed, requireFound } from './refusals.ts';
import { revokeInvitationsBeyond } from './revoke-invitation.ts';
import { judgeRemoval } from './rules.ts';
import type { Change, OrganizationServices } from './services.ts';

/**
 * Takes a member out, or lets one leave.
 *
 * @throws {AppError} NOT_FOUND, SCOPE_DENIED, WORKSPACE_SUSPENDED, ACCOUNT_EMAIL_NOT_VERIFIED, CONFLICT
 */
export async function removeMember(
  { db }: OrganizationServices,
  change: Change & { memberId: string; isEmailVerified: boolean },
): Promise<void> {
  const { organizationId, accountId, memberId, by } = change;
  const isSelf = memberId === accountId;
  await db.transaction().execute(async (trx) => {
    const organization = requireFound(await lockOrganization(trx, organizationId));
    const actor = requireFound(await findMember(trx, organizationId, accountId));
    const target = requireFound(await findMember(trx, organizationId, memberId));
    const owners = await countOwners(trx, organizationId);
    requireAllowed(judgeRemoval({ actor: actor.role, target: target.role, isSelf, owners }));
    // The route's guard lets every member in, because everyone may leave; managing asks for more (shared/permissions).
    if (!isSelf && organization.suspended_at !== null) throw new AppError('WORKSPACE_SUSPENDED');
    if (!isSelf && !change.isEmailVerified) throw new AppError('ACCOUNT_EMAIL_NOT_VERIFIED');
    await deleteMembership(trx, organizationId, memberId);
    await writeAudit(trx, {
      ...by,
      organizationId,
      action: 'member.removed',
      target: { kind: 'account', id: memberId },
      details: { email: target.email, role: target.role, left: isSelf },
    });
    await revokeInvitationsBeyond(trx, change, { accountId: memberId, left: null });
  });
}
