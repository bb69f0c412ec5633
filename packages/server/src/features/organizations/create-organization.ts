import type { Db } from '../../platform/database.ts';
import type { OrganizationKind } from '../../platform/schema.ts';
import { newId } from '../../shared/ids.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import { insertOrganization, type Organization } from './queries.ts';

/** Makes an organization; in the caller's transaction. */
export async function createOrganization(
  trx: Db,
  input: { name: string; kind: OrganizationKind; actor: AuditEntry['actor'] },
): Promise<Organization> {
  const organization = await insertOrganization(trx, { id: newId('organization'), name: input.name, kind: input.kind });
  await writeAudit(trx, {
    organizationId: organization.id,
    actor: input.actor,
    action: 'organization.created',
    target: { kind: 'organization', id: organization.id },
    details: { name: organization.name },
  });
  return organization;
}
