import { z } from 'zod';
import { idempotencyHeader, REPLAYED_HEADER, replayedHeader } from '../../../http/answer-once.ts';
import { cursorPage, cursorPageSchema, decodeCursor } from '../../../http/cursor.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { adminRefundRoutes } from './admin-routes.ts';
import { askForRefund, withdrawOwnRefund } from './ask.ts';
import { presentRefund } from './present.ts';
import { listRequests } from './queries/requests.ts';
import { refundBody, refundParams, refundSchema, refundsQuery } from './schemas.ts';
import type { RefundServices } from './services.ts';
import { payerOf, READS_MONEY } from '../ledger/index.ts';
import { changingOf } from '../subscriptions/index.ts';

const REFUNDS = '/v1/billing/refund-requests';
const COMMON = { tags: ['Billing'], rateLimit: 'api' } as const;
const ASKS = { kind: 'key_or_member', scope: 'billing:write', permission: 'billing:refund' } as const;

/** An organization asks for refunds; the operator decides about them. */
export function refundRoutes(services: RefundServices): Route[] {
  return [list(services), create(services), withdraw(services), ...adminRefundRoutes(services)];
}

function list({ db }: RefundServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'GET',
    path: REFUNDS,
    operationId: 'listRefundRequests',
    summary: 'List requests for refunds',
    description: 'The requests of the organization for refunds, newest first.',
    auth: READS_MONEY,
    query: refundsQuery,
    responses: { 200: { description: 'A page of requests', schema: cursorPageSchema(refundSchema) } },
    errors: [],
    handler: async ({ query, principal }) => {
      const { limit, cursor, status, order_id: orderId } = query;
      const filter = { organizationId: payerOf(principal), status, orderId };
      const after = cursor === undefined ? undefined : decodeCursor(cursor, filter);
      const rows = await listRequests(db, { ...filter, after, limit: limit + 1 });
      const body = cursorPage(rows, limit, filter, { present: presentRefund, positionOf: ({ id }) => id });
      return { status: 200, body };
    },
  });
}

function create(services: RefundServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'POST',
    path: REFUNDS,
    operationId: 'requestRefund',
    summary: 'Request a refund',
    description:
      'Asks for money of an order to be paid back; the operator decides. Of a recharge at most what is left on the balance, of a plan what is left of its days, all of it within seven days if hardly any of it was used. Once it is paid, the plan lasts no longer than it is still paid, and does not renew automatically. An order has one open request. REFUND_NOT_ALLOWED names the reason.',
    auth: ASKS,
    headers: z.object(idempotencyHeader),
    body: refundBody,
    responses: { 201: { description: 'The request', schema: refundSchema, headers: REPLAYED_HEADER } },
    errors: ['PAYMENT_ORDER_NOT_FOUND', 'PAYMENT_FULFILLMENT_PENDING', 'REFUND_NOT_ALLOWED', 'CONFLICT'],
    handler: async (context) => {
      const asking = { ...changingOf(context), key: context.headers['idempotency-key'] };
      const { answered, refund } = await askForRefund(services, asking, context.body);
      return { status: 201, headers: replayedHeader(answered), body: refund };
    },
  });
}

function withdraw(services: RefundServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'POST',
    path: `${REFUNDS}/{id}/withdraw`,
    operationId: 'withdrawRefundRequest',
    summary: 'Withdraw a request for a refund',
    description: 'Takes the request back. CONFLICT with `status_changed` once it is decided.',
    auth: ASKS,
    params: refundParams,
    responses: { 200: { description: 'The withdrawn request', schema: refundSchema } },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async (context) => {
      const row = await withdrawOwnRefund(services, changingOf(context), context.params.id);
      return { status: 200, body: presentRefund(row) };
    },
  });
}
