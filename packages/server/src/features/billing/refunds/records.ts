import type { Db } from '../../../platform/database.ts';
import { fenFromStored, fenToJson } from '../../../shared/fen.ts';
import { writeAudit, type AuditedBy } from '../../audit/index.ts';
import { recordEvent } from '../../events/index.ts';
import { presentRefund } from './present.ts';
import type { RequestRow } from './queries/requests.ts';
import type { AuditVerb } from '../../../shared/audit-actions.ts';

/** Tells of a request as it is now; once for each request and event. */
export async function tellOfRefund(
  trx: Db,
  what: 'requested' | 'approved' | 'rejected' | 'succeeded' | 'failed',
  row: RequestRow,
): Promise<void> {
  const type = `refund.${what}` as const;
  const { id, organization_id: organizationId } = row;
  const data = presentRefund(row);
  await recordEvent(trx, { organizationId, type, sandbox: false, data, dedupeKey: `${type}:${id}` });
}

export async function auditRefund(trx: Db, what: AuditVerb<'refund'>, row: RequestRow, by: AuditedBy): Promise<void> {
  await writeAudit(trx, {
    ...by,
    organizationId: row.organization_id,
    action: `refund.${what}`,
    target: { kind: 'refund_request', id: row.id },
    details: {
      order_id: row.order_id,
      amount_minor: fenToJson(fenFromStored(row.amount_fen)),
      ...(row.decision_note === null ? {} : { note: row.decision_note }),
    },
  });
}
