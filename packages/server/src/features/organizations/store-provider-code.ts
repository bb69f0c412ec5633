import type { Db } from '../../platform/database.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import { updateProviderCode, type Organization } from './queries.ts';

/** Stores the provider code for the organization's labels, or removes it, in the caller's transaction. */
export async function storeProviderCode(
  trx: Db,
  input: { organizationId: string; code: string | null } & Pick<AuditEntry, 'actor' | 'address' | 'requestId'>,
): Promise<Organization> {
  const organization = await updateProviderCode(trx, input.organizationId, input.code);
  await writeAudit(trx, {
    organizationId: organization.id,
    actor: input.actor,
    address: input.address ?? null,
    requestId: input.requestId ?? null,
    action: 'organization.provider_code_changed',
    target: { kind: 'organization', id: organization.id },
    details: { provider_code: input.code },
  });
  return organization;
}
