import type { PresentedOrder } from '../../../features/billing/orders/index.ts';
import { DashboardPage } from '../kit/dashboard-page.tsx';
import type { DashboardFrame } from '../kit/frame.ts';
import { Empty } from '../kit/parts.tsx';
import { Older } from './older.tsx';
import { OrderList } from './parts.tsx';
import { BillingNav } from './nav.tsx';
import { BILLING } from './words.ts';

interface Props {
  frame: DashboardFrame;
  orders: readonly PresentedOrder[];
  /** What the page of the older ones begins after; null: there are none. */
  next: string | null;
  /** Whether the gateway sent somebody back with what could not be verified. */
  isUnverified: boolean;
}

export function OrdersPage({ frame, orders, next, isUnverified }: Props) {
  const words = BILLING[frame.shell.language];
  return (
    <DashboardPage frame={frame} title={words.orders} lead={words.ordersLead}>
      <BillingNav frame={frame} />
      {isUnverified ? <p class="notice tone-warning">{words.unverified}</p> : null}
      {orders.length === 0 ? <Empty text={words.noOrders} /> : <OrderList frame={frame} orders={orders} />}
      <Older frame={frame} section="billing/orders" next={next} />
    </DashboardPage>
  );
}
