import { z } from 'zod';
import { pageSchema, paginationQuery } from '../../http/pagination.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { AppError } from '../../shared/app-error.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { presentDelivery } from './present.ts';
import { listDeliveries } from './queries/deliveries.ts';
import { findEndpoint } from './queries/endpoints.ts';
import { askingOf, MANAGING, READING, WEBHOOK_ROUTE, WEBHOOKS } from './route-terms.ts';
import { deliveryParams, deliverySchema, webhookParams } from './schemas.ts';
import { redeliver, sendTest } from './send-again.ts';
import type { WebhookServices } from './services.ts';

/** What was sent to a webhook, and sending on request. */
export function deliveryRoutes(services: WebhookServices): Route[] {
  return [test(services), list(services), again(services)];
}

function test(services: WebhookServices): Route {
  return defineRoute({
    ...WEBHOOK_ROUTE,
    method: 'POST',
    path: `${WEBHOOKS}/{whid}/test`,
    operationId: 'testWebhook',
    summary: 'Send a test event',
    description:
      'Sends the event `webhook.test`, signed and repeated like any other. Its deliveries show what became of it. CONFLICT with `webhook_disabled`: enable the webhook first.',
    auth: MANAGING,
    params: webhookParams,
    responses: { 202: { description: 'The delivery, which is about to be made', schema: deliverySchema } },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async (context) => {
      const row = await sendTest(services, context.params.whid, askingOf(context));
      return { status: 202, body: presentDelivery(row) };
    },
  });
}

function list({ db }: WebhookServices): Route {
  return defineRoute({
    ...WEBHOOK_ROUTE,
    method: 'GET',
    path: `${WEBHOOKS}/{whid}/deliveries`,
    operationId: 'listWebhookDeliveries',
    summary: 'List deliveries',
    description:
      'The events of the last 14 days that this webhook was to be told of, newest first: what was sent, what it answered, and when it is tried again.',
    auth: READING,
    params: webhookParams,
    query: z.object(paginationQuery),
    responses: { 200: { description: 'A page of deliveries', schema: pageSchema(deliverySchema) } },
    errors: ['NOT_FOUND'],
    handler: async ({ params, query, principal }) => {
      const endpoint = await findEndpoint(db, params.whid, viewerOf(principal));
      if (endpoint === undefined) throw new AppError('NOT_FOUND');
      const { rows, total } = await listDeliveries(db, endpoint.id, query);
      return { status: 200, body: { data: rows.map(presentDelivery), pagination: query, total } };
    },
  });
}

function again(services: WebhookServices): Route {
  return defineRoute({
    ...WEBHOOK_ROUTE,
    method: 'POST',
    path: `${WEBHOOKS}/{whid}/deliveries/{id}/redeliver`,
    operationId: 'redeliverWebhook',
    summary: 'Send an event again',
    description:
      'Sends the event again at once, whatever became of it before, with the same identifier and the same body. CONFLICT with `webhook_disabled`: enable the webhook first.',
    auth: MANAGING,
    params: deliveryParams,
    responses: { 202: { description: 'The delivery, which is about to be made', schema: deliverySchema } },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async (context) => {
      const row = await redeliver(services, context.params, askingOf(context));
      return { status: 202, body: presentDelivery(row) };
    },
  });
}
