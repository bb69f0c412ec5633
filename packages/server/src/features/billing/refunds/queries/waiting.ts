import type { Db } from '../../../../platform/database.ts';
import type { RequestRow } from './requests.ts';

/** Requests that wait for a person, with the numbers of their orders, the oldest first. */
export async function listWaiting(
  db: Db,
  which: 'to_decide' | 'unknown_outcome',
  limit: number,
): Promise<(RequestRow & { order_no: string })[]> {
  return db
    .selectFrom('refund_request')
    .innerJoin('payment_order', 'payment_order.id', 'refund_request.order_id')
    .leftJoin('provider_refund', 'provider_refund.request_id', 'refund_request.id')
    .selectAll('refund_request')
    .select('payment_order.order_no')
    .where((eb) =>
      which === 'to_decide'
        ? eb('refund_request.status', '=', 'submitted')
        : eb('provider_refund.state', '=', 'unknown'),
    )
    .orderBy('refund_request.created_at')
    .orderBy('refund_request.id')
    .limit(limit)
    .execute();
}
