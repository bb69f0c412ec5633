import { listInvoices } from '../../../../features/billing/documents/index.ts';
import {
  countOrders,
  findAnyOrder,
  listHistory,
  listNotifications,
  listPayments,
  presentOrder,
  searchOrders,
  type FoundOrder,
} from '../../../../features/billing/orders/index.ts';
import { findRefund, listRequests } from '../../../../features/billing/refunds/index.ts';
import { redirect, type PageAnswer, type PageRoute } from '../../../../http/page-route.ts';
import { AppError } from '../../../../shared/app-error.ts';
import { fenFromStored } from '../../../../shared/fen.ts';
import type { Language } from '../../../../shared/language.ts';
import { INVOICE_TONE } from '../../../dashboard/billing/invoices/list-page.tsx';
import { INVOICES } from '../../../dashboard/billing/invoices/words.ts';
import { moneyOf } from '../../../dashboard/billing/parts.tsx';
import { REFUND_TONE } from '../../../dashboard/billing/refunds/list-page.tsx';
import { REFUNDS } from '../../../dashboard/billing/refunds/words.ts';
import { csvFile } from '../../../dashboard/kit/lists.ts';
import { pagingOf } from '../../../dashboard/kit/paging.ts';
import { formatMoney } from '../../../kit/format-money.ts';
import { privatePage } from '../../../kit/site.ts';
import { adminPath } from '../../kit/admin-page.tsx';
import { adminRoute, type AdminSite, type AdminVisit } from '../../kit/visit.ts';
import { ADMIN_FINANCE } from '../words.ts';
import { ordersCsv } from './csv.ts';
import { orderSearchOf } from './filter.ts';
import { AdminOrdersPage } from './list-page.tsx';
import { AdminOrderPage } from './page.tsx';
import type { ShownPaper } from './records.tsx';

const tab = 'finance';
const EXPORTED_MAX = 5000;
const PAPERS_SHOWN = 20;

/** The orders of all organizations: to be searched, exported, and looked into. */
export function adminOrderPages(admin: AdminSite): PageRoute[] {
  const page = { method: 'GET', tab } as const;
  const path = 'finance/orders';
  return [
    ...adminRoute(admin, { ...page, path, handler: (visit) => listPage(admin, visit) }),
    ...adminRoute(admin, { ...page, path: `${path}/export`, handler: (visit) => listFile(admin, visit) }),
    ...adminRoute(admin, { ...page, path: `${path}/{order_id}`, handler: (visit) => orderPage(admin, visit) }),
  ];
}

async function listPage({ services: { db } }: AdminSite, visit: AdminVisit): Promise<PageAnswer> {
  const { frame, context } = visit;
  const { state, search } = orderSearchOf(visit);
  const paging = pagingOf(context.query);
  const found = search === null ? [] : await searchOrders(db, search, paging);
  const total = search === null ? 0 : await countOrders(db, search);
  return privatePage(
    <AdminOrdersPage
      frame={frame}
      orders={found.map(({ order, organizationName: name }) => ({
        id: order.id,
        order: presentOrder(order, null),
        organization: { id: order.organizationId, name },
      }))}
      at={{ page: paging.page, size: paging.limit, total }}
      state={state}
      exportedMost={EXPORTED_MAX}
    />,
    context.language,
    search === null ? { status: 422 } : {},
  );
}

/** A filter that is wrong is shown by the page. */
async function listFile({ services: { db, clock } }: AdminSite, visit: AdminVisit): Promise<PageAnswer> {
  const { frame, context } = visit;
  const { state, search } = orderSearchOf(visit);
  if (search === null) return redirect(adminPath(frame, 'finance/orders', state.values));
  const found = await searchOrders(db, search, { limit: EXPORTED_MAX, offset: 0 });
  return csvFile('orders', clock.now(), ordersCsv(found, context.language));
}

async function orderPage({ services }: AdminSite, { frame, context }: AdminVisit): Promise<PageAnswer> {
  const { db } = services;
  const { language } = context;
  const found = await findAnyOrder(db, context.params['order_id'] ?? '');
  if (found === undefined) throw new AppError('NOT_FOUND');
  const { order, organizationName: name } = found;
  const [history, payments, notifications] = await Promise.all([
    listHistory(db, order.id),
    listPayments(db, order.id),
    listNotifications(db, order),
  ]);
  const given = {
    order: presentOrder(order, null),
    organization: { id: order.organizationId, name },
    orderedBy: order.createdBy,
    history: history.map(({ version, status, at }) => ({ version, status, at: at.toISOString() })),
    payments: payments.map(({ id, trade_no: trade, amount_fen, state, reason, first_seen_at: at }) => ({
      id,
      trade,
      amount: formatMoney(fenFromStored(amount_fen), language),
      state,
      reason,
      at: at.toISOString(),
    })),
    notifications: notifications.map((row) => ({
      id: String(row.id),
      at: row.received_at.toISOString(),
      source: row.source,
      verdict: row.verdict,
      trade: row.trade_no,
      amount: wordAmount(row.amount_text, language),
      status: row.trade_status,
      address: row.remote_ip,
    })),
    refunds: await refundsOf({ services }, { frame, language }, found),
    invoices: await invoicesOf({ services }, { frame, language }, found),
  };
  return privatePage(
    <AdminOrderPage frame={frame} given={given} canCompare={services.finance.gateway !== null} />,
    language,
  );
}

/** A notification that was read has its amount in fen. */
function wordAmount(text: string | null, language: Language): string | null {
  return text === null || !/^\d{1,10}$/.test(text) ? text : moneyOf(Number(text), language);
}

interface Shown {
  frame: AdminVisit['frame'];
  language: Language;
}

async function refundsOf(
  { services: { db } }: Pick<AdminSite, 'services'>,
  { frame, language }: Shown,
  { order: { id: orderId } }: FoundOrder,
): Promise<ShownPaper[]> {
  const filter = { organizationId: undefined, status: undefined, orderId };
  const rows = await listRequests(db, { ...filter, limit: PAPERS_SHOWN });
  const words = ADMIN_FINANCE[language];
  return Promise.all(
    rows.map(async (row) => {
      const isUnknown = (await findRefund(db, row.id))?.state === 'unknown';
      const offered = row.status === 'submitted' ? (['approve', 'reject'] as const) : [];
      return {
        id: row.id,
        amount: formatMoney(fenFromStored(row.amount_fen), language),
        status: REFUNDS[language].status[row.status],
        tone: REFUND_TONE[row.status],
        at: row.created_at.toISOString(),
        note: row.reason,
        steps: [...offered, ...(isUnknown ? (['settle'] as const) : [])].map((step) => ({
          text: words[step],
          href: adminPath(frame, `finance/refunds/${row.id}/${step}`),
        })),
      };
    }),
  );
}

async function invoicesOf(
  { services: { db } }: Pick<AdminSite, 'services'>,
  { frame, language }: Shown,
  { order: { id: orderId } }: FoundOrder,
): Promise<ShownPaper[]> {
  const filter = { organizationId: undefined, status: undefined, orderId };
  const rows = await listInvoices(db, { ...filter, after: undefined, limit: PAPERS_SHOWN });
  return rows.map((row) => ({
    id: row.id,
    amount: formatMoney(fenFromStored(row.amount_fen), language),
    status: INVOICES[language].status[row.status],
    tone: INVOICE_TONE[row.status],
    at: row.created_at.toISOString(),
    note: row.invoice_no,
    steps: [{ text: ADMIN_FINANCE[language].open, href: adminPath(frame, `finance/invoices/${row.id}`) }],
  }));
}
