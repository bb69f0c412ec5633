import { AppError } from '../../shared/app-error.ts';
import { newId } from '../../shared/ids.ts';
import type { Language } from '../../shared/language.ts';
import type { Role } from '../../shared/permissions.ts';
import { newSecretToken } from '../../shared/session-token.ts';
import { writeAudit } from '../audit/index.ts';
import { queueMail } from '../mail/index.ts';
import {
  findMember,
  findOpenInvitationTo,
  insertInvitation,
  isMemberAddress,
  lockOrganization,
  markInvitationRevoked,
  type Invitation,
} from './queries.ts';
import { requireAllowed, requireFound } from './refusals.ts';
import { judgeInvitation } from './rules.ts';
import type { Change, OrganizationServices } from './services.ts';

const INVITATION_LIFETIME_MS = 7 * 86_400_000;

export interface InvitationInput extends Change {
  email: string;
  role: Role;
  /** The language of the mail. */
  language: Language;
}

/**
 * Sends an invitation; an earlier one to the same address ends. Nothing here depends on whether the address has an
 * account, so nobody learns that from inviting.
 *
 * @throws {AppError} NOT_FOUND, SCOPE_DENIED, CONFLICT
 */
export async function inviteMember(services: OrganizationServices, input: InvitationInput): Promise<Invitation> {
  const { organizationId, accountId, email, role, language, by } = input;
  return services.db.transaction().execute(async (trx) => {
    const organization = requireFound(await lockOrganization(trx, organizationId));
    const inviter = requireFound(await findMember(trx, organizationId, accountId));
    requireAllowed(judgeInvitation(inviter.role, role, organization.kind));
    if (await isMemberAddress(trx, organizationId, email)) {
      throw new AppError('CONFLICT', { details: { reason: 'already_member' } });
    }
    const earlier = await findOpenInvitationTo(trx, organizationId, email);
    if (earlier !== undefined) {
      requireAllowed(judgeInvitation(inviter.role, earlier.role, organization.kind));
      await markInvitationRevoked(trx, earlier.id);
    }
    const { token, sha256 } = newSecretToken();
    const invitation = await insertInvitation(trx, {
      id: newId('invitation'),
      organization_id: organizationId,
      email,
      role,
      token_sha256: sha256,
      invited_by: accountId,
      lifetimeMs: INVITATION_LIFETIME_MS,
    });
    await queueMail(trx, services.secrets, {
      template: 'invitation',
      to: email,
      language,
      values: {
        link: services.links.invitation(language, token),
        organization: organization.name,
        inviter: inviter.name === '' ? inviter.email : inviter.name,
        role,
      },
    });
    await writeAudit(trx, {
      ...by,
      organizationId,
      action: 'member.invited',
      target: { kind: 'invitation', id: invitation.id },
      details: { email, role, ...(earlier === undefined ? {} : { replaces: earlier.id }) },
    });
    return invitation;
  });
}
