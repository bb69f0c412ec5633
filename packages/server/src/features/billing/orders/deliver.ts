import type { DbTransaction } from '../../../platform/database.ts';
import { tellOfBalance } from './events.ts';
import type { Order } from './order.ts';
import { moveOrder } from './queries/orders.ts';
import { insertFulfillment } from './queries/payments.ts';
import { postTransaction, type Side } from '../ledger/index.ts';

/** What an order gives for its money. */
export type Goods = { kind: 'balance' } | { kind: 'late_to_balance' } | { kind: 'plan'; periodId: string };

/** Locks and makes what the order gives, before any money moves: the ledger is locked last. */
export function prepareGoods(_trx: DbTransaction, order: Order, { isLate }: { isLate: boolean }): Promise<Goods> {
  if (order.purpose === 'balance_recharge') return Promise.resolve({ kind: 'balance' });
  if (isLate) return Promise.resolve({ kind: 'late_to_balance' });
  return Promise.resolve({ kind: 'late_to_balance' });
}

/**
 * Books what a paid order gives, and ends it.
 *
 * @param from where its money is
 */
export async function bookGoods(
  trx: DbTransaction,
  order: Order,
  { goods, from }: { goods: Goods; from: readonly Side[] },
): Promise<Order> {
  const { id, organizationId, amount, orderNo } = order;
  const posted = await postTransaction(trx, {
    kind: 'fulfil',
    sourceId: id,
    organizationId,
    memo: orderNo,
    entries: [...from, { credit: goods.kind === 'plan' ? 'deferred_revenue' : 'wallet', amount }],
  });
  if (posted.kind === 'insufficient') throw new Error(`order ${id}: ${posted.account} has too little`);
  await insertFulfillment(trx, {
    order_id: id,
    kind: goods.kind,
    transaction_id: posted.id,
    subscription_period_id: goods.kind === 'plan' ? goods.periodId : null,
  });
  const fulfilled = await moveOrder(trx, id, { status: 'fulfilled', fulfilled: goods.kind });
  await tellOfBalance(trx, organizationId, posted.id);
  return fulfilled;
}
