import { z } from 'zod';
import { idempotencyHeader, REPLAYED_HEADER, replayedHeader } from '../../../../http/answer-once.ts';
import { cursorPage, cursorPageSchema, decodeCursor } from '../../../../http/cursor.ts';
import { defineRoute, type Route } from '../../../../http/route.ts';
import { WRITES } from '../caller.ts';
import type { DocumentServices } from '../services.ts';
import { askForInvoice, cancelOwnInvoice } from './ask.ts';
import { presentInvoice } from './present.ts';
import { listInvoices } from './queries.ts';
import { invoiceBody, invoiceParams, invoiceSchema, invoicesQuery } from './schemas.ts';
import { payerOf, READS_MONEY } from '../../ledger/index.ts';
import { changingOf } from '../../subscriptions/index.ts';

const INVOICES = '/v1/billing/invoice-requests';
const COMMON = { tags: ['Billing'], rateLimit: 'api' } as const;

/** An organization asks for invoices; the operator makes them out. */
export function invoiceRoutes(services: DocumentServices): Route[] {
  return [list(services), create(services), cancel(services)];
}

function list({ db }: DocumentServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'GET',
    path: INVOICES,
    operationId: 'listInvoiceRequests',
    summary: 'List requests for invoices',
    description: 'The requests of the organization for invoices, newest first.',
    auth: READS_MONEY,
    query: invoicesQuery,
    responses: { 200: { description: 'A page of requests', schema: cursorPageSchema(invoiceSchema) } },
    errors: [],
    handler: async ({ query, principal }) => {
      const { limit, cursor, status } = query;
      const filter = { organizationId: payerOf(principal), status };
      const after = cursor === undefined ? undefined : decodeCursor(cursor, filter);
      const rows = await listInvoices(db, { ...filter, after, limit: limit + 1 });
      const body = cursorPage(rows, limit, filter, { present: presentInvoice, positionOf: ({ id }) => id });
      return { status: 200, body };
    },
  });
}

function create(services: DocumentServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'POST',
    path: INVOICES,
    operationId: 'requestInvoice',
    summary: 'Request an invoice',
    description:
      'Asks for one invoice about orders. What came from outside is invoiced, recharges and plans alike; what was bought from the balance is not, because the recharge is. An order is on one invoice until that is rejected, cancelled or red-lettered. CONFLICT with `already_invoiced`, `nothing_invoiceable` or `refund_open`.',
    auth: WRITES,
    headers: z.object(idempotencyHeader),
    body: invoiceBody,
    responses: { 201: { description: 'The request', schema: invoiceSchema, headers: REPLAYED_HEADER } },
    errors: ['PAYMENT_ORDER_NOT_FOUND', 'PAYMENT_FULFILLMENT_PENDING', 'CONFLICT'],
    handler: async (context) => {
      const asking = { ...changingOf(context), key: context.headers['idempotency-key'] };
      const { answered, invoice } = await askForInvoice(services, asking, context.body);
      return { status: 201, headers: replayedHeader(answered), body: invoice };
    },
  });
}

function cancel(services: DocumentServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'POST',
    path: `${INVOICES}/{id}/cancel`,
    operationId: 'cancelInvoiceRequest',
    summary: 'Cancel a request for an invoice',
    description:
      'Takes the request back; its orders may be on another. CONFLICT with `status_changed` once the operator has begun with it.',
    auth: WRITES,
    params: invoiceParams,
    responses: { 200: { description: 'The cancelled request', schema: invoiceSchema } },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async (context) => {
      const row = await cancelOwnInvoice(services, changingOf(context), context.params.id);
      return { status: 200, body: presentInvoice(row) };
    },
  });
}
