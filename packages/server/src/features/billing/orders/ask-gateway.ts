import type { EpayOrderState } from '../epay/index.ts';
import { applyPayment } from './apply-payment.ts';
import { PAID_STATUSES, type Order } from './order.ts';
import { findPayment, insertNotification } from './queries/payments.ts';
import type { OrderServices, PaymentGateway } from './services.ts';

/** What the gateway says of an order: `settled` that it is paid, and it is booked; `unknown`: nothing that counts. */
export type GatewayWord = 'settled' | 'unpaid' | 'unknown';

type AskServices = Pick<OrderServices, 'db' | 'log' | 'gateway'>;

/** Asks the gateway about an order, and books what it received for it. */
export async function askGateway(services: AskServices, order: Order): Promise<GatewayWord> {
  const { gateway, log } = services;
  if (gateway === null || order.providerAccountId !== gateway.accountId) return 'unknown';
  const { query } = gateway.client;
  const answer = await query({ outTradeNo: order.orderNo });
  if (answer.kind === 'unknown') return 'unknown';
  const isPaidHere = PAID_STATUSES.includes(order.status);
  if (answer.kind === 'success' && answer.value.status === 'paid')
    return settle(services, gateway, order, answer.value);
  // Refunds are made through us, or by hand in the gateway's console; either way it was paid.
  const isRefunded = answer.kind === 'success' && answer.value.status === 'refunded';
  if (isPaidHere && isRefunded) return 'settled';
  if (isPaidHere) log.error({ order_no: order.orderNo }, 'an order that is paid here is not paid at the gateway');
  else if (isRefunded)
    log.error({ order_no: order.orderNo }, 'an order that was never paid here was refunded at the gateway');
  return 'unpaid';
}

async function settle(
  services: AskServices,
  gateway: PaymentGateway,
  order: Order,
  { tradeNo, outTradeNo, money }: EpayOrderState,
): Promise<GatewayWord> {
  const { db, log } = services;
  const payment = { providerAccountId: gateway.accountId, tradeNo, outTradeNo, amount: money };
  const earlier = await findPayment(db, payment);
  if (earlier?.order_id === order.id) return 'settled';
  if (gateway.account.keys.protocol === 'v1' && money >= gateway.config.confirmFrom) {
    // Nothing signs the answers of V1, so of much money they are a reason to look and none to book.
    log.error({ order_no: outTradeNo }, 'the gateway says that a large order is paid, and nothing signs what it says');
    return 'unknown';
  }
  const notificationId = await insertNotification(db, {
    source: 'query',
    raw: Buffer.from(`${tradeNo} ${outTradeNo} ${money}`),
    pid: gateway.account.pid,
    out_trade_no: outTradeNo,
    trade_no: tradeNo,
    amount_text: String(money),
    verdict: 'received',
  });
  await applyPayment(services, { ...payment, source: 'query', notificationId });
  return 'settled';
}
