import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { fenFromStored, type Fen } from '../../../shared/fen.ts';
import { listFrozen, listSuspended, readFinance, type PresentedFinance } from '../../../features/finance/index.ts';
import { countInvoices } from '../../../features/billing/documents/index.ts';
import { listWaiting } from '../../../features/billing/refunds/index.ts';
import { formatMoney } from '../../kit/format-money.ts';
import { privatePage } from '../../kit/site.ts';
import { adminRoute, type AdminSite, type AdminVisit } from '../kit/visit.ts';
import { AdminFinancePage, type CaseRow } from './page.tsx';
import { adminInvoicePages } from './invoices/routes.tsx';
import { adminOrderPages } from './orders/routes.tsx';
import { ADMIN_ORDERS } from './orders/words.ts';
import { reconcilePages } from './reconcile/routes.tsx';
import { financeSteps } from './step-routes.tsx';
import { ADMIN_FINANCE } from './words.ts';

const REFUNDS_SHOWN = 100;

/** The state of money, and the decisions that wait for a person. */
export function adminFinancePages(admin: AdminSite): PageRoute[] {
  const tab = 'finance';
  return [
    ...adminRoute(admin, { method: 'GET', path: tab, tab, handler: (visit) => financePage(admin, visit) }),
    ...financeSteps(admin),
    ...adminOrderPages(admin),
    ...adminInvoicePages(admin),
    ...reconcilePages(admin),
  ];
}

async function financePage({ services }: AdminSite, { frame, context }: AdminVisit): Promise<PageAnswer> {
  const { language } = context;
  const { db } = services;
  const { totals, ledger, attention } = await readFinance(services.finance, { group_by: 'none' });
  const money = (amount: Fen) => formatMoney(amount, language);
  const refunds = async (which: 'to_decide' | 'unknown_outcome') =>
    (await listWaiting(db, which, REFUNDS_SHOWN)).map((row): CaseRow => ({
      id: row.id,
      order: row.order_no,
      orderId: row.order_id,
      trade: null,
      organizationId: row.organization_id,
      amount: money(fenFromStored(row.amount_fen)),
      reason: row.reason,
      at: row.created_at.toISOString(),
    }));
  return privatePage(
    <AdminFinancePage
      frame={frame}
      isBalanced={ledger.balanced}
      figures={figuresOf(totals, ADMIN_FINANCE[language].figures, money)}
      attention={attention.map(({ class: name, count, oldest_at: oldestAt }) => ({ class: name, count, oldestAt }))}
      suspense={(await listSuspended(db)).map(
        ({ id, outTradeNo: order, orderId, tradeNo: trade, organizationId, amount, reason, receivedAt }): CaseRow => ({
          id,
          order,
          orderId,
          trade,
          organizationId,
          amount: money(amount),
          reason: ADMIN_ORDERS[language].reasons[reason],
          at: receivedAt.toISOString(),
        }),
      )}
      frozen={(await listFrozen(db)).map(
        ({ orderId: id, orderNo: order, organizationId, amount, frozenAt }): CaseRow => ({
          id,
          order,
          orderId: id,
          trade: null,
          organizationId,
          amount: money(amount),
          reason: null,
          at: frozenAt.toISOString(),
        }),
      )}
      refunds={await refunds('to_decide')}
      unknownRefunds={await refunds('unknown_outcome')}
      invoicesWaiting={await countInvoices(db, { organizationId: undefined, status: 'submitted' })}
    />,
    language,
  );
}

type FigureName = keyof PresentedFinance['totals'];

function figuresOf(
  totals: PresentedFinance['totals'],
  names: Readonly<Record<FigureName, string>>,
  money: (amount: Fen) => string,
): [string, string][] {
  const isFigure = (name: string): name is FigureName => Object.hasOwn(totals, name);
  return Object.keys(names)
    .filter(isFigure)
    .map((name) => [names[name], money(fenFromStored(totals[name]))]);
}
