import { z } from 'zod';
import { answerOnce, idempotencyHeader, REPLAYED_HEADER, replayedHeader } from '../../../http/answer-once.ts';
import { cursorPage, cursorPageSchema, decodeCursor } from '../../../http/cursor.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { AppError } from '../../../shared/app-error.ts';
import { askGateway } from './ask-gateway.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { callbackRoutes } from './callback-routes.ts';
import { PAYS } from './caller.ts';
import { askBeforeCancelling, cancelOpenOrder, closeAtGateway } from './cancel-order.ts';
import { expireInPassing } from './expire.ts';
import type { Order } from './order.ts';
import { payAddress } from './pay-address.ts';
import { presentOrder } from './present.ts';
import { findOwnOrder, listOrders } from './queries/orders.ts';
import { claimRefresh } from './queries/polls.ts';
import type { NoticeServices } from './receive-notice.ts';
import { cancelBody, orderParams, orderQuery, orderSchema, ordersQuery, type PresentedOrder } from './schemas.ts';
import type { OrderServices } from './services.ts';
import { walletRoutes } from './wallet-routes.ts';
import { auditedBy } from '../../audit/index.ts';
import { payerOf, READS_MONEY } from '../ledger/index.ts';

/** Orders, the balance, and what the gateway tells of both. */
export function orderRoutes(services: NoticeServices): Route[] {
  return [
    ...checkoutRoutes(services),
    listRoute(services),
    getRoute(services),
    cancelRoute(services),
    ...walletRoutes(services),
    ...callbackRoutes(services),
  ];
}

const ONCE = z.object(idempotencyHeader);
const COMMON = { tags: ['Billing'], wholeNumbers: true } as const;

function listRoute(services: OrderServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/v1/billing/orders',
    operationId: 'listOrders',
    summary: 'List orders',
    description: 'The payment orders of the organization, newest first.',
    auth: READS_MONEY,
    rateLimit: 'api',
    query: ordersQuery,
    responses: { 200: { description: 'A page of orders', schema: cursorPageSchema(orderSchema) } },
    errors: [],
    handler: async ({ query, principal }) => {
      const organizationId = payerOf(principal);
      const { limit, cursor, status: statuses, purpose, from, to } = query;
      const filter = { organizationId, statuses, purpose, from, to };
      const after = cursor === undefined ? undefined : decodeCursor(cursor, filter);
      const rows = await listOrders(services.db, { ...filter, after, limit: limit + 1 });
      const present = (order: Order): PresentedOrder => presentOrder(order, payAddress(services, order));
      return { status: 200, body: cursorPage(rows, limit, filter, { present, positionOf: ({ id }) => id }) };
    },
  });
}

function getRoute(services: OrderServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/v1/billing/orders/{order_id}',
    operationId: 'getOrder',
    summary: 'Get an order',
    description:
      'A payment order by its identifier or number. With `refresh=true` the gateway is asked first, so that a payment shows that we have not been told of.',
    auth: READS_MONEY,
    rateLimit: 'api',
    params: orderParams,
    query: orderQuery,
    responses: { 200: { description: 'The order', schema: orderSchema } },
    errors: ['PAYMENT_ORDER_NOT_FOUND'],
    handler: async ({ params, query, principal }) => {
      const organizationId = payerOf(principal);
      const found = await getOwn(services, organizationId, params.order_id);
      const isAsked = query.refresh === 'true' && found.paidAt === null && (await claimRefresh(services.db, found.id));
      if (isAsked) await askGateway(services, found);
      const current = isAsked ? await getOwn(services, organizationId, found.id) : found;
      const order = await expireInPassing(services, current);
      return { status: 200, body: presentOrder(order, payAddress(services, order)) };
    },
  });
}

function cancelRoute(services: OrderServices): Route {
  return defineRoute({
    ...COMMON,
    method: 'POST',
    path: '/v1/billing/orders/{order_id}/cancel',
    operationId: 'cancelOrder',
    summary: 'Cancel an order',
    description:
      'Ends an order that is not paid. The gateway is asked first: a payment that it has received is booked, and the order is not cancelled. Money that arrives later is credited to the balance.',
    auth: PAYS,
    rateLimit: 'order',
    params: orderParams,
    headers: ONCE,
    body: cancelBody,
    responses: { 200: { description: 'The cancelled order', schema: orderSchema, headers: REPLAYED_HEADER } },
    errors: ['PAYMENT_ORDER_NOT_FOUND', 'PAYMENT_ALREADY_PROCESSED', 'PAYMENT_ORDER_EXPIRED', 'CONFLICT'],
    handler: async (context) => {
      const { params, body, headers, principal } = context;
      const organizationId = payerOf(principal);
      const order = await getOwn(services, organizationId, params.order_id);
      await askBeforeCancelling(services, order);
      const key = headers['idempotency-key'];
      const input = { order: order.id, body: body ?? {} };
      const once = { organizationId, operation: 'billing.cancel', key, input, keptMs: services.limits.idempotencyMs };
      const answered = await answerOnce(services.db, once, async (trx) => {
        const cancelled = await cancelOpenOrder(trx, order.id, { by: auditedBy(context), reason: body?.reason });
        return { status: 200, body: presentOrder(cancelled, null) };
      });
      if (order.status === 'pending' && !answered.replayed) await closeAtGateway(services, order);
      return { status: 200, headers: replayedHeader(answered), body: orderSchema.parse(answered.answer.body) };
    },
  });
}

/** @throws {AppError} PAYMENT_ORDER_NOT_FOUND: nobody's, or another organization's */
async function getOwn({ db }: OrderServices, organizationId: string, name: string): Promise<Order> {
  const order = await findOwnOrder(db, { organizationId, name });
  if (order === undefined) throw new AppError('PAYMENT_ORDER_NOT_FOUND');
  return order;
}
