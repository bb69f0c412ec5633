import type { DbTransaction } from '../../../platform/database.ts';
import { tellOfOrder } from './events.ts';
import { ORDER_LIMITS } from './limits.ts';
import type { Order } from './order.ts';
import { lockOrder, lockOverdue, moveOrder } from './queries/orders.ts';
import type { OrderServices } from './services.ts';

/** Closes a locked pending order whose time is over. */
export async function expireOrder(trx: DbTransaction, order: Order): Promise<Order> {
  const expired = await moveOrder(trx, order.id, { status: 'expired', closedAt: 'now' });
  await tellOfOrder(trx, 'order.expired', expired);
  return expired;
}

/** An order as it is, after it was closed if its time is over. */
export async function expireInPassing({ db }: Pick<OrderServices, 'db'>, order: Order): Promise<Order> {
  if (order.status !== 'pending' || !order.isOverdue) return order;
  return db.transaction().execute(async (trx) => {
    const locked = await lockOrder(trx, { id: order.id });
    if (locked === undefined) return order;
    return locked.status === 'pending' && locked.isOverdue ? expireOrder(trx, locked) : locked;
  });
}

/** Closes all orders whose time is over. Answers how many; several processes share the work. */
export async function expireOrders({ db }: Pick<OrderServices, 'db'>, signal?: AbortSignal): Promise<number> {
  let expired = 0;
  for (;;) {
    const closed = await db.transaction().execute(async (trx) => {
      const overdue = await lockOverdue(trx);
      for (const order of overdue) await expireOrder(trx, order);
      return overdue.length;
    });
    expired += closed;
    if (closed < ORDER_LIMITS.batch || signal?.aborted === true) return expired;
  }
}
