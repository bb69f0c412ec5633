import type { Db } from '../../platform/database.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import { markKeyRevoked, type ApiKey } from './queries.ts';

/** Revokes a key for good; revoking twice changes nothing. Undefined: there is no such key. */
export async function revokeKey(
  trx: Db,
  input: { id: string; actor: AuditEntry['actor'] },
): Promise<ApiKey | undefined> {
  const row = await markKeyRevoked(trx, input.id);
  if (row === undefined) return undefined;
  await writeAudit(trx, {
    organizationId: row.organization_id,
    actor: input.actor,
    action: 'api_key.revoked',
    target: { kind: 'api_key', id: row.id },
    details: { name: row.name, prefix: row.prefix },
  });
  return row;
}
