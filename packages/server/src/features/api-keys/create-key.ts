import type { Db } from '../../platform/database.ts';
import type { KeyMode } from '../../shared/api-key-format.ts';
import { newApiKey } from '../../shared/api-key-format.ts';
import { newId } from '../../shared/ids.ts';
import { DEFAULT_SCOPES, type Scope } from '../../shared/scopes.ts';
import { writeAudit, type AuditEntry } from '../audit/index.ts';
import { insertKey, type ApiKey } from './queries.ts';

/** The row, and the secret that is shown this once and stored nowhere. */
export interface CreatedKey {
  row: ApiKey;
  key: string;
}

/** Makes a key; in the caller's transaction. */
export async function createKey(
  trx: Db,
  input: {
    organizationId: string;
    name: string;
    mode: KeyMode;
    scopes?: readonly Scope[] | undefined;
    /** Default: it never expires. */
    expiresAt?: Date | null;
    /** The account that makes it; none by default. */
    createdBy?: string | null;
  } & Pick<AuditEntry, 'actor' | 'address' | 'requestId'>,
): Promise<CreatedKey> {
  const secret = newApiKey(input.mode);
  const row = await insertKey(trx, {
    id: newId('apiKey'),
    organization_id: input.organizationId,
    name: input.name,
    prefix: secret.prefix,
    mode: input.mode,
    scopes: [...(input.scopes ?? DEFAULT_SCOPES)],
    secret_sha256: Buffer.from(secret.sha256, 'hex'),
    created_by: input.createdBy ?? null,
    expires_at: input.expiresAt ?? null,
  });
  await writeAudit(trx, {
    organizationId: input.organizationId,
    actor: input.actor,
    action: 'api_key.created',
    target: { kind: 'api_key', id: row.id },
    address: input.address ?? null,
    requestId: input.requestId ?? null,
    details: {
      name: row.name,
      mode: row.mode,
      scopes: row.scopes,
      prefix: row.prefix,
      expires_at: row.expires_at?.toISOString() ?? null,
    },
  });
  return { row, key: secret.key };
}
