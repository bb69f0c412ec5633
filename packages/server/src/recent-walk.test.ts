import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPages, allRoutes } from './app.ts';
import { authenticateSession, findMembership } from './features/sessions/index.ts';
import { recentNeedOf, type RecentNeed } from './http/guards.ts';
import type { PageRoute } from './http/page-route.ts';
import type { Route } from './http/route.ts';
import { ADMIN_TOKEN, createTestApp } from './http/test-app.ts';
import { permissiveRoute } from './http/test-routes.ts';
import { newId } from './shared/ids.ts';
import { sessionHeaders, type TestAccount } from './testing/test-accounts.ts';
import { openTestServer, type TestServer } from './testing/test-services.ts';
import { letAuthenticationAge } from './testing/test-team.ts';

/** Every route by which a session changes something, by hand: a new one has to be entered, and thought about. */
const NEEDS: Record<string, RecentNeed | 'never'> = {
  // It opens a door to others, or cannot be taken back.
  'POST /v1/organizations/{org_id}/members': 'always',
  'PATCH /v1/organizations/{org_id}/members/{account_id}': 'always',
  'DELETE /v1/organizations/{org_id}/members/{account_id}': 'always',
  'PATCH /v1/content/credentials/{cid}': 'always',
  'POST /v1/content/credentials/{cid}/revoke': 'always',
  // For a live key, and for one that may revoke.
  'POST /v1/dashboard/keys': 'by_input',
  'POST /v1/console/keys': 'by_input',
  // What signing in takes.
  'POST /v1/account/totp': 'always',
  'POST /v1/account/totp/confirm': 'always',
  'DELETE /v1/account/totp': 'always',
  'POST /v1/account/email': 'always',
  'DELETE /v1/account': 'always',
  'DELETE /v1/organizations/{org_id}': 'always',
  // The operator's.
  'POST /v1/admin/credentials/{cid}/revoke': 'always',
  'POST /admin/c2pa/trust/refresh': 'always',
  'POST /v1/admin/accounts/{account_id}/sessions/end': 'always',
  'POST /v1/admin/accounts/{account_id}/suspend': 'always',
  'POST /v1/admin/accounts/{account_id}/restore': 'always',
  'POST /v1/admin/organizations/{org_id}/suspend': 'always',
  'POST /v1/admin/organizations/{org_id}/restore': 'always',
  'PUT /v1/admin/organizations/{org_id}/limits': 'always',
  'POST /v1/admin/invoice-requests/{id}/process': 'always',
  'POST /v1/admin/invoice-requests/{id}/issue': 'always',
  'POST /v1/admin/invoice-requests/{id}/reject': 'always',
  'POST /v1/admin/invoice-requests/{id}/red-letter': 'always',
  'POST /v1/admin/refund-requests/{id}/approve': 'always',
  'POST /v1/admin/refund-requests/{id}/reject': 'always',
  'POST /v1/admin/refund-requests/{id}/resolve': 'always',
  'POST /v1/admin/incidents': 'always',
  'POST /v1/admin/incidents/{incident_id}/updates': 'always',
  'DELETE /v1/admin/incidents/{incident_id}': 'always',
  'POST /v1/admin/finance/reconcile': 'always',
  'POST /v1/admin/finance/suspense/{payment_id}/resolve': 'always',
  'POST /v1/admin/finance/frozen/{order_id}/lift': 'always',
  // They ask for the password themselves.
  'POST /v1/account/password': 'never',
  'POST /v1/account/reauthenticate': 'never',
  // It closes a door, or can be taken back.
  'DELETE /v1/organizations/{org_id}/invitations/{invitation_id}': 'never',
  'DELETE /v1/dashboard/keys/{kid}': 'never',
  'DELETE /v1/console/keys/{kid}': 'never',
  'DELETE /v1/account/sessions/{session_id}': 'never',
  'POST /v1/auth/logout': 'never',
  // What they spend is the organization's own, and goes to nobody else.
  'POST /v1/billing/checkout': 'never',
  'POST /v1/billing/orders/{order_id}/cancel': 'never',
  'POST /v1/billing/recharge': 'never',
  'POST /v1/billing/subscription/renew': 'never',
  'PATCH /v1/billing/overage': 'never',
  'PATCH /v1/billing/subscription': 'never',
  'PATCH /v1/billing/subscription/auto-renew': 'never',
  'POST /v1/billing/subscription/cancel': 'never',
  // The operator, who was recently authenticated, decides about what they ask for.
  'POST /v1/billing/invoice-requests': 'never',
  'POST /v1/billing/invoice-requests/{id}/cancel': 'never',
  'POST /v1/billing/refund-requests': 'never',
  'POST /v1/billing/refund-requests/{id}/withdraw': 'never',
  // It moves no money, and a profile can be changed back.
  'POST /v1/billing/profile': 'never',
  'POST /v1/billing/statements': 'never',
  'POST /v1/dashboard/logout': 'never',
  'DELETE /v1/dashboard/webhooks/{whid}': 'never',
  'POST /v1/content/credentials/{cid}/suspend': 'never',
  'POST /v1/content/credentials/{cid}/resume': 'never',
  'POST /v1/auth/email/verify/request': 'never',
  'PATCH /v1/account': 'never',
  'POST /v1/organizations': 'never',
  'PATCH /v1/organizations/{org_id}': 'never',
  // Somebody else, who was recently authenticated, opened this door.
  'POST /v1/invitations/accept': 'never',
  // Everyday work.
  'POST /v1/dashboard/webhooks': 'never',
  'PATCH /v1/dashboard/webhooks/{whid}': 'never',
  'POST /v1/dashboard/webhooks/{whid}/rotate-secret': 'never',
  'POST /v1/dashboard/webhooks/{whid}/test': 'never',
  'POST /v1/dashboard/webhooks/{whid}/deliveries/{id}/redeliver': 'never',
  'POST /api/sign': 'never',
};

/** The same for forms, in either language. */
const FORM_NEEDS: Record<string, RecentNeed | 'never'> = {
  'dashboard/members': 'always',
  'dashboard/members/{account_id}/role': 'always',
  'dashboard/members/{account_id}/remove': 'always',
  'dashboard/credentials/{cid}/allow-download': 'always',
  'dashboard/credentials/{cid}/revoke': 'always',
  'dashboard/keys': 'by_input',
  'dashboard/account/totp': 'always',
  // The code that the form takes counts for both.
  'dashboard/account/totp/disable': 'by_input',
  'admin/accounts/{account_id}/end-sessions': 'always',
  'admin/accounts/{account_id}/suspend': 'always',
  'admin/accounts/{account_id}/restore': 'always',
  'admin/credentials/{cid}/revoke': 'always',
  'admin/trust/refresh': 'always',
  'admin/finance/suspense/{payment_id}/resolve': 'always',
  'admin/finance/frozen/{order_id}/lift': 'always',
  'admin/finance/refunds/{id}/approve': 'always',
  'admin/finance/refunds/{id}/reject': 'always',
  'admin/finance/refunds/{id}/settle': 'always',
  'admin/finance/invoices/{id}/begin': 'always',
  'admin/finance/invoices/{id}/issue': 'always',
  'admin/finance/invoices/{id}/reject': 'always',
  'admin/finance/invoices/{id}/red-letter': 'always',
  'admin/finance/reconcile/new': 'always',
  'admin/incidents/new': 'always',
  'admin/incidents/{incident_id}/update': 'always',
  'admin/incidents/{incident_id}/delete': 'always',
  'admin/organizations/{org_id}/limits': 'always',
  'admin/organizations/{org_id}/suspend': 'always',
  'admin/organizations/{org_id}/restore': 'always',
  'dashboard/account/email': 'always',
  'dashboard/account/export': 'always',
  'dashboard/account/delete': 'always',
  'dashboard/organization/close': 'always',
  'dashboard/account': 'never',
  'dashboard/credentials/{cid}/forbid-download': 'never',
  'dashboard/credentials/{cid}/suspend': 'never',
  'dashboard/credentials/{cid}/resume': 'never',
  'dashboard/invitations/{invitation_id}/revoke': 'never',
  'dashboard/keys/{kid}/revoke': 'never',
  'dashboard/organization': 'never',
  'dashboard/sessions': 'never',
  'dashboard/sign': 'never',
  'dashboard/billing/orders/{order_id}/cancel': 'never',
  'dashboard/billing/recharge': 'never',
  'dashboard/billing/checkout': 'never',
  'dashboard/billing/auto-renew': 'never',
  'dashboard/billing/cancel': 'never',
  'dashboard/billing/statements': 'never',
  'dashboard/billing/invoices/new': 'never',
  'dashboard/billing/invoices/{id}/cancel': 'never',
  'dashboard/billing/orders/{order_id}/refund': 'never',
  'dashboard/billing/refunds/{id}/withdraw': 'never',
  'dashboard/billing/profile': 'never',
  'dashboard/billing/overage': 'never',
  'dashboard/billing/renew': 'never',
  'dashboard/billing/next-plan': 'never',
  'dashboard/webhooks': 'never',
  'dashboard/webhooks/{whid}': 'never',
  'dashboard/webhooks/{whid}/rotate-secret': 'never',
  'dashboard/webhooks/{whid}/delete': 'never',
};

let server: TestServer;
let stale: TestAccount;
let routes: Route[];
let pages: PageRoute[];
beforeAll(async () => {
  server = await openTestServer();
  stale = await server.createAccount({ isAdmin: true });
  await letAuthenticationAge(server, stale);
  const isWriting = ({ method, auth }: Route): boolean =>
    method !== 'GET' && ('permission' in auth || ['session', 'administrator'].includes(auth.kind));
  routes = allRoutes(server.services).filter(isWriting);
  pages = allPages(server.services).filter(
    ({ method, path }) => method === 'POST' && /\/(dashboard|admin)\b/.test(path),
  );
});
afterAll(() => server.close());

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;
const belowLanguage = ({ path }: PageRoute) => path.split('/').slice(2).join('/');

/** What the routes answer that do nothing behind their guards. */
async function outcomes(
  headers: Record<string, string>,
  operatorsNeedSecondFactor: boolean,
): Promise<Record<string, string>> {
  const { db } = server.services.database;
  const { app } = await createTestApp(routes.map(permissiveRoute), {
    operatorsNeedSecondFactor,
    sessions: {
      authenticate: (token) => authenticateSession(db, token),
      findMembership: (accountId, organizationId) => findMembership(db, accountId, organizationId),
    },
  });
  const found: Record<string, string> = {};
  for (const route of routes) {
    const names: Record<string, string> = { org_id: stale.organizationId };
    const url = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => names[name] ?? newId('request'));
    const answer = await app.inject({ method: route.method, url, headers });
    const reason =
      answer.body === ''
        ? ''
        : String(answer.json<{ error: { details?: { reason?: string } } }>().error.details?.reason);
    found[nameOf(route)] = `${answer.statusCode} ${reason}`;
  }
  return found;
}

const expectedBy = (refusal: (route: Route) => string | undefined) =>
  Object.fromEntries(routes.map((route) => [nameOf(route), refusal(route) ?? '204 ']));
const RECENT = '403 reauthentication_required';

describe('every route by which a session changes something', () => {
  it('says whether it takes a recent authentication, as it was decided', () => {
    expect(Object.fromEntries(routes.map((route) => [nameOf(route), recentNeedOf(route.auth, route.method)]))).toEqual(
      NEEDS,
    );
  });

  it('refuses a session whose password was given long ago, where it says so', async () => {
    expect(await outcomes(sessionHeaders(stale.session), false)).toEqual(
      expectedBy((route) => (NEEDS[nameOf(route)] === 'always' ? RECENT : undefined)),
    );
  });

  it('refuses an administrator without a second factor what an operator does, in production', async () => {
    const isOperators = ({ auth }: Route) => auth.kind === 'administrator';
    const fresh = await server.createAccount({ isAdmin: true });
    const headers = { ...sessionHeaders(fresh.session), 'x-organization-id': fresh.organizationId };
    const found = await outcomes(headers, true);
    for (const route of routes.filter(isOperators)) {
      expect([nameOf(route), found[nameOf(route)]]).toEqual([nameOf(route), '403 second_factor_required']);
    }
  });

  it('asks the bearer token of the administrator for neither', async () => {
    const found = await outcomes({ authorization: `Bearer ${ADMIN_TOKEN}` }, true);
    for (const route of routes.filter(({ auth }) => auth.kind === 'administrator')) {
      expect([nameOf(route), found[nameOf(route)]]).toEqual([nameOf(route), '204 ']);
    }
  });

  it('is listed in docs/permissions.md, where a recent authentication is taken', () => {
    const text = readFileSync(new URL('../../../docs/permissions.md', import.meta.url), 'utf8');
    const listed = [...text.matchAll(/^- `((?:POST|PATCH|PUT|DELETE) [^`]+)`/gm)].map(([, route = '']) => route);
    const asking = Object.keys(NEEDS).filter((name) => NEEDS[name] !== 'never');
    expect(listed.toSorted()).toEqual(asking.toSorted());
  });
});

describe('every form of the dashboard and of the operator', () => {
  it('says whether it takes a recent authentication, as it was decided', () => {
    expect(
      Object.fromEntries(
        pages.map((page) => [belowLanguage(page), 'recent' in page.auth ? page.auth.recent : undefined]),
      ),
    ).toEqual(FORM_NEEDS);
    expect(pages).toHaveLength(2 * Object.keys(FORM_NEEDS).length);
  });
});
