import { randomBytes } from 'node:crypto';
import type { SeededRandom } from '@revera/testkit';
import { receiveNotice } from '../../features/billing/orders/receive-notice.ts';
import { deliverLater } from '../../features/billing/orders/deliver-later.ts';
import { expireOrders } from '../../features/billing/orders/expire.ts';
import { cancelOpenOrder } from '../../features/billing/orders/index.ts';
import { pollOrders } from '../../features/billing/orders/poll-orders.ts';
import { cancelAtPeriodEnd, changeAutoRenew } from '../../features/billing/subscriptions/change.ts';
import { postTransaction } from '../../features/billing/ledger/index.ts';
import { retriedTransaction } from '../../platform/retried-transaction.ts';
import { AppError } from '../../shared/app-error.ts';
import { fen, formatYuan } from '../../shared/fen.ts';
import { newId } from '../../shared/ids.ts';
import { signV1 } from '../test-payments.ts';
import { killSession } from './faults.ts';
import { buyPlan, orderOverdue, rechargeOnce, renew } from './order-operations.ts';
import { decideSomeRefund, lookUpRefund, requestSomeRefund, workOnSome } from './refund-operations.ts';
import { makeStatements } from './months.ts';
import { useUnit } from './usage-operations.ts';
import { count, paymentOf, PID, type KnownOrder, type MoneyWorld } from './world.ts';

export type Operation = (world: MoneyWorld, random: SeededRandom) => Promise<unknown>;

const BY = { by: { actor: { kind: 'system', id: null } } } as const;

function oneOf<T>(random: SeededRandom, items: readonly T[]): T | undefined {
  return items.length === 0 ? undefined : items[random.below(items.length)];
}

/** The newest orders are the ones that things happen to, at once if possible. */
function someOrder({ orders }: MoneyWorld, random: SeededRandom): KnownOrder | undefined {
  return oneOf(random, orders.slice(-24));
}

const newTradeNo = (): string => `T${randomBytes(12).toString('hex')}`;

/** What the gateway sends of a payment. */
export function messageOf({ orderNo, amount }: Pick<KnownOrder, 'orderNo' | 'amount'>, tradeNo: string): string {
  const fields = {
    pid: PID,
    trade_no: tradeNo,
    out_trade_no: orderNo,
    type: 'alipay',
    name: 'product',
    money: formatYuan(amount),
    trade_status: 'TRADE_SUCCESS',
  };
  return new URLSearchParams(signV1(fields)).toString();
}

/** The gateway receives money, and tells of it; or somebody else does who has its key. */
function pay(
  world: MoneyWorld,
  { orderNo, amount }: Pick<KnownOrder, 'orderNo' | 'amount'>,
  { tradeNo, extra = 0n }: { tradeNo: string; extra?: bigint },
): Promise<void> {
  const message = messageOf({ orderNo, amount: fen(amount + extra) }, tradeNo);
  world.sent.push(message);
  return tell(world, message, tradeNo);
}

/** Sends a message as the gateway does. The payment counts as acknowledged when nobody need send it again. */
export async function tell(world: MoneyWorld, query: string, tradeNo: string | null): Promise<void> {
  const message = {
    method: 'GET',
    query,
    body: Buffer.of(),
    contentType: '',
    address: '192.0.2.1',
    source: 'notify',
  } as const;
  try {
    await receiveNotice(world.services, message);
  } catch (error) {
    const isBooked =
      error instanceof AppError && ['PAYMENT_ORDER_NOT_FOUND', 'PAYMENT_AMOUNT_MISMATCH'].includes(error.code);
    if (!isBooked) throw error;
  }
  if (tradeNo !== null) world.acknowledged.add(tradeNo);
}

/** The payment that an order has at the gateway: the same one each time. */
function payInFull(world: MoneyWorld, order: KnownOrder): Promise<void> {
  return pay(world, order, { tradeNo: paidAtGateway(world, order) });
}

function paidAtGateway({ received }: MoneyWorld, order: KnownOrder): string {
  const payment = received.get(order.orderNo) ?? paymentOf(order, newTradeNo());
  received.set(order.orderNo, payment);
  return payment.tradeNo;
}

const withOrder =
  (work: (world: MoneyWorld, order: KnownOrder, random: SeededRandom) => Promise<unknown>): Operation =>
  async (world, random) => {
    const order = someOrder(world, random);
    if (order !== undefined) await work(world, order, random);
  };

const withOrganization =
  (work: (world: MoneyWorld, organizationId: string, random: SeededRandom) => Promise<unknown>): Operation =>
  async (world, random) => {
    const organizationId = oneOf(random, world.organizations);
    if (organizationId !== undefined) await work(world, organizationId, random);
  };

const repeat: Operation = async (world, random) => {
  const message = oneOf(random, world.sent.slice(-60));
  if (message === undefined) return;
  const times = 1 + random.below(4);
  const told = await Promise.allSettled(Array.from({ length: times }, () => tell(world, message, null)));
  for (const answer of told) if (answer.status === 'rejected') throw answer.reason;
};

async function spend(world: MoneyWorld, organizationId: string, random: SeededRandom): Promise<void> {
  const amount = fen(BigInt(1 + random.below(400)));
  const sourceId = newId('job');
  const posted = await retriedTransaction(world.services.db, (trx) =>
    postTransaction(trx, {
      kind: 'usage_charge',
      sourceId,
      organizationId,
      entries: [
        { debit: 'wallet', amount },
        { credit: 'revenue_usage', amount },
      ],
    }),
  );
  count(world, `spent: ${posted.kind}`);
}

function cancel({ services }: MoneyWorld, { id }: KnownOrder): Promise<unknown> {
  return retriedTransaction(services.db, (trx) => cancelOpenOrder(trx, id, BY));
}

/** The gateway received money and told nobody: it is asked. */
async function poll(world: MoneyWorld, order: KnownOrder): Promise<void> {
  paidAtGateway(world, order);
  await world.database.pool.query('update payment_poll set due_at = now() where order_id = $1', [order.id]);
  await pollOrders(world.services);
}

function cancelSubscription({ services: { db } }: MoneyWorld, organizationId: string): Promise<unknown> {
  const cancelOrder = cancelOpenOrder;
  const services = {
    db,
    cancelOrder: (trx: Parameters<typeof cancelOrder>[0], id: string) => cancelOrder(trx, id, BY),
  };
  return cancelAtPeriodEnd(services, { organizationId, ...BY }, undefined);
}

/** What may happen, and how often of a hundred times or so. Each is free to fail as `isExpected` allows. */
export const OPERATIONS: Readonly<Record<string, { weight: number; run: Operation }>> = {
  recharge: { weight: 12, run: withOrganization(rechargeOnce) },
  'plan from the gateway': { weight: 6, run: withOrganization((w, o, r) => buyPlan(w, o, r, 'alipay')) },
  'plan from the balance': { weight: 5, run: withOrganization((w, o, r) => buyPlan(w, o, r, 'balance')) },
  renewal: { weight: 5, run: withOrganization(renew) },
  'order whose time is over': { weight: 4, run: withOrganization(orderOverdue) },
  notification: { weight: 24, run: withOrder(payInFull) },
  'repeated notification': { weight: 14, run: repeat },
  'second payment': { weight: 3, run: withOrder((w, order) => pay(w, order, { tradeNo: newTradeNo() })) },
  'wrong amount': { weight: 2, run: withOrder((w, order) => pay(w, order, { tradeNo: newTradeNo(), extra: 1n })) },
  'unknown order': {
    weight: 1,
    run: (w) =>
      pay(
        w,
        { orderNo: `PO${randomBytes(9).toString('hex').toUpperCase()}`, amount: fen(500n) },
        { tradeNo: newTradeNo() },
      ),
  },
  cancellation: { weight: 6, run: withOrder(cancel) },
  expiry: { weight: 3, run: ({ services }) => expireOrders(services) },
  poll: { weight: 4, run: withOrder(poll) },
  'later delivery': { weight: 2, run: ({ services }) => deliverLater(services) },
  spending: { weight: 12, run: withOrganization(spend) },
  'request of a refund': { weight: 8, run: requestSomeRefund },
  'decision about a refund': { weight: 8, run: decideSomeRefund },
  'refunds at the gateway': { weight: 4, run: ({ services, gateway }) => workOnSome(services, gateway) },
  'refund that a person looks up': { weight: 2, run: lookUpRefund },
  'use of a unit': { weight: 12, run: withOrganization(useUnit) },
  'statements of past months': { weight: 2, run: withOrganization(makeStatements) },
  'cancellation of a subscription': { weight: 1, run: withOrganization(cancelSubscription) },
  'automatic renewal': {
    weight: 1,
    run: withOrganization(({ services }, organizationId, r) =>
      changeAutoRenew(services, { organizationId, ...BY }, r.below(2) === 0),
    ),
  },
  'killed session': {
    weight: 2,
    run: async (world, random) => {
      if (await killSession(world.database, random)) count(world, 'sessions killed');
    },
  },
};
