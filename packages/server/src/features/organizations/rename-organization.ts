import { writeAudit } from '../audit/index.ts';
import { findOwnOrganization, lockOrganization, updateName, type OwnOrganization } from './queries.ts';
import { requireFound } from './refusals.ts';
import type { Change, OrganizationServices } from './services.ts';

export async function renameOrganization(
  { db }: OrganizationServices,
  { organizationId, accountId, by, name }: Change & { name: string },
): Promise<OwnOrganization> {
  return db.transaction().execute(async (trx) => {
    await lockOrganization(trx, organizationId);
    const organization = requireFound(await findOwnOrganization(trx, organizationId, accountId));
    if (organization.name === name) return organization;
    await updateName(trx, organizationId, name);
    await writeAudit(trx, {
      ...by,
      organizationId,
      action: 'organization.updated',
      target: { kind: 'organization', id: organizationId },
      details: { name: { from: organization.name, to: name } },
    });
    return { ...organization, name };
  });
}
