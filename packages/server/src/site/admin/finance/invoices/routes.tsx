import { z } from 'zod';
import { countInvoices, listInvoices, presentForOperator } from '../../../../features/billing/documents/index.ts';
import type { PageAnswer, PageRoute } from '../../../../http/page-route.ts';
import { INVOICE_STATUSES } from '../../../../shared/billing-words.ts';
import { refusedAs } from '../../../../shared/input-reasons.ts';
import { pagingOf } from '../../../dashboard/kit/paging.ts';
import { formState, orAbsent, readForm } from '../../../kit/read-form.ts';
import { privatePage } from '../../../kit/site.ts';
import { adminRoute, type AdminSite, type AdminVisit } from '../../kit/visit.ts';
import { AdminInvoicesPage } from './list-page.tsx';
import { AdminInvoicePage } from './page.tsx';
import { requireInvoice } from './require-invoice.ts';
import { invoiceSteps } from './step-routes.tsx';

const tab = 'finance';

const invoiceQuery = z.object({
  q: z
    .string()
    .max(200)
    .refine((text) => !text.includes('\u0000'), refusedAs('null_character'))
    .optional(),
  status: z.enum(INVOICE_STATUSES).optional(),
});

/** The invoices that organizations have asked for: to be found, looked into, and decided about. */
export function adminInvoicePages(admin: AdminSite): PageRoute[] {
  const page = { method: 'GET', tab } as const;
  const path = 'finance/invoices';
  return [
    ...adminRoute(admin, { ...page, path, handler: (visit) => listPage(admin, visit) }),
    ...adminRoute(admin, { ...page, path: `${path}/{id}`, handler: (visit) => invoicePage(admin, visit) }),
    ...invoiceSteps(admin),
  ];
}

async function listPage({ services: { db } }: AdminSite, { frame, context }: AdminVisit): Promise<PageAnswer> {
  const { language, query } = context;
  const paging = pagingOf(query);
  const typed = { q: query.get('q') ?? '', status: query.get('status') ?? '' };
  const read = readForm(invoiceQuery, { q: orAbsent(typed.q)?.trim(), status: orAbsent(typed.status) }, language);
  const at = { page: paging.page, size: paging.limit, total: 0 };
  if (read.kind === 'bad') {
    const page = <AdminInvoicesPage frame={frame} invoices={[]} at={at} state={formState(typed, read.problems)} />;
    return privatePage(page, language, { status: 422 });
  }
  const { q: search, status } = read.data;
  const filter = { organizationId: undefined, status, search };
  const rows = await listInvoices(db, { ...filter, after: undefined, limit: paging.limit, offset: paging.offset });
  const total = await countInvoices(db, filter);
  return privatePage(
    <AdminInvoicesPage
      frame={frame}
      invoices={rows.map(presentForOperator)}
      at={{ ...at, total }}
      state={formState(typed, [])}
    />,
    language,
  );
}

async function invoicePage(admin: AdminSite, visit: AdminVisit): Promise<PageAnswer> {
  const found = await requireInvoice(admin, visit);
  return privatePage(<AdminInvoicePage frame={visit.frame} {...found} />, visit.context.language);
}
