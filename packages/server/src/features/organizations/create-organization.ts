import type { Db } from '../../platform/database.ts';
import type { OrganizationKind } from '../../platform/schema/organizations.ts';
import { newId } from '../../shared/ids.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import { insertOrganization, type Organization } from './queries.ts';

/** Makes an organization, in the caller's transaction. */
export async function createOrganization(
  trx: Db,
  input: { name: string; kind: OrganizationKind } & Pick<AuditEntry, 'actor' | 'address' | 'requestId'>,
): Promise<Organization> {
  const { name, kind, ...by } = input;
  const organization = await insertOrganization(trx, { id: newId('organization'), name, kind });
  await writeAudit(trx, {
    ...by,
    organizationId: organization.id,
    action: 'organization.created',
    target: { kind: 'organization', id: organization.id },
    details: { name: organization.name },
  });
  return organization;
}
