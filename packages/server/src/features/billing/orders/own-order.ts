import { answerOnce, type OnceAnswer } from '../../../http/answer-once.ts';
import { AppError } from '../../../shared/app-error.ts';
import { askGateway } from './ask-gateway.ts';
import type { Buying } from './buy.ts';
import { askBeforeCancelling, cancelOpenOrder, closeAtGateway } from './cancel-order.ts';
import { expireInPassing } from './expire.ts';
import type { Order } from './order.ts';
import { payAddress } from './pay-address.ts';
import { presentOrder } from './present.ts';
import { findOwnOrder } from './queries/orders.ts';
import { claimRefresh } from './queries/polls.ts';
import type { PresentedOrder } from './schemas.ts';
import type { OrderServices } from './services.ts';

/** An order as its organization names it: by identifier or number. */
export interface NamedOrder {
  organizationId: string;
  name: string;
}

/**
 * An order as it is now.
 *
 * @param isRefreshed whether the gateway is asked first, at most every few seconds
 * @throws {AppError} PAYMENT_ORDER_NOT_FOUND
 */
export async function readOrder(
  services: OrderServices,
  named: NamedOrder,
  { isRefreshed }: { isRefreshed: boolean },
): Promise<PresentedOrder> {
  const found = await getOwn(services, named);
  const isAsked = isRefreshed && found.paidAt === null && (await claimRefresh(services.db, found.id));
  if (isAsked) await askGateway(services, found);
  const current = isAsked ? await getOwn(services, named) : found;
  const order = await expireInPassing(services, current);
  return presentOrder(order, payAddress(services, order));
}

/**
 * Ends an order that is not paid. The gateway is asked first, and told afterwards.
 *
 * @throws {AppError} PAYMENT_ORDER_NOT_FOUND, PAYMENT_ALREADY_PROCESSED, PAYMENT_ORDER_EXPIRED, CONFLICT
 */
export async function cancelOrder(
  services: OrderServices,
  { organizationId, by, key }: Pick<Buying, 'organizationId' | 'by' | 'key'>,
  { name, ...body }: { name: string; reason?: string | undefined },
): Promise<OnceAnswer> {
  const order = await getOwn(services, { organizationId, name });
  await askBeforeCancelling(services, order);
  const input = { order: order.id, body };
  const once = { organizationId, operation: 'billing.cancel', key, input, keptMs: services.limits.idempotencyMs };
  const answered = await answerOnce(services.db, once, async (trx) => {
    const cancelled = await cancelOpenOrder(trx, order.id, { by, reason: body.reason });
    return { status: 200, body: presentOrder(cancelled, null) };
  });
  if (order.status === 'pending' && !answered.replayed) await closeAtGateway(services, order);
  return answered;
}

/** @throws {AppError} PAYMENT_ORDER_NOT_FOUND: nobody's, or another organization's */
async function getOwn({ db }: Pick<OrderServices, 'db'>, named: NamedOrder): Promise<Order> {
  const order = await findOwnOrder(db, named);
  if (order === undefined) throw new AppError('PAYMENT_ORDER_NOT_FOUND');
  return order;
}
