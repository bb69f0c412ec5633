import type { KnownKeyRefusal } from '../../http/refused-tokens.ts';
import type { Db } from '../../platform/database.ts';
import { hashToken } from '../../shared/api-key-format.ts';
import type { ApiKeyPrincipal } from '../../shared/principal.ts';
import { isScope } from '../../shared/scopes.ts';
import { findKeyBySecret, touchKey } from './queries.ts';

/** Whose key it is; `invalid` when it is unknown. The guard has already checked its form. */
export async function authenticateKey(db: Db, key: string): Promise<ApiKeyPrincipal | KnownKeyRefusal | 'invalid'> {
  const row = await findKeyBySecret(db, Buffer.from(hashToken(key)));
  if (row === undefined) return 'invalid';
  const { id: keyId, organization_id: organizationId, unusable } = row;
  if (unusable !== null) return { kind: 'known_key', keyId, organizationId, reason: unusable };
  await touchKey(db, keyId);
  return {
    kind: 'api_key',
    keyId,
    organizationId,
    mode: row.mode,
    scopes: row.scopes.filter(isScope),
    organizationStatus: row.suspended_at === null ? 'active' : 'suspended',
  };
}
