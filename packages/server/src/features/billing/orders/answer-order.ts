import { replayedHeader, type OnceAnswer } from '../../../http/answer-once.ts';
import { noAddress, requestPayAddress } from './pay-address.ts';
import { findOrder } from './queries/orders.ts';
import { orderSchema } from './schemas.ts';
import type { OrderServices } from './services.ts';

/**
 * The answer with an address to pay at. What is kept for repetitions has none: it is asked for after the order is stored, because
 * nothing that money depends on may wait for a gateway, and signed each time.
 */
export async function withPayAddress(services: OrderServices, answered: OnceAnswer, buyerAddress: string) {
  const stored = orderSchema.parse(answered.answer.body);
  const order = await findOrder(services.db, stored.id);
  if (order === undefined) throw new Error(`order ${stored.id} was answered and is not stored`);
  const isToBePaid = stored.status === 'pending' && order.channel !== 'balance';
  if (isToBePaid && order.status === 'failed') throw noAddress();
  const pay_url = isToBePaid ? await requestPayAddress(services, order, buyerAddress) : null;
  const status = answered.answer.status === 200 ? (200 as const) : (201 as const);
  return { status, headers: replayedHeader(answered), body: { ...stored, pay_url } };
}
