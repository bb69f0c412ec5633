import type { Db } from '../../../platform/database.ts';
import type { SubscribedType } from '../../../shared/event-types.ts';
import type { UnappliedReason } from '../../../shared/billing-words.ts';
import { recordEvent } from '../../events/index.ts';
import type { Order } from './order.ts';
import { presentOrder, presentTransaction } from './present.ts';
import { findWalletEntry } from './queries/transactions.ts';

type OrderEvent = Extract<SubscribedType, `order.${string}` | 'payment.succeeded' | 'payment.late_received'>;

/** Tells of an order as it is now; once for each order and event. An address to pay at is not told. */
export async function tellOfOrder(trx: Db, type: OrderEvent, order: Order): Promise<void> {
  const { id, organizationId, version } = order;
  const data = { ...presentOrder(order, null), version };
  await recordEvent(trx, { organizationId, type, sandbox: false, data, dedupeKey: `${type}:${id}` });
}

/** Tells that money for an order waits for a person, and nothing of what the gateway said. */
export async function tellOfReview(
  trx: Db,
  { id, orderNo, organizationId }: Order,
  { reason, paymentId }: { reason: UnappliedReason; paymentId: string },
): Promise<void> {
  const data = { class: reason, order_id: id, order_no: orderNo };
  const type = 'payment.review_required';
  await recordEvent(trx, { organizationId, type, sandbox: false, data, dedupeKey: `${type}:${paymentId}` });
}

/** Tells of an entry of the wallet. */
export async function tellOfBalance(trx: Db, organizationId: string, transactionId: string): Promise<void> {
  const entry = await findWalletEntry(trx, organizationId, transactionId);
  if (entry === undefined) return;
  const type = entry.direction === 'credit' ? 'balance.credited' : 'balance.debited';
  const data = presentTransaction(entry);
  await recordEvent(trx, { organizationId, type, sandbox: false, data, dedupeKey: `${type}:${transactionId}` });
}
