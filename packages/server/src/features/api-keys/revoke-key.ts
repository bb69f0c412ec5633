import type { Db } from '../../platform/database.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import { lockKey, markKeyRevoked, type ApiKey } from './queries.ts';

/** Revokes a key for good, in the caller's transaction; revoking twice changes nothing. Undefined when there is no such key. */
export async function revokeKey(
  trx: Db,
  input: {
    id: string;
    /** Limits the search to this organization; omitted for the operator's command. */
    organizationId?: string;
  } & Pick<AuditEntry, 'actor' | 'address' | 'requestId'>,
): Promise<ApiKey | undefined> {
  const before = await lockKey(trx, input.id, input.organizationId ?? null);
  if (before === undefined || before.revoked_at !== null) return before;
  const row = await markKeyRevoked(trx, before.id);
  await writeAudit(trx, {
    organizationId: row.organization_id,
    actor: input.actor,
    action: 'api_key.revoked',
    target: { kind: 'api_key', id: row.id },
    address: input.address ?? null,
    requestId: input.requestId ?? null,
    details: { name: row.name, prefix: row.prefix },
  });
  return row;
}
