import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from './app.ts';
import { authenticateSession, findMembership } from './features/sessions/index.ts';
import { createTestApp } from './http/test-app.ts';
import { permissiveRoute } from './http/test-routes.ts';
import type { Route } from './http/route.ts';
import { newId } from './shared/ids.ts';
import { can, PERMISSIONS, ROLES, type Permission, type Role } from './shared/permissions.ts';
import { sessionHeaders, type TestSession } from './testing/test-accounts.ts';
import { openTestServer, type TestServer } from './testing/test-services.ts';

const STATES = [
  'verified',
  'unverified',
  'suspended',
  'no session',
  'other organization',
  'no header against forgery',
] as const;
type State = (typeof STATES)[number];

type MemberRoute = Route & { auth: Extract<Route['auth'], { permission: Permission }> };

/** What the answer must be, by the table of permissions and nothing of the route but its guard's kind. */
function expected({ auth, method }: MemberRoute, role: Role, state: State): string {
  const { writes, verified } = PERMISSIONS[auth.permission];
  if (state === 'no session') return auth.kind === 'optional_key_or_member' ? PASSED : '401 AUTH_REQUIRED';
  if (state === 'no header against forgery' && method !== 'GET') return '403 SCOPE_DENIED';
  if (state === 'other organization') return '404 NOT_FOUND';
  if (!can(role, auth.permission)) return '403 SCOPE_DENIED';
  if (state === 'suspended' && writes) return '403 WORKSPACE_SUSPENDED';
  if (state === 'unverified' && verified) return '403 ACCOUNT_EMAIL_NOT_VERIFIED';
  return PASSED;
}
const PASSED = '204 ';

/** By hand, so that a route's permission is seen twice. */
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
  'POST /api/sign': 'content:sign',
  'GET /v1/jobs/{jid}': 'jobs:read',
  'GET /v1/jobs/{jid}/report': 'jobs:read',
  'GET /v1/jobs/{jid}/thumbnails/{position}': 'jobs:read',
  'GET /v1/content/credentials/{cid}': 'credentials:read',
  'GET /v1/content/credentials/{cid}/asset': 'credentials:read',
  'POST /v1/content/credentials/{cid}/revoke': 'credentials:revoke',
  'POST /v1/content/credentials/{cid}/suspend': 'credentials:revoke',
  'POST /v1/content/credentials/{cid}/resume': 'credentials:revoke',
  'GET /v1/audit-logs': 'audit:read',
};

let server: TestServer;
let routes: MemberRoute[];
/** By state and role; made once, because no request changes anything. */
let sessions: Record<string, TestSession | undefined>;

const isMemberRoute = (route: Route): route is MemberRoute => 'permission' in route.auth;

beforeAll(async () => {
  server = await openTestServer();
  routes = allRoutes(server.services).filter(isMemberRoute);
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

function headersOf(state: State, session: TestSession): Record<string, string> {
  const { cookie = '', 'x-csrf-token': csrf = '', ...others } = sessionHeaders(session);
  if (state === 'no session') return others;
  return state === 'no header against forgery' ? { ...others, cookie } : { ...others, cookie, 'x-csrf-token': csrf };
}

describe('every route that members may call', () => {
  it.each(ROLES.flatMap((role) => STATES.map((state) => [role, state] as const)))(
    'answers %s (%s) by the table of permissions alone',
    async (role, state) => {
      const { db } = server.services.database;
      // The routes as they are registered, with nothing behind the guard: it alone decides.
      const { app } = await createTestApp(routes.map(permissiveRoute), {
        sessions: {
          authenticate: (token) => authenticateSession(db, token),
          findMembership: (accountId, organizationId) => findMembership(db, accountId, organizationId),
        },
      });
      const session = sessions[`${state} ${role}`];
      if (session?.organizationId === undefined) throw new Error(`no session for ${state} ${role}`);
      const names: Record<string, string> = { org_id: session.organizationId };
      for (const route of routes) {
        const url = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => names[name] ?? newId('request'));
        const answer = await app.inject({ method: route.method, url, headers: headersOf(state, session) });
        const code = answer.body === '' ? '' : answer.json<{ error: { code: string } }>().error.code;
        const name = `${route.method} ${route.path} (${route.auth.permission})`;
        expect([name, `${answer.statusCode} ${code}`]).toEqual([name, expected(route, role, state)]);
      }
    },
  );

  it('ask for the permission that was decided, so that none asks for too little', () => {
    const asked = routes.map(({ method, path, auth }) => [`${method} ${path}`, auth.permission]);
    expect(Object.fromEntries(asked)).toEqual(ASKED);
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
