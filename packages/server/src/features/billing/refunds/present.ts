import type { z } from 'zod';
import { fenFromStored, fenToJson } from '../../../shared/fen.ts';
import type { RefundRow, RequestRow } from './queries/requests.ts';
import type { adminRefundSchema, PresentedRefund } from './schemas.ts';

export function presentRefund(row: RequestRow): PresentedRefund {
  return {
    id: row.id,
    order_id: row.order_id,
    amount_minor: fenToJson(fenFromStored(row.amount_fen)),
    currency: 'CNY',
    destination: row.destination,
    reason: row.reason,
    status: row.status,
    failure_code: row.failure_code,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  };
}

export function presentForOperator(row: RequestRow, refund: RefundRow | undefined): z.infer<typeof adminRefundSchema> {
  return {
    ...presentRefund(row),
    organization_id: row.organization_id,
    requested_by: row.created_by,
    decided_by: row.decided_by,
    decision_note: row.decision_note,
    provider_state: refund?.state ?? null,
    out_refund_no: refund?.out_refund_no ?? null,
    provider_refund_no: refund?.provider_refund_no ?? null,
    attempts: refund?.attempts ?? 0,
  };
}
