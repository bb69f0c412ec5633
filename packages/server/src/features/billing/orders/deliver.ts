import type { DbTransaction } from '../../../platform/database.ts';
import { postTransaction, type NewTransaction } from '../ledger/index.ts';
import { grantPeriod, planSnapshotSchema } from '../subscriptions/index.ts';
import { tellOfBalance } from './events.ts';
import type { Order } from './order.ts';
import { moveOrder } from './queries/orders.ts';
import { insertFulfillment } from './queries/payments.ts';

/** What an order gives for its money. */
export type Goods =
  | { kind: 'balance' }
  /** Not the plan: it came too late, or what was offered cannot be had anymore. */
  | { kind: 'late_to_balance'; why: string }
  | { kind: 'plan'; periodId: string };

/** Locks and makes what the order gives, before any money moves: the ledger is locked last. */
export async function prepareGoods(
  trx: DbTransaction,
  { id, organizationId, purpose, amount, planSnapshot }: Order,
  { isLate }: { isLate: boolean },
): Promise<Goods> {
  if (purpose === 'balance_recharge') return { kind: 'balance' };
  // The price, the plan, and what else was bought may have changed since.
  if (isLate) return { kind: 'late_to_balance', why: 'the order was closed' };
  const snapshot = planSnapshotSchema.parse(planSnapshot);
  const granted = await grantPeriod(trx, { orderId: id, organizationId, snapshot, amount });
  return 'impossible' in granted
    ? { kind: 'late_to_balance', why: granted.impossible }
    : { kind: 'plan', periodId: granted.periodId };
}

/**
 * Books what a paid order gives, and ends it; or answers that its money is not there, and has booked nothing.
 *
 * @param from where its money is
 */
export async function bookGoods(
  trx: DbTransaction,
  { id, organizationId, amount, orderNo }: Order,
  { goods, from }: { goods: Goods; from: NewTransaction['entries'] },
): Promise<Order | 'insufficient'> {
  const posted = await postTransaction(trx, {
    kind: 'fulfil',
    sourceId: id,
    organizationId,
    memo: orderNo,
    entries: [...from, { credit: goods.kind === 'plan' ? 'deferred_revenue' : 'wallet', amount }],
  });
  if (posted.kind === 'insufficient') return 'insufficient';
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

/** As {@link bookGoods}, of money that was received and waits between two accounts. */
export async function bookReceived(trx: DbTransaction, order: Order, goods: Goods): Promise<Order> {
  const from = [{ debit: 'payment_clearing', amount: order.amount }] as const;
  const fulfilled = await bookGoods(trx, order, { goods, from });
  if (fulfilled === 'insufficient') throw new Error(`order ${order.id}: its money is not where it was put`);
  return fulfilled;
}
