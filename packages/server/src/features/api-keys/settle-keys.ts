import type { Db } from '../../platform/database.ts';
import type { AuditEntry } from '../audit/index.ts';
import { listKeysMadeBy, type ApiKey } from './queries.ts';
import { revokeKey } from './revoke-key.ts';

/**
 * The usable keys that an account made in an organization; revoked on request, each with its row in the log. Runs in the caller's
 * transaction.
 */
export async function settleKeysOf(
  trx: Db,
  { accountId, organizationId }: { accountId: string; organizationId: string },
  { revokes, by }: { revokes: boolean; by: Pick<AuditEntry, 'actor' | 'address' | 'requestId'> },
): Promise<ApiKey[]> {
  const keys = await listKeysMadeBy(trx, { accountId, organizationId });
  if (!revokes) return keys;
  const revoked: ApiKey[] = [];
  for (const { id } of keys) {
    const row = await revokeKey(trx, { ...by, id, organizationId });
    if (row !== undefined) revoked.push(row);
  }
  return revoked;
}
