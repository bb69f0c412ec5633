import { AppError } from '../../../shared/app-error.ts';
import type { EpayOrder } from '../epay/index.ts';
import type { Order } from './order.ts';
import { planNameOf } from './present.ts';
import { keepPayUrl, moveOrder } from './queries/orders.ts';
import type { OrderServices, PaymentGateway } from './services.ts';

/** Where the gateway tells us of payments, and where buyers come back. Neither has a query, which gateways mix with their own. */
export const NOTIFY_PATH = '/api/payments/epay/notify';
export const RETURN_PATH = '/api/payments/epay/return';

type AddressServices = Pick<OrderServices, 'gateway' | 'links'>;

/** Where an order can be paid now, without asking anybody; null: nowhere, or the gateway has not said yet. */
export function payAddress({ gateway, links }: AddressServices, order: Order): string | null {
  if (order.status !== 'pending' || order.isOverdue || order.providerAccountId === null) return null;
  if (order.payUrl !== null) return order.payUrl;
  if (gateway === null || order.providerAccountId !== gateway.accountId || asksFor(gateway, order)) return null;
  return gateway.client.payUrl(gatewayOrder(links, order));
}

/**
 * As {@link payAddress}, and asks the gateway for the address where it gives one. Asked again about an order that it knows, it
 * answers the same.
 *
 * @throws {AppError} PAYMENT_PROVIDER_UNAVAILABLE: it did not answer, and may be asked again; or it refused, and the order has failed
 */
export async function requestPayAddress(
  services: AddressServices & Pick<OrderServices, 'db' | 'log'>,
  order: Order,
  buyerAddress: string,
): Promise<string | null> {
  const { gateway, links, db, log } = services;
  const known = payAddress(services, order);
  if (known !== null || order.status !== 'pending' || order.isOverdue) return known;
  if (gateway === null || order.providerAccountId !== gateway.accountId) throw noAddress();
  const { type, ...rest } = gatewayOrder(links, order);
  if (type === null) return null;
  const made = await gateway.client.create({ ...rest, type }, buyerAddress);
  if (made.kind === 'success') {
    await keepPayUrl(db, order.id, made.value.target.value);
    return made.value.target.value;
  }
  const isRefused = made.kind === 'refused' || made.reason === 'PAY_TARGET';
  log.warn(
    { order_no: order.orderNo, answer: made.kind, is_final: isRefused },
    'the gateway gave no address to pay at',
  );
  if (isRefused)
    await db.transaction().execute((trx) => moveOrder(trx, order.id, { status: 'failed', closedAt: 'now' }));
  throw noAddress();
}

/** The refusal of an order that nobody can pay at the moment. */
export function noAddress(): AppError {
  return new AppError('PAYMENT_PROVIDER_UNAVAILABLE', { headers: { 'retry-after': '30' } });
}

/** The gateway's own cashier needs no address that only the gateway knows. */
function asksFor({ config }: PaymentGateway, { channel }: Order): boolean {
  return config.createBy === 'api' && channel !== 'cashier';
}

function gatewayOrder(links: OrderServices['links'], order: Order): EpayOrder {
  const { channel } = order;
  return {
    outTradeNo: order.orderNo,
    money: order.amount,
    name: planNameOf(order) ?? 'order',
    type: channel === 'cashier' || channel === 'balance' ? null : channel,
    notifyUrl: `${links.origin()}${NOTIFY_PATH}`,
    returnUrl: `${links.origin()}${RETURN_PATH}`,
  };
}
