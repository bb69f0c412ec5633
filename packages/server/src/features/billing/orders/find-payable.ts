import type { Db } from '../../../platform/database.ts';
import { payAddress } from './pay-address.ts';
import { presentOrder } from './present.ts';
import { listOrders } from './queries/orders.ts';
import type { PresentedOrder } from './schemas.ts';
import type { OrderServices } from './services.ts';

/** What tells where an order can be paid. */
export type PayableServices = Pick<OrderServices, 'gateway' | 'links'>;

/** The newest order of an organization that waits for its payment, as the API shows it; null: none does. */
export async function findPayable(
  db: Db,
  services: PayableServices,
  organizationId: string,
): Promise<PresentedOrder | null> {
  const anything = { purpose: undefined, from: undefined, to: undefined, after: undefined };
  const [order] = await listOrders(db, { ...anything, organizationId, statuses: ['pending'], limit: 1 });
  return order === undefined ? null : presentOrder(order, payAddress(services, order));
}
