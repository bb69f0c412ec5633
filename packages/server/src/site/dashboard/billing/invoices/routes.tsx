import {
  askForInvoice,
  cancelOwnInvoice,
  findInvoice,
  findProfile,
  invoiceBody,
  listInvoiceable,
  listInvoices,
  ORDERS_MAX,
  presentInvoice,
  presentProfile,
  type OfferedOrder,
} from '../../../../features/billing/documents/index.ts';
import { changingOf } from '../../../../features/billing/subscriptions/index.ts';
import type { FormFields } from '../../../../http/form-fields.ts';
import type { PageAnswer, PageRoute } from '../../../../http/page-route.ts';
import { AppError } from '../../../../shared/app-error.ts';
import { isId } from '../../../../shared/ids.ts';
import type { FormProblem } from '../../../kit/components/form.tsx';
import { NO_INPUT, type ShownForm } from '../../../kit/form-page.ts';
import { orAbsent } from '../../../kit/read-form.ts';
import { privatePage } from '../../../kit/site.ts';
import { confirmStep } from '../../kit/confirm-routes.tsx';
import { dashboardForm } from '../../kit/form.ts';
import { askerOf, type Dashboard, type Visit } from '../../kit/visit.ts';
import { explainMoney } from '../explain.ts';
import { moneyOf } from '../parts.tsx';
import { pricedRoute, requirePrices } from '../priced.ts';
import { onceOf } from '../twice.ts';
import { InvoicesPage } from './list-page.tsx';
import { NewInvoicePage } from './new-page.tsx';
import { InvoicePage } from './page.tsx';
import { INVOICES } from './words.ts';

const PAGE_SIZE = 20;
const LIST = 'billing/invoices';
const CHOSEN = 'order_ids.';
const SHANGHAI_MS = 8 * 3_600_000;

/** Requests for invoices: their list, each as a page, and the forms that make and cancel one. */
export function invoicePages(dashboard: Dashboard): PageRoute[] {
  return [
    ...pricedRoute(dashboard, { path: LIST, permission: 'billing:read' }, (visit) => listPage(dashboard, visit)),
    ...newForm(dashboard),
    ...pricedRoute(dashboard, { path: `${LIST}/{id}`, permission: 'billing:read' }, async (visit) => {
      const invoice = presentInvoice(await ownInvoice(dashboard, visit));
      return privatePage(<InvoicePage frame={visit.frame} invoice={invoice} />, visit.context.language);
    }),
    ...cancelForm(dashboard),
  ];
}

async function listPage({ services }: Dashboard, { frame, member, context }: Visit): Promise<PageAnswer> {
  const before = context.query.get('before') ?? '';
  const rows = await listInvoices(services.db, {
    organizationId: member.organizationId,
    status: undefined,
    after: isId('invoice', before) ? before : undefined,
    limit: PAGE_SIZE + 1,
  });
  return privatePage(
    <InvoicesPage
      frame={frame}
      invoices={rows.slice(0, PAGE_SIZE).map(presentInvoice)}
      next={rows.length > PAGE_SIZE ? (rows[PAGE_SIZE - 1]?.id ?? null) : null}
    />,
    context.language,
  );
}

function newForm(dashboard: Dashboard): PageRoute[] {
  return dashboardForm(dashboard, {
    path: `${LIST}/new`,
    permission: 'billing:write',
    recent: 'never',
    fields: ['invoice_type', 'remark'],
    schema: invoiceBody,
    input: (form) => ({
      invoice_type: form.get('invoice_type') ?? '',
      order_ids: [...chosenIn(form)],
      remark: orAbsent(form.get('remark')),
    }),
    place: inOurWords,
    explain: explainMoney,
    run: async (body, visit) => {
      requirePrices(dashboard);
      const asking = { ...changingOf(askerOf(visit)), key: onceOf(visit) };
      const { invoice } = await askForInvoice(dashboard.services.documents, asking, body);
      return visit.done(`${LIST}/${invoice.id}`, 'invoice_requested');
    },
    page: (visit, shown) => newPage(dashboard, visit, shown),
  });
}

function chosenIn(form: FormFields): ReadonlySet<string> {
  const names = [...form.keys()].filter((name) => name.startsWith(CHOSEN));
  return new Set(names.map((name) => name.slice(CHOSEN.length)));
}

function inOurWords({ field, text }: FormProblem, { context: { form, language } }: Visit): FormProblem {
  const words = INVOICES[language];
  if (field === 'order_ids' && chosenIn(form).size === 0) return { field, text: words.chooseOrder };
  if (field === 'invoice_type') return { field, text: words.specialNeeds };
  return field === 'profile' ? { field: '', text: words.noProfile } : { field, text };
}

async function newPage(dashboard: Dashboard, visit: Visit, { state, answer }: ShownForm): Promise<PageAnswer> {
  requirePrices(dashboard);
  const { db } = dashboard.services;
  const { frame, member, context } = visit;
  const { profile } = presentProfile(await findProfile(db, member.organizationId));
  const orders = await listInvoiceable(db, member.organizationId, ORDERS_MAX);
  const month = context.query.get('month');
  const ofMonth = orders.filter((order) => monthOf(order) === month).map(({ id }) => id);
  const typed = chosenIn(context.form);
  return privatePage(
    <NewInvoicePage
      frame={frame}
      profile={profile}
      orders={orders}
      most={ORDERS_MAX}

      chosen={typed.size > 0 ? typed : new Set(ofMonth)}
      state={state}
    />,
    context.language,
    answer,
  );
}

/** The month of a statement, which is that of China. */
function monthOf({ paidAt }: OfferedOrder): string {
  return new Date(paidAt.getTime() + SHANGHAI_MS).toISOString().slice(0, 'YYYY-MM'.length);
}

function cancelForm(dashboard: Dashboard): PageRoute[] {
  return confirmStep(dashboard, {
    ...NO_INPUT,
    path: `${LIST}/{id}/cancel`,
    back: `${LIST}/{id}`,
    permission: 'billing:write',
    recent: 'never',
    explain: explainMoney,
    run: async (_, visit) => {
      requirePrices(dashboard);
      const { id } = await ownInvoice(dashboard, visit);
      await cancelOwnInvoice(dashboard.services.documents, changingOf(askerOf(visit)), id);
      return visit.done(`${LIST}/${id}`, 'invoice_cancelled');
    },
    describe: async (visit) => {
      requirePrices(dashboard);
      const { language } = visit.context;
      const words = INVOICES[language];
      const { invoice_type, amount_minor } = presentInvoice(await ownInvoice(dashboard, visit));
      const subject = `${words.types[invoice_type]} · ${moneyOf(amount_minor, language)}`;
      return { title: words.cancel, subject, text: words.cancelText, button: words.cancel };
    },
  });
}

/** The request that the address names. @throws {AppError} NOT_FOUND */
async function ownInvoice({ services }: Dashboard, { context, member }: Visit) {
  const row = await findInvoice(services.db, context.params['id'] ?? '');
  if (row?.organization_id !== member.organizationId) throw new AppError('NOT_FOUND');
  return row;
}
