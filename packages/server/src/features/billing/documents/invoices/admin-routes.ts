import { defineRoute, type Route } from '../../../../http/route.ts';
import type { DocumentServices } from '../services.ts';
import { beginInvoice, issueInvoice, redLetterInvoice, rejectInvoice } from './decide-invoice.ts';
import { presentForOperator } from './present.ts';
import { countInvoices, listInvoices } from './queries.ts';
import {
  adminInvoicePageSchema,
  adminInvoiceSchema,
  adminInvoicesQuery,
  invoiceParams,
  issueBody,
  rejectBody,
} from './schemas.ts';
import { auditedBy } from '../../../audit/index.ts';

const INVOICES = '/v1/admin/invoice-requests';
const BASICS = { tags: ['Administration'], auth: { kind: 'administrator' }, rateLimit: 'api' } as const;
const DECISION = { ...BASICS, method: 'POST', params: invoiceParams, errors: ['NOT_FOUND', 'CONFLICT'] } as const;

type Services = Pick<DocumentServices, 'db'>;

/** The operator makes out the invoices that organizations have requested. */
export function adminInvoiceRoutes(services: Services): Route[] {
  return [list(services), begin(services), issue(services), reject(services), redLetter(services)];
}

const answer = (description: string) => ({ 200: { description, schema: adminInvoiceSchema } });

function list({ db }: Services): Route {
  return defineRoute({
    ...BASICS,
    method: 'GET',
    path: INVOICES,
    operationId: 'listAllInvoiceRequests',
    summary: 'Find requests for invoices',
    description: 'Requests for invoices of the whole installation, newest first.',
    query: adminInvoicesQuery,
    responses: { 200: { description: 'The requests', schema: adminInvoicePageSchema } },
    errors: [],
    handler: async ({ query: { limit, offset, status, organization_id } }) => {
      const filter = { organizationId: organization_id, status };
      const rows = await listInvoices(db, { ...filter, after: undefined, limit, offset });
      const total = await countInvoices(db, filter);
      return { status: 200, body: { data: rows.map(presentForOperator), pagination: { limit, offset }, total } };
    },
  });
}

function begin({ db }: Services): Route {
  return defineRoute({
    ...DECISION,
    path: `${INVOICES}/{id}/process`,
    operationId: 'processInvoiceRequest',
    summary: 'Begin with a request for an invoice',
    description: 'From now on the organization cannot cancel it.',
    responses: answer('The request'),
    handler: async (context) => {
      const row = await beginInvoice(db, context.params.id, auditedBy(context));
      return { status: 200, body: presentForOperator(row) };
    },
  });
}

function issue({ db }: Services): Route {
  return defineRoute({
    ...DECISION,
    path: `${INVOICES}/{id}/issue`,
    operationId: 'issueInvoice',
    summary: 'Record an invoice',
    description:
      'Records the number of the invoice that was made out, and tells the organization. CONFLICT with `order_refunded` when less is left of its orders than its amount: reject it, and the organization requests another; with `invoice_number_used` when another has the number.',
    body: issueBody,
    responses: answer('The issued request'),
    handler: async (context) => {
      const { invoice_no: invoiceNo, download_url: downloadUrl = null } = context.body;
      const row = await issueInvoice(db, context.params.id, { invoiceNo, downloadUrl }, auditedBy(context));
      return { status: 200, body: presentForOperator(row) };
    },
  });
}

function reject({ db }: Services): Route {
  return defineRoute({
    ...DECISION,
    path: `${INVOICES}/{id}/reject`,
    operationId: 'rejectInvoiceRequest',
    summary: 'Reject a request for an invoice',
    description: 'Refuses it, with a reason that the organization sees. Its orders may be on another.',
    body: rejectBody,
    responses: answer('The rejected request'),
    handler: async (context) => {
      const row = await rejectInvoice(db, context.params.id, context.body.reason, auditedBy(context));
      return { status: 200, body: presentForOperator(row) };
    },
  });
}

function redLetter({ db }: Services): Route {
  return defineRoute({
    ...DECISION,
    path: `${INVOICES}/{id}/red-letter`,
    operationId: 'redLetterInvoice',
    summary: 'Record a red-letter invoice',
    description:
      'Records that a red-letter invoice has ended an issued one. Its orders can then be refunded, and be on another.',
    body: rejectBody,
    responses: answer('The ended request'),
    handler: async (context) => {
      const row = await redLetterInvoice(db, context.params.id, context.body.reason, auditedBy(context));
      return { status: 200, body: presentForOperator(row) };
    },
  });
}
