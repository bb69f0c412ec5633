import type { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { isId } from '../../shared/ids.ts';
import { writeAudit, type AuditedBy } from '../audit/index.ts';
import { findIncident, insertUpdate, lockIncident, type Incident } from './queries.ts';
import type { incidentUpdateBody } from './schemas.ts';

/** Adds what is known by now. One that was resolved may be taken up again. Undefined when there is no such incident. */
export async function updateIncident(
  db: Db,
  id: string,
  { state, text }: z.output<typeof incidentUpdateBody>,
  by: AuditedBy,
): Promise<Incident | undefined> {
  if (!isId('incident', id)) return undefined;
  return db.transaction().execute(async (trx) => {
    if (!(await lockIncident(trx, id))) return undefined;
    await insertUpdate(trx, { incidentId: id, state, text });
    await writeAudit(trx, {
      ...by,
      organizationId: null,
      action: 'incident.updated',
      target: { kind: 'incident', id },
      details: { state },
    });
    return findIncident(trx, id);
  });
}
