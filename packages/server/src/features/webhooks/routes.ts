import { z } from 'zod';
import { pageSchema, paginationQuery } from '../../http/pagination.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret } from './manage.ts';
import { presentEndpoint } from './present.ts';
import { listEndpoints } from './queries/endpoints.ts';
import { webhookBody, webhookChangeBody, webhookParams, webhookSchema, webhookWithSecretSchema } from './schemas.ts';
import { askingOf, MANAGING, READING, WEBHOOK_ROUTE, WEBHOOKS } from './route-terms.ts';
import type { WebhookServices } from './services.ts';

/** Keys and members make, see and change the webhooks of their organization, and what was delivered to them. */
export function webhookRoutes(services: WebhookServices): Route[] {
  return [
    list(services),
    create(services),
    change(services),
    remove(services),
    rotate(services),
    ...deliveryRoutes(services),
  ];
}

function list({ db }: WebhookServices): Route {
  return defineRoute({
    ...WEBHOOK_ROUTE,
    method: 'GET',
    path: WEBHOOKS,
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    description:
      'The webhooks of the organization, newest first, without their secrets. A test key sees only those that are told of the sandbox alone.',
    auth: READING,
    query: z.object(paginationQuery),
    responses: { 200: { description: 'A page of webhooks', schema: pageSchema(webhookSchema) } },
    errors: [],
    handler: async ({ query, principal }) => {
      const { rows, total } = await listEndpoints(db, viewerOf(principal), query);
      return { status: 200, body: { data: rows.map(presentEndpoint), pagination: query, total } };
    },
  });
}

function create(services: WebhookServices): Route {
  return defineRoute({
    ...WEBHOOK_ROUTE,
    method: 'POST',
    path: WEBHOOKS,
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    description:
      'From now on, the address is told of these events. Messages are signed as Standard Webhooks says, with the secret that is shown in this answer only. CONFLICT with `too_many_webhooks`: an organization has at most 10.',
    auth: MANAGING,
    body: webhookBody,
    responses: { 201: { description: 'The webhook and its secret', schema: webhookWithSecretSchema } },
    errors: ['CONFLICT'],
    handler: async (context) => {
      const { row, secret } = await createWebhook(services, context.body, askingOf(context));
      return { status: 201, body: { ...presentEndpoint(row), secret } };
    },
  });
}

function change(services: WebhookServices): Route {
  return defineRoute({
    ...WEBHOOK_ROUTE,
    method: 'PATCH',
    path: `${WEBHOOKS}/{whid}`,
    operationId: 'updateWebhook',
    summary: 'Change a webhook',
    description:
      'Changes the members that are given. Enabling it after the service has disabled it begins anew: events that were not delivered are sent, and the time of failures is counted from zero.',
    auth: MANAGING,
    params: webhookParams,
    body: webhookChangeBody,
    responses: { 200: { description: 'The changed webhook', schema: webhookSchema } },
    errors: ['NOT_FOUND'],
    handler: async (context) => {
      const row = await changeWebhook(services, context.params.whid, context.body, askingOf(context));
      return { status: 200, body: presentEndpoint(row) };
    },
  });
}

function remove(services: WebhookServices): Route {
  return defineRoute({
    ...WEBHOOK_ROUTE,
    method: 'DELETE',
    path: `${WEBHOOKS}/{whid}`,
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description: 'Deletes the webhook with its deliveries. Nothing more is sent to it.',
    auth: MANAGING,
    params: webhookParams,
    responses: { 204: { description: 'The webhook was deleted' } },
    errors: ['NOT_FOUND'],
    handler: async (context) => {
      await deleteWebhook(services, context.params.whid, askingOf(context));
      return { status: 204, body: undefined };
    },
  });
}

function rotate(services: WebhookServices): Route {
  return defineRoute({
    ...WEBHOOK_ROUTE,
    method: 'POST',
    path: `${WEBHOOKS}/{whid}/rotate-secret`,
    operationId: 'rotateWebhookSecret',
    summary: 'Replace the secret of a webhook',
    description:
      'Makes a new secret, which is shown in this answer only. For 24 hours messages are signed with the previous secret as well, so that the receiver can be changed meanwhile. A secret before that one ends at once.',
    auth: MANAGING,
    params: webhookParams,
    responses: { 200: { description: 'The webhook and its new secret', schema: webhookWithSecretSchema } },
    errors: ['NOT_FOUND'],
    handler: async (context) => {
      const { row, secret } = await rotateSecret(services, context.params.whid, askingOf(context));
      return { status: 200, body: { ...presentEndpoint(row), secret } };
    },
  });
}
