import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPages, allRoutes } from './app.ts';
import { authenticateSession, findMembership } from './features/sessions/index.ts';
import type { PageAuth, PageRoute } from './http/page-route.ts';
import type { RouteAuth } from './http/guards.ts';
import { createTestApp } from './http/test-app.ts';
import { permissivePage, permissiveRoute } from './http/test-routes.ts';
import type { Route } from './http/route.ts';
import { CSRF_FIELD } from './shared/csrf-field.ts';
import { newId } from './shared/ids.ts';
import { can, isOfBilling, PERMISSIONS, ROLES, type Permission, type Role } from './shared/permissions.ts';
import { sessionHeaders, type TestSession } from './testing/test-accounts.ts';
import { openTestServer, type TestServer } from './testing/test-services.ts';

const STATES = [
  'verified',
  'unverified',
  'suspended',
  'no session',
  'other organization',
  'no token against forgery',
] as const;
type State = (typeof STATES)[number];

type WithPermission<Auth> = Extract<Auth, { permission: Permission }>;
type MemberRoute = Route & { auth: WithPermission<RouteAuth> };
type MemberPage = PageRoute & { auth: WithPermission<PageAuth> };
type MemberEndpoint = MemberRoute | MemberPage;

const PASSED = '204 ';
const SENT_TO_SIGN_IN = '303 ';

/** What the answer must be, by the table of permissions and nothing of the endpoint but its guard's kind. */
function expected(
  { auth, method }: { auth: MemberEndpoint['auth']; method: string },
  role: Role,
  state: State,
): string {
  const { writes, verified } = PERMISSIONS[auth.permission];
  const refusal = (answer: string): string => ('otherwise' in auth && auth.otherwise === 'anonymous' ? PASSED : answer);
  if (state === 'no session') return withoutSession(auth);
  // The token of a page comes in its form, which is read once the permission is there.
  const isForged = state === 'no token against forgery' && method !== 'GET';
  if (isForged && (can(role, auth.permission) || !('otherwise' in auth))) return '403 SCOPE_DENIED';
  if (state === 'other organization') return refusal('404 NOT_FOUND');
  if (!can(role, auth.permission)) {
    return refusal(isOfBilling(auth.permission) ? '403 BILLING_PERMISSION_REQUIRED' : '403 SCOPE_DENIED');
  }
  if (state === 'suspended' && writes) return refusal('403 WORKSPACE_SUSPENDED');
  if (state === 'unverified' && verified) return refusal('403 ACCOUNT_EMAIL_NOT_VERIFIED');
  return PASSED;
}

function withoutSession(auth: MemberEndpoint['auth']): string {
  if ('otherwise' in auth) return auth.otherwise === 'anonymous' ? PASSED : SENT_TO_SIGN_IN;
  return auth.kind === 'optional_key_or_member' ? PASSED : '401 AUTH_REQUIRED';
}

/** By hand, so that the permission of each is seen twice. */
const ASKED: Record<string, Permission> = {
  'GET /v1/organizations/{org_id}': 'organization:read',
  'PATCH /v1/organizations/{org_id}': 'organization:update',
  'DELETE /v1/organizations/{org_id}': 'organization:close',
  'GET /v1/organizations/{org_id}/members': 'members:read',
  'POST /v1/organizations/{org_id}/members': 'members:manage',
  'PATCH /v1/organizations/{org_id}/members/{account_id}': 'members:manage',
  // Everyone may leave. Who removes another needs members:manage, which the handler asks for: see below.
  'DELETE /v1/organizations/{org_id}/members/{account_id}': 'organization:read',
  'GET /v1/organizations/{org_id}/invitations': 'members:read',
  'DELETE /v1/organizations/{org_id}/invitations/{invitation_id}': 'members:manage',
  'GET /v1/dashboard/keys': 'keys:read',
  'POST /v1/dashboard/keys': 'keys:manage',
  'DELETE /v1/dashboard/keys/{kid}': 'keys:manage',
  'GET /v1/console/keys': 'keys:read',
  'POST /v1/console/keys': 'keys:manage',
  'DELETE /v1/console/keys/{kid}': 'keys:manage',
  'GET /v1/dashboard/webhooks': 'webhooks:read',
  'POST /v1/dashboard/webhooks': 'webhooks:manage',
  'PATCH /v1/dashboard/webhooks/{whid}': 'webhooks:manage',
  'DELETE /v1/dashboard/webhooks/{whid}': 'webhooks:manage',
  'POST /v1/dashboard/webhooks/{whid}/rotate-secret': 'webhooks:manage',
  'POST /v1/dashboard/webhooks/{whid}/test': 'webhooks:manage',
  'GET /v1/dashboard/webhooks/{whid}/deliveries': 'webhooks:read',
  'POST /v1/dashboard/webhooks/{whid}/deliveries/{id}/redeliver': 'webhooks:manage',
  'POST /api/sign': 'content:sign',
  'GET /v1/jobs/{jid}': 'jobs:read',
  'GET /v1/jobs/{jid}/report': 'jobs:read',
  'GET /v1/jobs/{jid}/thumbnails/{position}': 'jobs:read',
  'GET /v1/jobs/{jid}/preview': 'jobs:read',
  'GET /v1/content/credentials/{cid}': 'credentials:read',
  'GET /v1/content/credentials/{cid}/asset': 'credentials:read',
  'PATCH /v1/content/credentials/{cid}': 'credentials:revoke',
  'POST /v1/content/credentials/{cid}/revoke': 'credentials:revoke',
  'POST /v1/content/credentials/{cid}/suspend': 'credentials:revoke',
  'POST /v1/content/credentials/{cid}/resume': 'credentials:revoke',
  'GET /v1/audit-logs': 'audit:read',
  'GET /v1/billing/profile': 'billing:read',
  'POST /v1/billing/profile': 'billing:write',
  'GET /v1/billing/statements': 'billing:read',
  'POST /v1/billing/statements': 'billing:write',
  'GET /v1/billing/statements/{id}/download': 'billing:read',
  'GET /v1/billing/invoice-requests': 'billing:read',
  'POST /v1/billing/invoice-requests': 'billing:write',
  'POST /v1/billing/invoice-requests/{id}/cancel': 'billing:write',
  'GET /v1/billing/refund-requests': 'billing:read',
  'POST /v1/billing/refund-requests': 'billing:refund',
  'POST /v1/billing/refund-requests/{id}/withdraw': 'billing:refund',
  'GET /v1/usage': 'usage:read',
  'GET /v1/billing/usage': 'usage:read',
  'GET /v1/usage/summary': 'usage:read',
  'GET /v1/billing/subscription': 'subscription:read',
  'PATCH /v1/billing/subscription': 'billing:write',
  'POST /v1/billing/subscription/cancel': 'billing:cancel',
  'PATCH /v1/billing/subscription/auto-renew': 'billing:write',
  'GET /v1/billing/overage': 'billing:read',
  'GET /v1/billing/plans': 'subscription:read',
  'PATCH /v1/billing/overage': 'billing:write',
  'GET /v1/billing/summary': 'billing:read',
  'GET /v1/billing/balance': 'billing:read',
  'GET /v1/billing/transactions': 'billing:read',
  'GET /v1/billing/orders': 'billing:read',
  'GET /v1/billing/orders/{order_id}': 'billing:read',
  'POST /v1/billing/orders/{order_id}/cancel': 'billing:pay',
  'POST /v1/billing/recharge': 'billing:pay',
  'POST /v1/billing/checkout': 'billing:pay',
  'POST /v1/billing/subscription/renew': 'billing:pay',
};

/** Pages and forms, below the language. */
const ASKED_BY_PAGES: Record<string, Permission> = {
  'GET dashboard': 'organization:read',
  'GET dashboard/account': 'organization:read',
  'GET dashboard/account/delete': 'organization:read',
  'GET dashboard/account/email': 'organization:read',
  'GET dashboard/account/export': 'organization:read',
  'GET dashboard/account/export/file': 'organization:read',
  'GET dashboard/account/totp': 'organization:read',
  'GET dashboard/account/totp/disable': 'organization:read',
  'GET dashboard/audit': 'audit:read',
  'GET dashboard/credentials': 'credentials:read',
  'GET dashboard/credentials/{cid}': 'credentials:read',
  'GET dashboard/credentials/{cid}/asset': 'credentials:read',
  'GET dashboard/credentials/{cid}/allow-download': 'credentials:revoke',
  'GET dashboard/credentials/{cid}/forbid-download': 'credentials:revoke',
  'GET dashboard/credentials/{cid}/resume': 'credentials:revoke',
  'GET dashboard/credentials/{cid}/revoke': 'credentials:revoke',
  'GET dashboard/credentials/{cid}/suspend': 'credentials:revoke',
  'POST dashboard/credentials/{cid}/allow-download': 'credentials:revoke',
  'POST dashboard/credentials/{cid}/forbid-download': 'credentials:revoke',
  'POST dashboard/credentials/{cid}/resume': 'credentials:revoke',
  'POST dashboard/credentials/{cid}/revoke': 'credentials:revoke',
  'POST dashboard/credentials/{cid}/suspend': 'credentials:revoke',
  'GET dashboard/jobs': 'jobs:read',
  'GET dashboard/jobs/export': 'jobs:read',
  'GET dashboard/keys': 'keys:read',
  'POST dashboard/keys': 'keys:manage',
  'GET dashboard/keys/{kid}/revoke': 'keys:manage',
  'POST dashboard/keys/{kid}/revoke': 'keys:manage',
  'GET dashboard/members': 'members:read',
  'POST dashboard/members': 'members:manage',
  // Everyone may leave; the handler asks for members:manage from those who remove another.
  'GET dashboard/members/{account_id}/remove': 'organization:read',
  'POST dashboard/members/{account_id}/remove': 'organization:read',
  'GET dashboard/members/{account_id}/role': 'members:manage',
  'POST dashboard/members/{account_id}/role': 'members:manage',
  'POST dashboard/invitations/{invitation_id}/revoke': 'members:manage',
  'GET dashboard/organization': 'organization:read',
  // It also holds the form for another organization, which everyone may make; the handler asks for organization:update.
  'POST dashboard/organization': 'organization:read',
  'GET dashboard/organization/close': 'organization:close',
  'POST dashboard/organization/close': 'organization:close',
  'GET dashboard/sessions': 'organization:read',
  'POST dashboard/sessions': 'organization:read',
  'GET dashboard/webhooks': 'webhooks:read',
  'POST dashboard/webhooks': 'webhooks:manage',
  'GET dashboard/webhooks/{whid}': 'webhooks:read',
  'POST dashboard/webhooks/{whid}': 'webhooks:manage',
  'GET dashboard/webhooks/{whid}/rotate-secret': 'webhooks:manage',
  'POST dashboard/webhooks/{whid}/rotate-secret': 'webhooks:manage',
  'GET dashboard/webhooks/{whid}/delete': 'webhooks:manage',
  'POST dashboard/webhooks/{whid}/delete': 'webhooks:manage',
  'GET dashboard/billing': 'billing:read',
  'GET dashboard/billing/orders': 'billing:read',
  'GET dashboard/billing/orders/{order_id}': 'billing:read',
  'GET dashboard/billing/orders/{order_id}/cancel': 'billing:pay',
  'POST dashboard/billing/orders/{order_id}/cancel': 'billing:pay',
  'GET dashboard/billing/transactions': 'billing:read',
  'GET dashboard/billing/recharge': 'billing:pay',
  'POST dashboard/billing/recharge': 'billing:pay',
  'GET dashboard/billing/checkout': 'billing:pay',
  'POST dashboard/billing/checkout': 'billing:pay',
  'GET dashboard/billing/auto-renew': 'billing:write',
  'POST dashboard/billing/auto-renew': 'billing:write',
  'GET dashboard/billing/cancel': 'billing:cancel',
  'POST dashboard/billing/cancel': 'billing:cancel',
  'GET dashboard/billing/statements': 'billing:read',
  'POST dashboard/billing/statements': 'billing:write',
  'GET dashboard/billing/statements/{id}': 'billing:read',
  'GET dashboard/billing/statements/{id}/download': 'billing:read',
  'GET dashboard/billing/invoices': 'billing:read',
  'GET dashboard/billing/invoices/new': 'billing:write',
  'POST dashboard/billing/invoices/new': 'billing:write',
  'GET dashboard/billing/invoices/{id}': 'billing:read',
  'GET dashboard/billing/invoices/{id}/cancel': 'billing:write',
  'POST dashboard/billing/invoices/{id}/cancel': 'billing:write',
  'GET dashboard/billing/refunds': 'billing:read',
  'GET dashboard/billing/orders/{order_id}/refund': 'billing:refund',
  'POST dashboard/billing/orders/{order_id}/refund': 'billing:refund',
  'GET dashboard/billing/refunds/{id}/withdraw': 'billing:refund',
  'POST dashboard/billing/refunds/{id}/withdraw': 'billing:refund',
  'GET dashboard/billing/profile': 'billing:read',
  'POST dashboard/billing/profile': 'billing:write',
  'GET dashboard/billing/overage': 'billing:read',
  'POST dashboard/billing/overage': 'billing:write',
  'GET dashboard/billing/renew': 'billing:pay',
  'POST dashboard/billing/renew': 'billing:pay',
  'GET dashboard/billing/next-plan': 'billing:write',
  'POST dashboard/billing/next-plan': 'billing:write',
  'GET dashboard/notifications': 'organization:read',
  'GET dashboard/audit/export': 'audit:read',
  'GET dashboard/usage': 'usage:read',
  'GET dashboard/sign': 'content:sign',
  'POST dashboard/sign': 'content:sign',
  'POST dashboard/account': 'organization:read',
  'POST dashboard/account/delete': 'organization:read',
  'POST dashboard/account/email': 'organization:read',
  'POST dashboard/account/export': 'organization:read',
  'POST dashboard/account/totp': 'organization:read',
  'POST dashboard/account/totp/disable': 'organization:read',
  'GET results/{jid}': 'jobs:read',
  'GET results/{jid}/report': 'jobs:read',
  'GET results/{jid}/thumbnails/{position}': 'jobs:read',
  'GET results/{jid}/preview': 'jobs:read',
};

let server: TestServer;
let routes: MemberRoute[];
let pages: MemberPage[];
/** By state and role; made once, because no request changes anything. */
let sessions: Record<string, TestSession | undefined>;

const isMemberRoute = (route: Route): route is MemberRoute => 'permission' in route.auth;
const isMemberPage = (page: PageRoute): page is MemberPage => 'permission' in page.auth;

beforeAll(async () => {
  server = await openTestServer();
  const all = allRoutes(server.services);
  routes = all.filter(isMemberRoute);
  pages = allPages(server.services, all).filter(isMemberPage);
  const { database } = server.services;
  const [active, suspended, theirs] = [
    (await server.createAccount()).organizationId,
    (await server.createAccount()).organizationId,
    (await server.createAccount()).organizationId,
  ];
  await database.pool.query('update organization set suspended_at = now() where id = $1', [suspended]);
  const entries = ROLES.flatMap((role) => STATES.map((state) => [state, role] as const)).map(async ([state, role]) => {
    const organizationId = state === 'suspended' ? suspended : active;
    const { session } = await server.createAccount({ organizationId, role, verified: state !== 'unverified' });
    return [
      `${state} ${role}`,
      state === 'other organization' ? { ...session, organizationId: theirs } : session,
    ] as const;
  });
  sessions = Object.fromEntries(await Promise.all(entries));
});
afterAll(() => server.close());

/** The request of a member in that state: its own words of an organization and against forgery, for programs and for forms. */
function requestOf({ method, path, auth }: MemberEndpoint, state: State, session: TestSession) {
  const { organizationId = '', csrf } = session;
  const isPage = 'otherwise' in auth;
  const names: Record<string, string> = { org_id: organizationId };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => names[name] ?? newId('request'));
  const { cookie = '', 'x-csrf-token': token = '', ...others } = sessionHeaders(session);
  const isKnown = state !== 'no session';
  const hasToken = isKnown && state !== 'no token against forgery';
  const headers = {
    ...others,
    ...(isKnown ? { cookie } : {}),
    ...(hasToken && !isPage ? { 'x-csrf-token': token } : {}),
  };
  if (!isPage) return { method, url: filled, headers };
  const url = `${filled}?org=${organizationId}`;
  if (method === 'GET') return { method, url, headers };
  const payload = new URLSearchParams(hasToken ? { [CSRF_FIELD]: csrf } : {}).toString();
  return { method, url, headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, payload };
}

const belowLanguage = (path: string): string => path.split('/').slice(2).join('/');

describe('every route and page that members may open', () => {
  it.each(ROLES.flatMap((role) => STATES.map((state) => [role, state] as const)))(
    'answers %s (%s) by the table of permissions alone',
    async (role, state) => {
      const { db } = server.services.database;
      // As they are registered, with nothing behind the guard: it alone decides.
      const { app } = await createTestApp(routes.map(permissiveRoute), {
        pages: pages.map(permissivePage),
        sessions: {
          authenticate: (token) => authenticateSession(db, token),
          findMembership: (accountId, organizationId) => findMembership(db, accountId, organizationId),
        },
      });
      const session = sessions[`${state} ${role}`];
      if (session?.organizationId === undefined) throw new Error(`no session for ${state} ${role}`);
      for (const endpoint of [...routes, ...pages]) {
        const answer = await app.inject(requestOf(endpoint, state, session));
        const code = answer.body === '' ? '' : answer.json<{ error: { code: string } }>().error.code;
        const name = `${endpoint.method} ${endpoint.path} (${endpoint.auth.permission})`;
        expect([name, `${answer.statusCode} ${code}`]).toEqual([name, expected(endpoint, role, state)]);
      }
    },
  );

  it('403 BILLING_PERMISSION_REQUIRED from those over money, for a role that has nothing to do with it', async () => {
    const session = sessions['verified developer'];
    const { status, body } = await server.call('GET', '/v1/billing/balance', session === undefined ? {} : { session });
    expect([status, body]).toMatchObject([403, { error: { code: 'BILLING_PERMISSION_REQUIRED' } }]);
  });

  it('ask for the permission that was decided, so that none asks for too little', () => {
    const asked = routes.map(({ method, path, auth }) => [`${method} ${path}`, auth.permission]);
    expect(Object.fromEntries(asked)).toEqual(ASKED);
    const askedByPages = pages.map(({ method, path, auth }) => [`${method} ${belowLanguage(path)}`, auth.permission]);
    expect(Object.fromEntries(askedByPages)).toEqual(ASKED_BY_PAGES);
    expect(pages).toHaveLength(2 * Object.keys(ASKED_BY_PAGES).length);
  });

  it.each(
    ROLES.flatMap((role) => (['verified', 'unverified', 'suspended'] as const).map((state) => [role, state] as const)),
  )(
    'removing another member answers %s (%s) by the table as well, though its guard lets everyone in',
    async (role, state) => {
      const session = sessions[`${state} ${role}`];
      const organizationId = session?.organizationId ?? '';
      const { accountId } = await server.createAccount({ organizationId, role: 'viewer' });
      const path = '/v1/organizations/{org_id}/members/{account_id}';
      const params = { org_id: organizationId, account_id: accountId };
      const { status, body } = await server.call('DELETE', path, {
        ...(session === undefined ? {} : { session }),
        params,
      });
      const code = (body as { error?: { code: string } } | undefined)?.error?.code ?? '';
      const route = routes.find((each) => each.path === path && each.method === 'DELETE');
      if (route === undefined) throw new Error('the route is gone');
      const managing = { ...route, auth: { kind: 'member', permission: 'members:manage' } } as const;
      expect(`${status} ${code}`).toBe(expected(managing, role, state));
    },
  );

  it('use every permission of the table', () => {
    expect([...new Set(routes.map(({ auth }) => auth.permission))].toSorted()).toEqual(
      Object.keys(PERMISSIONS).toSorted(),
    );
  });
});
