import { askGateway } from './ask-gateway.ts';
import { ORDER_LIMITS } from './limits.ts';
import { findOrder } from './queries/orders.ts';
import { claimPolls, endPolls, pollLater } from './queries/polls.ts';
import type { OrderServices } from './services.ts';

type PollServices = Pick<OrderServices, 'db' | 'log' | 'gateway'>;

/**
 * Asks the gateway about the orders that are due: those that nobody has told us of yet, and those that somebody has, to see whether
 * it agrees. Several processes share the work; one that dies while it asks is followed by another.
 */
export async function pollOrders(services: PollServices, signal?: AbortSignal): Promise<number> {
  const { db, gateway } = services;
  if (gateway === null) return 0;
  let asked = 0;
  while (asked < ORDER_LIMITS.pollsARun && signal?.aborted !== true) {
    const due = await claimPolls(db, gateway.accountId, ORDER_LIMITS.pollsAtATime);
    await Promise.all(due.map((id) => pollOne(services, id)));
    asked += due.length;
    if (due.length === 0) break;
  }
  return asked;
}

async function pollOne(services: PollServices, id: string): Promise<void> {
  const { db, log } = services;
  try {
    const order = await findOrder(db, id);
    if (order === undefined) return;
    const word = await askGateway(services, order);
    const isOver = word === 'settled' || (word === 'unpaid' && order.paidAt !== null);
    await (isOver ? endPolls(db, id) : pollLater(db, id));
  } catch (err) {
    // Its lease ends by itself, and then it is asked again.
    log.error({ err, order_id: id }, 'the gateway could not be asked about an order');
  }
}
