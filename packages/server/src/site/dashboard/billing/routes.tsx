import {
  listOrders,
  listWallet,
  presentBalance,
  presentOrder,
  presentTransaction,
  readBalance,
  readOrder,
} from '../../../features/billing/orders/index.ts';
import { hasOpenPlanRefund } from '../../../features/billing/refunds/index.ts';
import { planOf } from '../../../features/billing/plans/index.ts';
import { liveSubscription, offeredPlans, presentSubscription } from '../../../features/billing/subscriptions/index.ts';
import { listFrozenOf } from '../../../features/finance/index.ts';
import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { isId } from '../../../shared/ids.ts';
import { privatePage } from '../../kit/site.ts';
import type { Dashboard, Visit } from '../kit/visit.ts';
import { pricedRoute } from './priced.ts';
import { OrderPage } from './order-page.tsx';
import { OrdersPage } from './orders-page.tsx';
import { BillingPage } from './page.tsx';
import { TransactionsPage } from './transactions-page.tsx';

const SHOWN = 5;
const PAGE_SIZE = 20;
const ANYTHING = { purpose: undefined, from: undefined, to: undefined } as const;

/** The pages about money that only look. */
export function billingPages(dashboard: Dashboard): PageRoute[] {
  const page = (path: string, handler: (dashboard: Dashboard, visit: Visit) => Promise<PageAnswer>) =>
    pricedRoute(dashboard, { path, permission: 'billing:read' }, (visit) => handler(dashboard, visit));
  return [
    ...page('billing', billingPage),
    ...page('billing/orders', ordersPage),
    ...page('billing/orders/{order_id}', orderPage),
    ...page('billing/transactions', transactionsPage),
  ];
}

async function billingPage({ services }: Dashboard, { frame, member }: Visit): Promise<PageAnswer> {
  const { db, quotaBasis } = services;
  const { organizationId } = member;
  const { language } = frame.shell;
  const row = await liveSubscription(db, organizationId);
  const filter = { ...ANYTHING, organizationId, statuses: undefined, after: undefined };
  const orders = await listOrders(db, { ...filter, limit: SHOWN });
  return privatePage(
    <BillingPage
      frame={frame}
      plan={(await planOf(db, organizationId, quotaBasis)).name[language]}
      subscription={row === undefined ? null : await presentSubscription(db, row, language)}
      balance={presentBalance(await readBalance(db, organizationId))}
      frozen={await listFrozenOf(db, organizationId)}
      isRefunding={await hasOpenPlanRefund(db, organizationId)}
      plans={await offeredPlans(services, organizationId, language)}
      orders={orders.map((order) => presentOrder(order, null))}
    />,
    language,
  );
}

async function ordersPage({ services }: Dashboard, { frame, member, context }: Visit): Promise<PageAnswer> {
  const before = context.query.get('before') ?? '';
  const { organizationId } = member;
  const rows = await listOrders(services.db, {
    ...ANYTHING,
    organizationId,
    statuses: undefined,
    after: isId('order', before) ? before : undefined,
    limit: PAGE_SIZE + 1,
  });
  return privatePage(
    <OrdersPage
      frame={frame}
      orders={rows.slice(0, PAGE_SIZE).map((order) => presentOrder(order, null))}
      next={rows.length > PAGE_SIZE ? (rows[PAGE_SIZE - 1]?.id ?? null) : null}
      isUnverified={context.query.get('payment') === 'unverified'}
    />,
    frame.shell.language,
  );
}

/** A gateway may tell of a payment late, so it is asked whenever somebody looks at an order that waits for one. */
async function orderPage({ services }: Dashboard, { frame, member, context }: Visit): Promise<PageAnswer> {
  const named = { organizationId: member.organizationId, name: context.params['order_id'] ?? '' };
  const order = await readOrder(services.orders, named, { isRefreshed: true });
  return privatePage(
    <OrderPage frame={frame} order={order} isBack={context.query.get('from') === 'epay'} />,
    frame.shell.language,
  );
}

async function transactionsPage({ services }: Dashboard, { frame, member, context }: Visit): Promise<PageAnswer> {
  const before = context.query.get('before') ?? '';
  const rows = await listWallet(services.db, {
    ...ANYTHING,
    organizationId: member.organizationId,
    type: undefined,
    direction: undefined,
    orderId: undefined,
    before: /^[1-9]\d{0,14}$/.test(before) ? Number(before) : undefined,
    limit: PAGE_SIZE + 1,
  });
  const last = rows[PAGE_SIZE - 1];
  return privatePage(
    <TransactionsPage
      frame={frame}
      transactions={rows.slice(0, PAGE_SIZE).map(presentTransaction)}
      next={rows.length > PAGE_SIZE && last !== undefined ? String(last.sequence) : null}
    />,
    frame.shell.language,
  );
}
