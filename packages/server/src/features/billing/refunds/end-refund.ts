import type { DbTransaction } from '../../../platform/database.ts';
import { fenFromStored } from '../../../shared/fen.ts';
import { postTransaction } from '../ledger/index.ts';
import { tellOfBalance } from '../orders/index.ts';
import { undoHold } from '../recognition/index.ts';
import { endRefunded } from '../subscriptions/index.ts';
import {
  endRefundRow,
  findRefund,
  lockForRefund,
  moveRequest,
  settleOnOrder,
  type RequestRow,
} from './queries/requests.ts';
import { tellOfRefund } from './records.ts';

/**
 * Ends a refund: its money has gone where it was to go, and a plan lasts no longer than it is still paid; or it is given back to
 * where it was held from. A refund that has ended stays as it is.
 *
 * @returns the request, or undefined when it had ended
 */
export async function endRefund(
  trx: DbTransaction,
  requestId: string,
  { outcome, refundNo }: { outcome: 'succeeded' | 'failed'; refundNo: string | null },
): Promise<RequestRow | undefined> {
  const named = await findRefund(trx, requestId);
  if (named === undefined) throw new Error(`refund ${requestId} does not exist`);
  const order = await lockForRefund(trx, named.order_id);
  const refund = await findRefund(trx, requestId);
  if (order === undefined || refund === undefined) throw new Error(`refund ${requestId} has no order`);
  if (refund.state === 'succeeded' || refund.state === 'failed') return undefined;
  const amount = fenFromStored(refund.amount_fen);
  const isPaid = outcome === 'succeeded';
  const isOfPlan = order.fulfillmentKind === 'plan';
  const goal = { credit: refund.destination === 'balance' ? 'wallet' : 'cash_epay', amount } as const;
  const back = { orderId: order.id, holdTransactionId: refund.hold_transaction_id };
  const posted = await postTransaction(trx, {
    kind: isPaid ? 'refund_done' : 'refund_failed',
    sourceId: requestId,
    organizationId: order.organizationId,
    entries: [{ debit: 'refund_clearing', amount }, ...(isPaid ? [goal] : await undoHold(trx, back))],
  });
  if (posted.kind === 'insufficient') throw new Error(`the money of refund ${requestId} is not held`);
  await tellOfBalance(trx, order.organizationId, posted.id);
  await endRefundRow(trx, requestId, { state: outcome, transactionId: posted.id, refundNo });
  await settleOnOrder(trx, refund.order_id, amount, isPaid);
  if (isPaid && isOfPlan) await endRefunded(trx, { orderId: order.id, requestId });
  const row = await moveRequest(trx, requestId, {
    from: ['approved', 'processing'],
    to: outcome,
    ends: true,
    ...(isPaid ? {} : { failure: 'REFUND_PROVIDER_FAILED' }),
  });
  if (row === undefined) throw new Error(`request ${requestId} is not under way`);
  await tellOfRefund(trx, outcome, row);
  return row;
}
