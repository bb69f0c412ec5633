import type { PageAnswer, PageRoute } from '../../../http/page-route.ts';
import { fenFromStored, type Fen } from '../../../shared/fen.ts';
import { readFinance, type PresentedFinance } from '../../../features/finance/index.ts';
import { countInvoices } from '../../../features/billing/documents/index.ts';
import { formatMoney } from '../../kit/format-money.ts';
import { privatePage } from '../../kit/site.ts';
import { adminRoute, type AdminSite, type AdminVisit } from '../kit/visit.ts';
import { AdminFinancePage } from './page.tsx';
import { readCases } from './read-cases.ts';
import { adminInvoicePages } from './invoices/routes.tsx';
import { adminOrderPages } from './orders/routes.tsx';
import { reconcilePages } from './reconcile/routes.tsx';
import { financeSteps } from './step-routes.tsx';
import { ADMIN_FINANCE } from './words.ts';

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
  return privatePage(
    <AdminFinancePage
      frame={frame}
      isBalanced={ledger.balanced}
      figures={figuresOf(totals, ADMIN_FINANCE[language].figures, money)}
      attention={attention.map(({ class: name, count, oldest_at: oldestAt }) => ({ class: name, count, oldestAt }))}
      {...await readCases(db, language)}
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
