import type { DbTransaction } from '../../../platform/database.ts';
import { AppError } from '../../../shared/app-error.ts';
import { writeAudit, type AuditedBy } from '../../audit/index.ts';
import { tellOfOrder } from './events.ts';
import type { Order } from './order.ts';
import { askGateway, type GatewayWord } from './ask-gateway.ts';
import { lockOrder, moveOrder } from './queries/orders.ts';
import type { OrderServices } from './services.ts';

/** Before an order is cancelled: whether it has been paid meanwhile, which is then booked. A gateway that is silent is no reason not to. */
export async function askBeforeCancelling(services: OrderServices, order: Order): Promise<GatewayWord> {
  return order.status === 'pending' ? await askGateway(services, order) : 'unknown';
}

/**
 * Cancels an order. Nothing happens to one that is cancelled already.
 *
 * @throws {AppError} PAYMENT_ALREADY_PROCESSED, PAYMENT_ORDER_EXPIRED
 */
export async function cancelOpenOrder(
  trx: DbTransaction,
  id: string,
  { by, reason }: { by: AuditedBy; reason?: string | undefined },
): Promise<Order> {
  const order = await lockOrder(trx, { id });
  if (order === undefined) throw new AppError('PAYMENT_ORDER_NOT_FOUND');
  if (order.status === 'cancelled') return order;
  if (order.status === 'expired' || (order.status === 'pending' && order.isOverdue)) {
    throw new AppError('PAYMENT_ORDER_EXPIRED');
  }
  if (order.status !== 'pending') throw new AppError('PAYMENT_ALREADY_PROCESSED');
  const cancelled = await moveOrder(trx, id, { status: 'cancelled', closedAt: 'now' });
  await writeAudit(trx, {
    ...by,
    organizationId: order.organizationId,
    action: 'payment_order.cancelled',
    target: { kind: 'payment_order', id },
    details: reason === undefined ? {} : { reason },
  });
  await tellOfOrder(trx, 'order.cancelled', cancelled);
  return cancelled;
}

/** Ends the order at the gateway as well, where it can be ended: nobody depends on it, because money that comes late is kept. */
export async function closeAtGateway({ gateway, log }: OrderServices, order: Order): Promise<void> {
  if (gateway === null || order.providerAccountId !== gateway.accountId) return;
  const closed = await gateway.client.close({ outTradeNo: order.orderNo });
  if (closed.kind !== 'success') log.info({ order_no: order.orderNo }, 'the gateway did not close a cancelled order');
}
