import type { Db } from '../../platform/database.ts';
import { hashToken } from '../../shared/api-key-format.ts';
import type { ApiKeyPrincipal } from '../../shared/principal.ts';
import { isScope } from '../../shared/scopes.ts';
import { findUsableKey, touchKey } from './queries.ts';

/** Who a key belongs to; `invalid` when it is unknown, revoked or expired. Its form is the guard's to check, before. */
export async function authenticateKey(db: Db, key: string): Promise<ApiKeyPrincipal | 'invalid'> {
  const row = await findUsableKey(db, Buffer.from(hashToken(key)));
  if (row === undefined) return 'invalid';
  await touchKey(db, row.id);
  return {
    kind: 'api_key',
    keyId: row.id,
    organizationId: row.organization_id,
    mode: row.mode,
    scopes: row.scopes.filter(isScope),
    organizationStatus: row.suspended_at === null ? 'active' : 'suspended',
  };
}
