import type { DbTransaction } from '../../../platform/database.ts';
import { retriedTransaction } from '../../../platform/retried-transaction.ts';
import { errorCode } from '../../../platform/system-error.ts';
import type { NotificationSource, NotificationVerdict, UnappliedReason } from '../../../shared/billing-words.ts';
import type { Fen } from '../../../shared/fen.ts';
import { newId } from '../../../shared/ids.ts';
import { UnavailableError } from '../../../shared/unavailable-error.ts';
import { postTransaction, type NewTransaction } from '../ledger/index.ts';
import { bookReceived, prepareGoods } from './deliver.ts';
import { tellOfOrder, tellOfReview } from './events.ts';
import { expireOrder } from './expire.ts';
import { ORDER_LIMITS } from './limits.ts';
import { CLOSED_STATUSES, PAID_STATUSES, type Order } from './order.ts';
import { lockOrder, moveOrder } from './queries/orders.ts';
import {
  boundLockWaits,
  findPayment,
  insertPayment,
  lockTrade,
  settleNotification,
  type ProviderPayment,
} from './queries/payments.ts';
import { endPolls, pollNow } from './queries/polls.ts';
import type { OrderServices } from './services.ts';

/** Money that the gateway says it received: verified, and whatever it was for. */
export interface ReceivedPayment {
  source: NotificationSource;
  /** The account that received it. */
  providerAccountId: string;
  /** The gateway's number of it, by which it is known. */
  tradeNo: string;
  outTradeNo: string;
  amount: Fen;
  /** Its row in the log, which learns what became of it; null: none. */
  notificationId: number | null;
}

/** What became of it. In every case the money is booked, now or before. */
export type PaymentOutcome =
  /** `paid`: the money is booked, and what it pays for follows. */
  | { kind: 'applied'; order: Order; isLate: boolean }
  | { kind: 'duplicate'; orderId: string | null }
  /** In suspense, until a person decides; so too when it is told again. */
  | { kind: 'suspended'; reason: UnappliedReason; orderId: string | null };

/**
 * Books a payment: the one way by which money comes in, whether the gateway told us, answered our question or was compared with.
 * It may be called any number of times for one payment, by any number of processes; the first call books it. It never refuses
 * money: what fits no order waits in suspense, and what pays for nothing anymore goes to the balance.
 *
 * @throws {UnavailableError} nothing was booked, or nobody knows; calling again finds out
 */
export async function applyPayment(
  services: Pick<OrderServices, 'db' | 'log'>,
  payment: ReceivedPayment,
): Promise<PaymentOutcome> {
  const { db, log } = services;
  const attempt = (delivers: boolean): Promise<PaymentOutcome> =>
    retriedTransaction(db, (trx) => book(services, trx, payment, delivers)).catch((error: unknown) => {
      throw errorCode(error) === '55P03'
        ? new UnavailableError('somebody else holds the order', { retryAfterSeconds: 1, cause: error })
        : error;
    });
  try {
    return await attempt(true);
  } catch (error) {
    if (passesByItself(error)) throw error;
    // What an order gives must never be a reason to lose its money: a chore delivers later what could not be delivered now.
    log.error(
      { err: error, order_no: payment.outTradeNo },
      'a payment could not be delivered; its money is booked alone',
    );
    return attempt(false);
  }
}

async function book(
  services: Pick<OrderServices, 'log'>,
  trx: DbTransaction,
  payment: ReceivedPayment,
  delivers: boolean,
): Promise<PaymentOutcome> {
  await boundLockWaits(trx, ORDER_LIMITS.notifyLockMs);
  await lockTrade(trx, payment.providerAccountId, payment.tradeNo);
  const order = await lockOrder(trx, { orderNo: payment.outTradeNo });
  const earlier = await findPayment(trx, payment);
  const outcome =
    earlier === undefined ? await bookNew(trx, payment, order, delivers) : repeatOf(services, earlier, order);
  if (payment.notificationId !== null) {
    const orderId = outcome.kind === 'applied' ? outcome.order.id : outcome.orderId;
    await settleNotification(trx, payment.notificationId, { verdict: verdictOf(outcome), orderId });
  }
  return outcome;
}

function repeatOf(
  { log }: Pick<OrderServices, 'log'>,
  earlier: ProviderPayment,
  order: Order | undefined,
): PaymentOutcome {
  const { order_id: orderId, state, reason, out_trade_no: outTradeNo } = earlier;
  if (order !== undefined && order.id !== orderId) {
    log.error(
      { order_no: order.orderNo, booked_for: outTradeNo },
      'a payment that is booked was told for another order',
    );
  }
  const isOpen = state === 'unapplied' && reason !== null && reason !== 'second_payment';
  return isOpen ? { kind: 'suspended', reason, orderId } : { kind: 'duplicate', orderId };
}

async function bookNew(
  trx: DbTransaction,
  payment: ReceivedPayment,
  order: Order | undefined,
  delivers: boolean,
): Promise<PaymentOutcome> {
  const reason = reasonToSuspend(payment, order);
  if (reason !== null || order === undefined) return suspend(trx, payment, order, reason ?? 'unknown_order');
  const isOverdue = order.status === 'pending' && order.isOverdue;
  const current = isOverdue ? await expireOrder(trx, order) : order;
  const isLate = CLOSED_STATUSES.includes(current.status);
  const received = await receive(trx, payment, current, { isLate, delivers });
  return { kind: 'applied', order: received, isLate };
}

function reasonToSuspend(payment: ReceivedPayment, order: Order | undefined): UnappliedReason | null {
  if (order === undefined) return 'unknown_order';
  if (order.providerAccountId !== payment.providerAccountId) return 'pid_mismatch';
  if (order.amount !== payment.amount) return 'amount_mismatch';
  return PAID_STATUSES.includes(order.status) ? 'second_payment' : null;
}

async function suspend(
  trx: DbTransaction,
  payment: ReceivedPayment,
  order: Order | undefined,
  reason: UnappliedReason,
): Promise<PaymentOutcome> {
  const transactionId = await postReceived(trx, payment, {
    kind: 'payment_unapplied',
    organizationId: order?.organizationId ?? null,
    entries: [
      { debit: 'cash_epay', amount: payment.amount },
      { credit: 'unapplied_payments', amount: payment.amount },
    ],
  });
  const orderId = order?.id ?? null;
  const paymentId = newId('providerPayment');
  await insertPayment(trx, { ...payment, id: paymentId, orderId, reason, transactionId });
  if (order !== undefined) await tellOfReview(trx, order, { reason, paymentId });
  return { kind: 'suspended', reason, orderId };
}

async function receive(
  trx: DbTransaction,
  payment: ReceivedPayment,
  order: Order,
  { isLate, delivers }: { isLate: boolean; delivers: boolean },
): Promise<Order> {
  const { amount } = payment;
  let current = await moveOrder(trx, order.id, { status: 'paid', paidAt: 'now' });
  const goods = delivers ? await prepareGoods(trx, current, { isLate }) : null;
  const transactionId = await postReceived(trx, payment, {
    kind: 'payment_received',
    organizationId: order.organizationId,
    entries: [
      { debit: 'cash_epay', amount },
      { credit: 'payment_clearing', amount },
    ],
  });
  await insertPayment(trx, {
    ...payment,
    id: newId('providerPayment'),
    orderId: order.id,
    reason: null,
    transactionId,
  });
  if (goods !== null) current = await bookReceived(trx, current, goods);
  await tellOfOrder(trx, 'payment.succeeded', current);
  if (isLate) await tellOfOrder(trx, 'payment.late_received', current);
  // What was only told is asked about once more; an answer to our own question needs no other.
  await (payment.source === 'notify' ? pollNow(trx, order.id) : endPolls(trx, order.id));
  return current;
}

async function postReceived(
  trx: DbTransaction,
  { providerAccountId, tradeNo, outTradeNo }: ReceivedPayment,
  given: Pick<NewTransaction, 'kind' | 'organizationId' | 'entries'>,
): Promise<string> {
  const sourceId = `${providerAccountId}:${tradeNo}`;
  const memo = outTradeNo.slice(0, 150);
  const posted = await postTransaction(trx, { ...given, sourceId, memo });
  if (posted.kind !== 'posted') throw new Error(`payment ${sourceId} is in the ledger and has no row`);
  return posted.id;
}

/** Whether the same would succeed in a while: connections, deadlocks, resources, locks, and what an operator ended. */
function passesByItself(error: unknown): boolean {
  return error instanceof UnavailableError || /^(08|40|53|55|57)/.test(String(errorCode(error)));
}

function verdictOf(outcome: PaymentOutcome): NotificationVerdict {
  if (outcome.kind === 'applied') return outcome.isLate ? 'late' : 'accepted';
  return outcome.kind === 'duplicate' ? 'duplicate' : outcome.reason;
}
