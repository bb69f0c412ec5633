import type { z } from 'zod';
import type { Db } from '../../platform/database.ts';
import { newId } from '../../shared/ids.ts';
import { writeAudit, type AuditedBy } from '../audit/index.ts';
import { findIncident, insertIncident, insertUpdate, type Incident } from './queries.ts';
import type { incidentBody } from './schemas.ts';

/** Publishes an incident with its first update. */
export async function openIncident(
  db: Db,
  { component, title, state, text }: z.output<typeof incidentBody>,
  by: AuditedBy,
): Promise<Incident> {
  const id = newId('incident');
  return db.transaction().execute(async (trx) => {
    await insertIncident(trx, { id, component, title });
    await insertUpdate(trx, { incidentId: id, state, text });
    await writeAudit(trx, {
      ...by,
      organizationId: null,
      action: 'incident.opened',
      target: { kind: 'incident', id },
      details: { component, state },
    });
    const incident = await findIncident(trx, id);
    if (incident === undefined) throw new Error(`the incident ${id} is gone within its transaction`);
    return incident;
  });
}
