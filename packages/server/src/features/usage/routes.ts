import { pageSchema } from '../../http/pagination.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { Db } from '../../platform/database.ts';
import type { QuotaBasis } from '../../shared/operations.ts';
import { viewerOf } from '../../shared/viewer.ts';
import { planOf } from '../billing/plans/index.ts';
import { presentSummary, presentUsage } from './present.ts';
import { readUsageState } from './queries/fold.ts';
import { listUsage, readStanding } from './queries/read.ts';
import { summarySchema, usageQuery, usageSchema, usageStateSchema } from './schemas.ts';

export interface UsageServices {
  db: Db;
  quotaBasis: QuotaBasis;
}

const AUTH = { kind: 'key_or_member', scope: 'usage:read', permission: 'usage:read' } as const;

/** What an organization used, and what is left. */
export function usageRoutes(services: UsageServices): Route[] {
  return [
    usageRoute(services, { path: '/v1/usage', operationId: 'listUsage', tag: 'Usage' }),
    usageRoute(services, { path: '/v1/billing/usage', operationId: 'listBillingUsage', tag: 'Billing' }),
    summaryRoute(services),
    stateRoute(services),
  ];
}

/** One operation at two addresses. */
function usageRoute(
  { db, quotaBasis: basis }: UsageServices,
  { path, operationId, tag }: { path: string; operationId: string; tag: string },
): Route {
  return defineRoute({
    method: 'GET',
    path,
    operationId,
    summary: 'List usage',
    description:
      'How many units each key used on each day, by operation and mode, the newest day first. The figures are exact at the moment of the request. Only completed units in live mode are charged; a repeated idempotent request is no unit. A test key sees the sandbox only.',
    tags: [tag],
    auth: AUTH,
    rateLimit: 'api',
    query: usageQuery,
    responses: { 200: { description: 'A page of sums', schema: pageSchema(usageSchema) } },
    errors: [],
    handler: async ({ query, principal }) => {
      const { limit, offset, from, to, operation, api_key_id: keyId } = query;
      const filter = { from, to, operation, keyId };
      const { rows, total } = await listUsage(db, viewerOf(principal), filter, { limit, offset, basis });
      return { status: 200, body: { data: rows.map(presentUsage), pagination: { limit, offset }, total } };
    },
  });
}

function summaryRoute({ db, quotaBasis }: UsageServices): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/usage/summary',
    operationId: 'getUsageSummary',
    summary: 'Get the usage of this period',
    description:
      'The plan of the organization, and for each operation what the period includes, what is used, what is reserved by work that has not ended, what is left, and when the next period begins. Periods are months in UTC: calendar months, or months from the day on which the plan began. A test key sees the sandbox only.',
    tags: ['Usage'],
    auth: AUTH,
    rateLimit: 'api',
    responses: { 200: { description: 'The period', schema: summarySchema } },
    errors: [],
    handler: async ({ principal, language }) => {
      const { organizationId, sandboxOnly } = viewerOf(principal);
      const [rows, plan] = await Promise.all([
        readStanding(db, organizationId, quotaBasis),
        planOf(db, organizationId, quotaBasis),
      ]);
      const body = presentSummary(rows, plan, { language, sandboxOnly });
      return { status: 200, headers: { 'content-language': language }, body };
    },
  });
}

function stateRoute({ db }: UsageServices): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/admin/usage',
    operationId: 'getUsageState',
    summary: 'Get the state of counting',
    description:
      'Up to when the rows of usage are summed by day, and whether the daily comparison of the sums with the rows found a difference.',
    tags: ['Administration'],
    auth: { kind: 'administrator' },
    rateLimit: 'api',
    responses: { 200: { description: 'The state', schema: usageStateSchema } },
    errors: [],
    handler: async () => {
      const { summed_at, checked_at, ...rest } = await readUsageState(db);
      const times = { summed_at: summed_at?.toISOString() ?? null, checked_at: checked_at?.toISOString() ?? null };
      return { status: 200, body: { ...times, ...rest } };
    },
  });
}
