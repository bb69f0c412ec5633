import type { Db } from '../../platform/database.ts';
import type { ServerLimits } from '../../shared/limits.ts';
import { writeRefusal, type AuditEntry } from '../audit/index.ts';

/** Records a wrong administrator token; the row belongs to no organization, so that only the operator can read it. */
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
