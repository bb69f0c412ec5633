import type { KnownKeyRefusal } from '../../http/refused-tokens.ts';
import type { Db } from '../../platform/database.ts';
import type { ServerLimits } from '../../shared/limits.ts';
import { writeRefusal, type AuditEntry } from '../audit/index.ts';

/** Tells an organization that one of its keys is still in use somewhere, although it is revoked or has expired. */
export async function auditRefusedKey(
  db: Db,
  limits: Pick<ServerLimits, 'refusalRowsPerHour'>,
  { keyId, organizationId, reason }: KnownKeyRefusal,
  from: { address: string } & Pick<AuditEntry, 'requestId'>,
): Promise<void> {
  await writeRefusal(db, limits, {
    organizationId,
    actor: { kind: 'api_key', id: keyId },
    action: 'api_key.refused',
    target: { kind: 'api_key', id: keyId },
    ...from,
    details: { reason },
  });
}
