import type { DbTransaction } from '../../platform/database.ts';
import { AppError } from '../../shared/app-error.ts';
import { hashSecretToken } from '../../shared/session-token.ts';
import { writeAudit } from '../audit/index.ts';
import {
  findInvitationFor,
  findOwnOrganization,
  insertMembership,
  lockOrganization,
  markInvitationAccepted,
  type OwnOrganization,
} from './queries.ts';
import type { Change, OrganizationServices } from './services.ts';
import { tellOwners } from './tell-owners.ts';

/** The same for a token that is unknown, used, replaced, revoked, expired or somebody else's. */
function tokenInvalid(): AppError {
  return new AppError('CONFLICT', { details: { reason: 'token_invalid' } });
}

/**
 * Makes the account a member. Accepting again changes nothing, as long as the account is a member.
 *
 * @throws {AppError} ACCOUNT_EMAIL_NOT_VERIFIED, CONFLICT, WORKSPACE_SUSPENDED
 */
export async function acceptInvitation(
  services: OrganizationServices,
  input: Omit<Change, 'organizationId'> & { token: string; isEmailVerified: boolean },
): Promise<OwnOrganization> {
  if (!input.isEmailVerified) throw new AppError('ACCOUNT_EMAIL_NOT_VERIFIED');
  return services.db.transaction().execute((trx) => acceptAs(trx, services, input));
}

/**
 * The same for an account whose address is confirmed, in the caller's transaction.
 *
 * @throws {AppError} CONFLICT, WORKSPACE_SUSPENDED
 */
export async function acceptAs(
  trx: DbTransaction,
  services: OrganizationServices,
  { token, accountId, by }: Omit<Change, 'organizationId'> & { token: string },
): Promise<OwnOrganization> {
  const tokenSha256 = hashSecretToken(token);
  const seen = await findInvitationFor(trx, tokenSha256, accountId);
  if (seen === undefined) throw tokenInvalid();
  const organization = await lockOrganization(trx, seen.organization_id);
  // Checked again, now that nobody else can use or revoke it.
  const invitation = await findInvitationFor(trx, tokenSha256, accountId);
  if (organization === undefined || invitation === undefined) throw tokenInvalid();
  const before = await findOwnOrganization(trx, organization.id, accountId);
  if (invitation.accepted_at !== null && before !== undefined) return before;
  const isOver = invitation.accepted_at !== null || invitation.revoked_at !== null || !invitation.is_in_time;
  if (isOver) throw tokenInvalid();
  if (organization.suspended_at !== null) throw new AppError('WORKSPACE_SUSPENDED');
  await markInvitationAccepted(trx, invitation.id);
  // A member who joined in another way keeps their role.
  if (before !== undefined) return before;
  const { role } = invitation;
  await insertMembership(trx, { organization_id: organization.id, account_id: accountId, role });
  await writeAudit(trx, {
    ...by,
    organizationId: organization.id,
    action: 'member.joined',
    target: { kind: 'account', id: accountId },
    details: { role, invitation: invitation.id },
  });
  const joining = { organizationId: organization.id, accountId, by };
  if (role === 'owner') await tellOwners(trx, services, joining, { personId: accountId, change: 'joined' });
  return { ...organization, role };
}
