import { AppError } from '../../shared/app-error.ts';
import { queueMail } from '../mail/index.ts';
import { listOwners } from '../notices/index.ts';
import { findMember, lockOrganization, type OrganizationChange } from '../organizations/index.ts';
import { endOrganization, type CredentialsChoice } from './end-organization.ts';
import type { RightsServices } from './services.ts';

export interface ClosedOrganization {
  id: string;
  closedAt: Date;
}

/**
 * An owner closes an organization for good, and all owners are told by mail. A personal one closes only with its account: every
 * account has one, and acts for it when no other is named.
 *
 * @throws {AppError} NOT_FOUND, SCOPE_DENIED, WORKSPACE_SUSPENDED, CONFLICT
 */
export async function closeOrganization(
  services: RightsServices,
  { organizationId, accountId, by, credentials }: OrganizationChange & { credentials: CredentialsChoice },
): Promise<ClosedOrganization> {
  const closedAt = await services.db.transaction().execute(async (trx) => {
    const organization = await lockOrganization(trx, organizationId);
    // The current membership: the one that the guard saw may have ended.
    const actor = await findMember(trx, organizationId, accountId);
    if (organization === undefined || actor === undefined) throw new AppError('NOT_FOUND');
    if (actor.role !== 'owner') {
      throw new AppError('SCOPE_DENIED', { details: { required_permission: 'organization:close' } });
    }
    if (organization.suspended_at !== null) throw new AppError('WORKSPACE_SUSPENDED');
    if (organization.kind === 'personal') {
      throw new AppError('CONFLICT', { details: { reason: 'personal_organization' } });
    }
    const owners = await listOwners(trx, organizationId);
    const ended = await endOrganization(trx, services, { organizationId, credentials, by, forgetsName: false });
    const values = {
      organization: organization.name,
      credentials: credentials === 'keep' ? ('kept' as const) : ('revoked' as const),
      address: by.address ?? '',
      when: services.clock.now().toISOString(),
    };
    for (const { email, language } of owners) {
      await queueMail(trx, services.secrets, { template: 'organization_closed', to: email, language, values });
    }
    return ended;
  });
  return { id: organizationId, closedAt };
}
