import { retriedTransaction } from '../../../platform/retried-transaction.ts';
import { bookReceived, prepareGoods } from './deliver.ts';
import { tellOfOrder } from './events.ts';
import { listUnfulfilled, lockOrder } from './queries/orders.ts';
import type { OrderServices } from './services.ts';

/** Delivers what paid orders did not get when their money arrived. Answers how many. */
export async function deliverLater(services: Pick<OrderServices, 'db' | 'log'>, signal?: AbortSignal): Promise<number> {
  let delivered = 0;
  for (const id of await listUnfulfilled(services.db)) {
    if (signal?.aborted === true) break;
    try {
      if (await deliverOne(services, id)) delivered += 1;
    } catch (err) {
      // One order that cannot be delivered must not keep the others waiting.
      services.log.error({ err, order_id: id }, 'a paid order could not be delivered');
    }
  }
  return delivered;
}

async function deliverOne({ db }: Pick<OrderServices, 'db'>, id: string): Promise<boolean> {
  return retriedTransaction(db, async (trx) => {
    const order = await lockOrder(trx, { id });
    if (order?.status !== 'paid') return false;
    const goods = await prepareGoods(trx, order, { isLate: order.closedAt !== null });
    const fulfilled = await bookReceived(trx, order, goods);
    await tellOfOrder(trx, 'payment.succeeded', fulfilled);
    return true;
  });
}
