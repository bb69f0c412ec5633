import type { CountedKey, KeyUse } from '../../http/guards.ts';
import type { KnownKeyRefusal } from '../../http/refused-tokens.ts';
import type { Db } from '../../platform/database.ts';
import { quotaDecisionOf } from '../../platform/quota-store.ts';
import type { QuotaBasis } from '../../shared/operations.ts';
import { limitStateOf } from '../../platform/rate-limits.ts';
import { decisionOf } from '../../platform/rate-limit-store.ts';
import { hashToken } from '../../shared/api-key-format.ts';
import { isScope } from '../../shared/scopes.ts';
import { admitKey } from './queries.ts';

/** Whose key it is, and how its request was counted; `invalid` when it is unknown. The guard has already checked its form. */
export async function authenticateKey(
  db: Db,
  key: string,
  use: KeyUse,
  basis: QuotaBasis,
): Promise<CountedKey | KnownKeyRefusal | 'invalid'> {
  const row = await admitKey(db, Buffer.from(hashToken(key)), use, basis);
  if (row === undefined) return 'invalid';
  const { id: keyId, organization_id: organizationId, unusable, mode, is_suspended, is_admitted } = row;
  if (unusable !== null) return { kind: 'known_key', keyId, organizationId, reason: unusable };
  const { buckets } = use;
  return {
    principal: {
      kind: 'api_key',
      keyId,
      organizationId,
      mode,
      scopes: row.scopes.filter(isScope),
      organizationStatus: is_suspended ? 'suspended' : 'active',
    },
    counted:
      is_admitted && buckets !== null
        ? limitStateOf(decisionOf({ burst: buckets.burst, ratePerSecond: buckets.perSecond }, row))
        : null,
    quota: use.unit === null ? undefined : quotaDecisionOf(row.quota, use.unit),
  };
}
