import type { DbTransaction } from '../../platform/database.ts';
import { writeAudit } from '../audit/index.ts';
import { findOwnOrganization, lockOrganization, updateName, type OwnOrganization } from './queries.ts';
import { requireFound } from './refusals.ts';
import type { Change, OrganizationServices } from './services.ts';
import { storeProviderCode } from './store-provider-code.ts';

export interface OrganizationChange {
  /** Undefined leaves it as it is. */
  name?: string | undefined;
  /** Null removes it; undefined leaves it as it is. */
  providerCode?: string | null | undefined;
}

export async function updateOrganization(
  { db }: OrganizationServices,
  { organizationId, accountId, by, name, providerCode }: Change & OrganizationChange,
): Promise<OwnOrganization> {
  return db.transaction().execute(async (trx) => {
    await lockOrganization(trx, organizationId);
    const before = requireFound(await findOwnOrganization(trx, organizationId, accountId));
    const renamed = name === undefined || name === before.name ? before : await rename(trx, before, name, by);
    if (providerCode === undefined || providerCode === before.provider_code) return renamed;
    await storeProviderCode(trx, { ...by, organizationId, code: providerCode });
    return { ...renamed, provider_code: providerCode };
  });
}

async function rename(
  trx: DbTransaction,
  before: OwnOrganization,
  name: string,
  by: Change['by'],
): Promise<OwnOrganization> {
  await updateName(trx, before.id, name);
  await writeAudit(trx, {
    ...by,
    organizationId: before.id,
    action: 'organization.updated',
    target: { kind: 'organization', id: before.id },
    details: { name: { from: before.name, to: name } },
  });
  return { ...before, name };
}
