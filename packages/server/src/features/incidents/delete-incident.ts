import type { Db } from '../../platform/database.ts';
import { isId } from '../../shared/ids.ts';
import { writeAudit, type AuditedBy } from '../audit/index.ts';
import { removeIncident } from './queries.ts';

/** Takes back what was published by mistake. Answers whether there was such an incident. */
export async function deleteIncident(db: Db, id: string, by: AuditedBy): Promise<boolean> {
  if (!isId('incident', id)) return false;
  return db.transaction().execute(async (trx) => {
    if (!(await removeIncident(trx, id))) return false;
    await writeAudit(trx, {
      ...by,
      organizationId: null,
      action: 'incident.deleted',
      target: { kind: 'incident', id },
    });
    return true;
  });
}
