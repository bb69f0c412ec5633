import type { Db } from '../../platform/database.ts';
import type { ServerLimits } from '../../shared/limits.ts';
import { writeRefusal, type AuditEntry } from '../audit/index.ts';

/** Somebody showed another token than the administrator's; of no organization, so that the operator alone can read it. */
export async function auditRefusedAdminToken(
  db: Db,
  limits: Pick<ServerLimits, 'refusalRowsPerHour'>,
  from: { address: string } & Pick<AuditEntry, 'requestId'>,
): Promise<void> {
  await writeRefusal(db, limits, {
    organizationId: null,
    actor: { kind: 'admin_token', id: null },
    action: 'admin_token.refused',
    target: { kind: 'admin_token', id: null },
    ...from,
  });
}
