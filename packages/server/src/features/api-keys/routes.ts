import { z } from 'zod';
import { pageSchema, paginationQuery } from '../../http/pagination.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { AppError } from '../../shared/app-error.ts';
import { actorOf } from '../audit/index.ts';
import { issueKey, type KeyServices } from './issue-key.ts';
import { presentKey } from './present.ts';
import { listKeyPage } from './queries.ts';
import { revokeKey } from './revoke-key.ts';
import { apiKeySchema, keyBody, keyParams, newApiKeySchema } from './schemas.ts';

/** One set of operations at two addresses. */
interface KeyFamily {
  /** `/v1/dashboard/keys` */
  path: string;
  /** Used in the operation ids: `listDashboardKeys`. */
  name: string;
  tag: string;
}

const FAMILIES: readonly KeyFamily[] = [
  { path: '/v1/dashboard/keys', name: 'Dashboard', tag: 'Dashboard' },
  { path: '/v1/console/keys', name: 'Console', tag: 'Console' },
];

/** Members see, make and revoke the keys of their organization. */
export function keyRoutes(services: KeyServices): Route[] {
  return FAMILIES.flatMap((family) => [
    listRoute(services, family),
    createRoute(services, family),
    revokeRoute(services, family),
  ]);
}

function listRoute({ db }: KeyServices, { path, name, tag }: KeyFamily): Route {
  return defineRoute({
    method: 'GET',
    path,
    operationId: `list${name}Keys`,
    summary: 'List API keys',
    description:
      'The keys of the organization, newest first, including revoked and expired ones. The secrets are never shown.',
    tags: [tag],
    auth: { kind: 'member', permission: 'keys:read' },
    rateLimit: 'api',
    query: z.object(paginationQuery),
    responses: { 200: { description: 'A page of keys', schema: pageSchema(apiKeySchema) } },
    errors: [],
    handler: async ({ query, principal }) => {
      const { rows, total } = await listKeyPage(db, principal.organizationId, query);
      return { status: 200, body: { data: rows.map(presentKey), pagination: query, total } };
    },
  });
}

function createRoute(services: KeyServices, { path, name, tag }: KeyFamily): Route {
  return defineRoute({
    method: 'POST',
    path,
    operationId: `create${name}Key`,
    summary: 'Create an API key',
    description:
      'Creates a key for the organization. This is the only response that shows it. For a live key, or one that can revoke credentials, the password (and the second factor, if one is set up) must have been given in the last 15 minutes; otherwise SCOPE_DENIED with `details.reason` `reauthentication_required`. The creator is told by email, and for such a key the owners are too.',
    tags: [tag],
    auth: { kind: 'member', permission: 'keys:manage', recent: 'by_input' },
    rateLimit: 'api',
    body: keyBody,
    responses: { 201: { description: 'The key and its record', schema: newApiKeySchema } },
    errors: [],
    handler: async ({ body, principal, address, requestId }) => {
      const { row, key } = await issueKey(services, principal, body, { address, requestId });
      return { status: 201, body: { ...presentKey(row), key } };
    },
  });
}

function revokeRoute({ db }: KeyServices, { path, name, tag }: KeyFamily): Route {
  return defineRoute({
    method: 'DELETE',
    path: `${path}/{kid}`,
    operationId: `revoke${name}Key`,
    summary: 'Revoke an API key',
    description:
      'Revokes the key immediately and permanently; repeating the request changes nothing. Its record stays in the list.',
    tags: [tag],
    auth: { kind: 'member', permission: 'keys:manage' },
    rateLimit: 'api',
    params: keyParams,
    responses: { 200: { description: 'The record of the revoked key', schema: apiKeySchema } },
    errors: ['NOT_FOUND'],
    handler: async ({ params, principal, address, requestId }) => {
      const { organizationId } = principal;
      const by = { actor: actorOf(principal), address, requestId };
      const row = await db.transaction().execute((trx) => revokeKey(trx, { ...by, id: params.kid, organizationId }));
      if (row === undefined) throw new AppError('NOT_FOUND');
      return { status: 200, body: presentKey(row) };
    },
  });
}
