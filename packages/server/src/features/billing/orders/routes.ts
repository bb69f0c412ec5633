import { z } from 'zod';
import { idempotencyHeader, REPLAYED_HEADER, replayedHeader } from '../../../http/answer-once.ts';
import { cursorPage, cursorPageSchema, decodeCursor } from '../../../http/cursor.ts';
import { defineRoute, type Route } from '../../../http/route.ts';
import { buyingOf } from './buy.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { callbackRoutes } from './callback-routes.ts';
import { PAYS } from './caller.ts';
import type { Order } from './order.ts';
import { cancelOrder, readOrder } from './own-order.ts';
import { payAddress } from './pay-address.ts';
import { presentOrder } from './present.ts';
import { listOrders } from './queries/orders.ts';
import type { NoticeServices } from './receive-notice.ts';
import { cancelBody, orderParams, orderQuery, orderSchema, ordersQuery, type PresentedOrder } from './schemas.ts';
import type { OrderServices } from './services.ts';
import { walletRoutes } from './wallet-routes.ts';
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
      const named = { organizationId: payerOf(principal), name: params.order_id };
      return { status: 200, body: await readOrder(services, named, { isRefreshed: query.refresh === 'true' }) };
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
      const { params, body } = context;
      const answered = await cancelOrder(services, buyingOf(context), { name: params.order_id, ...body });
      return { status: 200, headers: replayedHeader(answered), body: orderSchema.parse(answered.answer.body) };
    },
  });
}
