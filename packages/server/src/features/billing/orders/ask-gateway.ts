import type { EpayOrderState } from '../epay/index.ts';
import { bookState } from './book-state.ts';
import { PAID_STATUSES, type Order } from './order.ts';
import { findPayment } from './queries/payments.ts';
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
  state: EpayOrderState,
): Promise<GatewayWord> {
  const earlier = await findPayment(services.db, { providerAccountId: gateway.accountId, tradeNo: state.tradeNo });
  if (earlier?.order_id === order.id) return 'settled';
  return (await bookState(services, gateway, state, 'query')) === undefined ? 'unknown' : 'settled';
}
