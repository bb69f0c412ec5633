import { defineRoute, type Route } from '../../http/route.ts';
import { AppError } from '../../shared/app-error.ts';
import type { AdministratorPrincipal } from '../../shared/principal.ts';
import type { AuditEntry } from '../audit/index.ts';
import { TRUST_LIMITS } from './limits.ts';
import { readTrustState } from './read-trust-state.ts';
import { refreshTrustLists } from './refresh-trust-lists.ts';
import { refreshQuery, trustRefreshSchema, trustStateSchema, type TrustState } from './schemas.ts';
import type { TrustServices } from './services.ts';

/** Routes for the keepers of the service's trust lists. */
export function trustRoutes(services: TrustServices): Route[] {
  return [
    getTrust(services, '/admin/c2pa/trust', 'getTrustLists'),
    getTrust(services, '/v1/admin/c2pa/trust', 'getTrustListsV1'),
    refreshTrust(services),
  ];
}

function getTrust(services: TrustServices, path: string, operationId: string): Route {
  return defineRoute({
    method: 'GET',
    path,
    operationId,
    summary: 'Get the status of the trust lists',
    description:
      'Each list with its address, hash, fetch time, number of certificates, next refresh and last error, and the last 50 changes with the certificates they added and removed. Both paths return the same.',
    tags: ['Administration'],
    auth: { kind: 'administrator' },
    rateLimit: 'api',
    responses: { 200: { description: 'The lists', schema: trustStateSchema } },
    errors: [],
    handler: async () => ({ status: 200, body: await readTrustState(services) }),
  });
}

function refreshTrust(services: TrustServices): Route {
  return defineRoute({
    method: 'POST',
    path: '/admin/c2pa/trust/refresh',
    operationId: 'refreshTrustLists',
    summary: 'Fetch the trust lists now',
    description:
      'Fetches every list that has an address. If a list cannot be fetched, is malformed, or loses more than 20 % of its certificates or products, the last good copy stays in use. A new copy takes effect in every process at once. TRUST_LIST_UNAVAILABLE only when nothing was fetched and there is no earlier copy.',
    tags: ['Administration'],
    auth: { kind: 'administrator' },
    rateLimit: 'api',
    query: refreshQuery,
    responses: {
      200: { description: 'The outcome for each list, and the status afterwards', schema: trustRefreshSchema },
    },
    errors: ['TRUST_LIST_UNAVAILABLE'],
    handler: async ({ query, principal, address, requestId }) => {
      const actor = { actor: administratorActor(principal), address, requestId };
      const refreshed = await refreshTrustLists(services, { force: query.force, actor });
      const state = await readTrustState(services);
      const signers = refreshed.filter(({ name }) => name !== 'c2pa_products');
      if (signers.length > 0 && !hasAnyFetchedCopy(state)) {
        const reasons = Object.fromEntries(signers.map(({ name, message }) => [name, message]));
        throw new AppError('TRUST_LIST_UNAVAILABLE', {
          details: { reasons },
          headers: { 'retry-after': String(TRUST_LIMITS.retryAbsentMs / 1000) },
        });
      }
      return { status: 200, body: { ...state, refreshed } };
    },
  });
}

/** The service's own list says nothing about other signers, and the list of products says nothing about trust. */
function hasAnyFetchedCopy({ lists }: TrustState): boolean {
  const fetched = lists.filter(({ name }) => name !== 'service' && name !== 'c2pa_products');
  return fetched.some(({ in_use, sha256 }) => in_use && sha256 !== null);
}

function administratorActor({ accountId }: AdministratorPrincipal): AuditEntry['actor'] {
  return accountId === null ? { kind: 'admin_token', id: null } : { kind: 'account', id: accountId };
}
