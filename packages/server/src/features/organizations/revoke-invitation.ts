import type { Db } from '../../platform/database.ts';
import type { Role } from '../../shared/permissions.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import {
  findMember,
  findOpenInvitation,
  listOpenInvitationsOf,
  lockOrganization,
  markInvitationRevoked,
  type Invitation,
} from './queries.ts';
import { requireAllowed, requireFound } from './refusals.ts';
import { judgeInvitation } from './rules.ts';
import type { Change, OrganizationServices } from './services.ts';

type AuditActor = Pick<AuditEntry, 'actor' | 'address' | 'requestId'>;

/** @throws {AppError} NOT_FOUND, SCOPE_DENIED */
export async function revokeInvitation(
  { db }: OrganizationServices,
  input: Change & { invitationId: string },
): Promise<void> {
  const { organizationId, accountId, by } = input;
  await db.transaction().execute(async (trx) => {
    const { kind } = requireFound(await lockOrganization(trx, organizationId));
    const actor = requireFound(await findMember(trx, organizationId, accountId));
    const invitation = requireFound(await findOpenInvitation(trx, organizationId, input.invitationId));
    requireAllowed(judgeInvitation(actor.role, invitation.role, kind));
    await revokeOne(trx, invitation, by);
  });
}

/**
 * Ends the invitations that a member sent and could no longer send with their remaining role: otherwise a manager about to be
 * removed could leave a door open. In the caller's transaction, under its lock.
 *
 * @param left null when they are no longer a member
 */
export async function revokeInvitationsBeyond(
  trx: Db,
  { organizationId, by }: Pick<Change, 'organizationId'> & { by: AuditActor },
  { accountId, left }: { accountId: string; left: Role | null },
): Promise<void> {
  for (const invitation of await listOpenInvitationsOf(trx, organizationId, accountId)) {
    const mayStay = left !== null && judgeInvitation(left, invitation.role, 'team') === 'allowed';
    if (!mayStay) await revokeOne(trx, invitation, by);
  }
}

async function revokeOne(trx: Db, { id, organization_id, email, role }: Invitation, by: AuditActor): Promise<void> {
  await markInvitationRevoked(trx, id);
  await writeAudit(trx, {
    ...by,
    organizationId: organization_id,
    action: 'invitation.revoked',
    target: { kind: 'invitation', id },
    details: { email, role },
  });
}
