import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { format, resolveConfig } from 'prettier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from './app.ts';
import { isJsonObject } from './http/openapi-schemas.ts';
import type { Route } from './http/route.ts';
import { createTestApp, filePart, form } from './http/test-app.ts';
import { OPENAPI_RULES } from './http/test-openapi-rules.ts';
import { permissiveRoute } from './http/test-routes.ts';
import { startSession } from './features/sessions/index.ts';
import { newApiKey } from './shared/api-key-format.ts';
import type { ServerLimits } from './shared/limits.ts';
import { PERMISSIONS } from './shared/permissions.ts';
import { csrfTokenOf, hashSecretToken, newSecretToken, readCookie, SESSION_COOKIE } from './shared/session-token.ts';
import { sessionHeaders, sessionOf, type TestSession } from './testing/test-accounts.ts';
import { describeInterface, listRoutes } from './route-list.ts';
import { ADMIN_TOKEN, openTestServer, type Call, type CallRoute, type TestServer } from './testing/test-services.ts';

let server: TestServer;
let routes: Route[];

beforeAll(async () => {
  server = await openTestServer();
  routes = allRoutes(server.services);
});
afterAll(() => server.close());

/** What passes the guard of the route, with a form where the route takes one. */
async function passingCall(route: Route): Promise<Call> {
  return { ...inputsOf(route), ...(await credentials(route)) };
}

/** Names of nothing, and a form where the route takes one. */
function inputsOf(route: Route): Call {
  const { multipart } = route;
  const upload = multipart === undefined ? {} : { form: form([filePart('text', multipart.part)]) };
  return { params: namesOf(route), ...upload };
}

function namesOf(route: Route): Record<string, string> {
  return Object.fromEntries(Object.keys(route.params?.shape ?? {}).map((name) => [name, 'absent']));
}

async function credentials({ auth, path }: Route): Promise<Pick<Call, 'key' | 'session' | 'params'>> {
  if (auth.kind === 'none') return {};
  if (auth.kind === 'administrator') return { key: ADMIN_TOKEN };
  if ('scope' in auth) return { key: (await server.createKey({ scopes: [auth.scope] })).key };
  const { session, organizationId } = await server.createAccount();
  const isNamed = path.includes('{org_id}');
  return { session, ...(isNamed ? { params: { ...absentNames(path), org_id: organizationId } } : {}) };
}

/** Another session of the same account. */
async function renewed({ cookie, organizationId }: TestSession): Promise<TestSession> {
  const { db, pool } = server.services.database;
  const digest = hashSecretToken(readCookie(cookie, SESSION_COOKIE) ?? '');
  const found = await pool.query<{ account_id: string }>('select account_id from session where token_sha256 = $1', [
    digest,
  ]);
  const accountId = found.rows[0]?.account_id ?? '';
  const { token } = await startSession(db, { accountId, userAgent: '', address: '127.0.0.1' });
  return { ...sessionOf(token), ...(organizationId === undefined ? {} : { organizationId }) };
}

function absentNames(path: string): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'absent']));
}

function send(call: CallRoute, route: Route, given: Call) {
  return call(route.method, route.path, given);
}

/** Walks the routes that fulfil the condition and answers status and code of each, by `METHOD /path`. */
async function walk(
  applies: (route: Route) => boolean,
  work: (route: Route) => Promise<{ status: number; body: unknown }>,
): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const route of routes.filter(applies)) {
    const { status, body } = await work(route);
    const error = isJsonObject(body) ? body['error'] : undefined;
    seen[`${route.method} ${route.path}`] = `${status} ${isJsonObject(error) ? String(error['code']) : ''}`;
  }
  return seen;
}

const allAnswering = (applies: (route: Route) => boolean, text: string) =>
  Object.fromEntries(routes.filter(applies).map((route) => [`${route.method} ${route.path}`, text]));

describe('every route', () => {
  const needsCredentials = ({ auth }: Route) => auth.kind !== 'none' && !auth.kind.startsWith('optional');
  const hasScope = ({ auth }: Route) => 'scope' in auth;
  const readsKeys = (route: Route) => hasScope(route) || route.auth.kind === 'administrator';
  const isForMembers = ({ auth }: Route) => 'permission' in auth;
  const isForSessions = (route: Route) => isForMembers(route) || route.auth.kind === 'session';
  const isOf = (flag: 'writes' | 'verified') => (route: Route) =>
    'permission' in route.auth && PERMISSIONS[route.auth.permission][flag];
  /** They speak the language of payment gateways; the tests of their folder say how they refuse. */
  const isCallback = ({ path }: Route) => path.startsWith('/api/payments/');
  const answersInJson = (route: Route) => !isCallback(route);
  const isLimited = (route: Route) => route.rateLimit !== 'none' && answersInJson(route);

  it('401 AUTH_REQUIRED without credentials where they are needed', async () => {
    const seen = await walk(needsCredentials, (route) => send(server.call, route, inputsOf(route)));
    expect(seen).toEqual(allAnswering(needsCredentials, '401 AUTH_REQUIRED'));
    expect(Object.keys(seen).length).toBeGreaterThan(3);
  });

  it('401 INVALID_API_KEY for credentials that nobody has', async () => {
    const { key } = newApiKey('test');
    const seen = await walk(readsKeys, (route) => send(server.call, route, { ...inputsOf(route), key }));
    expect(seen).toEqual(allAnswering(readsKeys, '401 INVALID_API_KEY'));
  });

  it.each(['webhooks:manage', 'usage:read'] as const)(
    '403 SCOPE_DENIED for a key with the scope %s alone',
    async (scope) => {
      const { key } = await server.createKey({ scopes: [scope] });
      const needsAnother = (route: Route) => 'scope' in route.auth && route.auth.scope !== scope;
      const seen = await walk(needsAnother, (route) => send(server.call, route, { ...inputsOf(route), key }));
      expect(seen).toEqual(allAnswering(needsAnother, '403 SCOPE_DENIED'));
    },
  );

  it('403 WORKSPACE_SUSPENDED for a key of a suspended organization', async () => {
    const { key, organizationId } = await server.createKey();
    const { pool } = server.services.database;
    await pool.query('update organization set suspended_at = now() where id = $1', [organizationId]);
    const seen = await walk(hasScope, (route) => send(server.call, route, { ...inputsOf(route), key }));
    expect(seen).toEqual(allAnswering(hasScope, '403 WORKSPACE_SUSPENDED'));
  });

  it('403 SCOPE_DENIED for a session whose write does not show that our own page made it', async () => {
    const { session } = await server.createAccount();
    const writes = (route: Route) => isForSessions(route) && route.method !== 'GET';
    const forged = { session: { ...session, csrf: csrfTokenOf(newSecretToken().token) } };
    const seen = await walk(writes, (route) => send(server.call, route, { ...inputsOf(route), ...forged }));
    expect(seen).toEqual(allAnswering(writes, '403 SCOPE_DENIED'));
    expect(Object.keys(seen).length).toBeGreaterThan(10);
  });

  it('404 NOT_FOUND for a member of another organization', async () => {
    const [{ session }, { organizationId }] = [await server.createAccount(), await server.createAccount()];
    const seen = await walk(isForMembers, (route) =>
      send(server.call, route, {
        ...inputsOf(route),
        params: { ...namesOf(route), org_id: organizationId },
        session: { ...session, organizationId },
      }),
    );
    expect(seen).toEqual(allAnswering(isForMembers, '404 NOT_FOUND'));
  });

  it('403 WORKSPACE_SUSPENDED for a member who would change something of a suspended organization', async () => {
    const { session, organizationId: org_id } = await server.createAccount();
    await server.services.database.pool.query('update organization set suspended_at = now() where id = $1', [org_id]);
    const seen = await walk(isOf('writes'), (route) =>
      send(server.call, route, { ...inputsOf(route), params: { ...namesOf(route), org_id }, session }),
    );
    expect(seen).toEqual(allAnswering(isOf('writes'), '403 WORKSPACE_SUSPENDED'));
  });

  it('403 ACCOUNT_EMAIL_NOT_VERIFIED for a member whose address nobody has confirmed', async () => {
    const { session, organizationId: org_id } = await server.createAccount({ verified: false });
    const seen = await walk(isOf('verified'), (route) =>
      send(server.call, route, { ...inputsOf(route), params: { ...namesOf(route), org_id }, session }),
    );
    expect(seen).toEqual(allAnswering(isOf('verified'), '403 ACCOUNT_EMAIL_NOT_VERIFIED'));
  });

  it('405 METHOD_NOT_ALLOWED with those that its path has, for a method that it does not have', async () => {
    const { app } = server.variant({});
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
    const allowed: Record<string, unknown> = {};
    const seen = await walk(answersInJson, async ({ path }) => {
      const own = methods.filter((method) => routes.some((route) => route.path === path && route.method === method));
      const other = methods.find((method) => !own.includes(method)) ?? 'GET';
      const answer = await app.inject({ method: other, url: path.replaceAll(/\{\w+\}/g, 'absent') });
      const [listed, expected] = [
        answer.headers['allow'],
        own.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])),
      ];
      allowed[path] = listed === [...expected, 'OPTIONS'].join(', ') ? 'as it is' : listed;
      return { status: answer.statusCode, body: answer.json<unknown>() };
    });
    expect(seen).toEqual(allAnswering(answersInJson, '405 METHOD_NOT_ALLOWED'));
    expect(new Set(Object.values(allowed))).toEqual(new Set(['as it is']));
  });

  it('200 HEAD answers as GET does, without a body', async () => {
    const { app } = server.variant({});
    for (const { path } of routes.filter((route) => route.method === 'GET' && answersInJson(route))) {
      const url = path.replaceAll(/\{\w+\}/g, 'absent');
      const [get, head] = [await app.inject(url), await app.inject({ method: 'HEAD', url })];
      const facts = ({ statusCode, headers }: typeof get) => [path, statusCode, headers['content-type']];
      expect([...facts(head), head.body]).toEqual([...facts(get), '']);
    }
  });

  it('413 FILE_TOO_LARGE for a JSON body above the limit', async () => {
    const takesJson = ({ body }: Route) => body !== undefined;
    const { call } = server.variant({ limits: { jsonBodyBytes: 1_000 } });
    const json = { padding: 'x'.repeat(1_000) };
    const seen = await walk(takesJson, async (route) => send(call, route, { ...(await passingCall(route)), json }));
    expect(seen).toEqual(allAnswering(takesJson, '413 FILE_TOO_LARGE'));
  });

  it('429 RATE_LIMITED with the headers that say when to come back', async () => {
    const tiny: Partial<ServerLimits> = {
      apiKeyBurst: 1,
      apiKeyPerSecond: 0.001,
      anonymousAnalysesPerHour: 1,
      invitationsPerHour: 1,
      exportsPerHour: 1,
      ordersPerMinute: 1,
      loginAttemptsAddress: 1,
      accountMailsAddressPerHour: 1,
      publicReadBurst: 1,
      publicReadPerSecond: 0.001,
    };
    const { call } = server.variant({ limits: tiny });
    let host = 0;
    const seen = await walk(isLimited, async (route) => {
      host += 1;
      const given = { ...(await passingCall(route)), address: `198.51.100.${host}` };
      // Routes may share a bucket: what another one left of it may be nothing.
      await send(call, route, given);
      // The first one may have ended the session; the limit is the account's.
      const { session } = given;
      return send(call, route, session === undefined ? given : { ...given, session: await renewed(session) });
    });
    expect(seen).toEqual(allAnswering(isLimited, '429 RATE_LIMITED'));
  });

  it('500 INTERNAL_ERROR when its work fails: the cause is for the log, not for the caller', async () => {
    const failing = routes.map((route) => ({
      ...permissiveRoute(route),
      handler: () => {
        throw new Error('the database password is hunter2');
      },
    }));
    const test = await createTestApp(failing);
    const scopes = routes.flatMap(({ auth }) => ('scope' in auth ? [auth.scope] : []));
    const key = test.addKey({ scopes });
    const membership = { organizationId: 'absent', role: 'owner', organizationStatus: 'active' } as const;
    const session = sessionHeaders(sessionOf(test.addSession({ isRecentlyAuthenticated: true }, [membership])));
    const seen = await walk(
      () => true,
      async (route) => {
        const bearer = route.auth.kind === 'administrator' ? 'test-admin-token' : key;
        const answer = await test.app.inject({
          method: route.method,
          url: route.path.replaceAll(/\{\w+\}/g, 'absent'),
          headers: {
            ...(readsKeys(route) ? { authorization: `Bearer ${bearer}` } : session),
            ...(isCallback(route) ? { accept: 'application/json' } : {}),
          },
        });
        expect(answer.body).not.toContain('hunter2');
        return { status: answer.statusCode, body: answer.json<unknown>() };
      },
    );
    expect(seen).toEqual(allAnswering(() => true, '500 INTERNAL_ERROR'));
  });

  it('503 SERVICE_UNAVAILABLE when the database is away, for each that asks it, with when to come again', async () => {
    const { call, app } = server.variant({ services: { database: await server.goneDatabase() } });
    const given = await Promise.all(routes.map(async (route) => [route, await passingCall(route)] as const));
    const calls = new Map(given);
    const seen = await walk(isLimited, (route) => send(call, route, calls.get(route) ?? {}));
    expect(seen).toEqual(allAnswering(isLimited, '503 SERVICE_UNAVAILABLE'));
    const { cookie } = (await server.createAccount()).session;
    const page = await app.inject({ url: '/zh-cn/dashboard', headers: { accept: 'text/html', cookie } });
    expect([page.statusCode, page.headers['retry-after'], page.headers['content-type']]).toEqual([
      503,
      '5',
      'text/html; charset=utf-8',
    ]);
    expect(page.body).toContain('服务暂时无法响应，请稍后重试。');
  });
});

describe('GET /openapi.json', () => {
  it('200 is the document of every route, itself included', async () => {
    const answer = await server.call('GET', '/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(describeInterface());
    const { paths } = answer.body as { paths: Record<string, object> };
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const published = routes.filter(({ hidden }) => hidden !== true);
    expect(described.toSorted()).toEqual(published.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  it('200 is sent compressed, and 304 to whoever has it', async () => {
    const { app } = server.variant({});
    const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({ method, url: '/openapi.json', headers });
    const [plain, brotli] = [await ask({}), await ask({ 'accept-encoding': 'br, gzip' })];
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      vary: 'Accept-Encoding',
      etag: plain.headers.etag,
    });
    const again = await ask({ 'if-none-match': String(plain.headers.etag) });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', plain.headers.etag]);
    const head = await ask({ 'accept-encoding': 'br' }, 'HEAD');
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      String(brotli.rawPayload.length),
    ]);
  });

  it('200 fits the rules of OpenAPI 3.1, and every reference leads somewhere', async () => {
    const { body } = await server.call('GET', '/openapi.json');
    const ajv = new Ajv2020({ strict: false });
    expect(ajv.validate(OPENAPI_RULES, body), ajv.errorsText()).toBe(true);
    const references = JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g);
    for (const [, reference = ''] of references) {
      const target = reference
        .split('/')
        .reduce<unknown>((value, step) => (isJsonObject(value) ? value[step] : undefined), body);
      expect([reference, isJsonObject(target)]).toEqual([reference, true]);
    }
  });

  it('200 names the public address when there is one', async () => {
    const config = { ...server.services.config, baseUrl: 'https://revera.example' };
    const { call } = server.variant({ services: { config } });
    expect((await call('GET', '/openapi.json')).body).toMatchObject({ servers: [{ url: 'https://revera.example' }] });
  });

  it('is kept in the repository', async () => {
    const file = new URL('../../../docs/openapi.json', import.meta.url);
    const options = { ...(await resolveConfig(file)), parser: 'json' };
    const expected = await format(JSON.stringify(describeInterface()), options);
    expect(readFileSync(file, 'utf8') === expected, 'npm run openapi -- --write').toBe(true);
  });

  it('has every route of the interface that this version offers', () => {
    expect(listRoutes().map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'POST /v1/content/verify',
        'POST /api/analyze',
        'GET /v1/jobs/{jid}',
        'GET /v1/jobs/{jid}/report',
        'POST /api/sign',
        'GET /v1/dashboard/keys',
        'POST /v1/dashboard/keys',
        'DELETE /v1/dashboard/keys/{kid}',
        'GET /v1/console/keys',
        'POST /v1/console/keys',
        'DELETE /v1/console/keys/{kid}',
        'GET /v1/dashboard/webhooks',
        'POST /v1/dashboard/webhooks',
        'DELETE /v1/dashboard/webhooks/{whid}',
        'POST /v1/dashboard/webhooks/{whid}/test',
        'GET /v1/dashboard/webhooks/{whid}/deliveries',
        'POST /v1/dashboard/webhooks/{whid}/deliveries/{id}/redeliver',
        'GET /v1/audit-logs',
        'GET /admin/c2pa/trust',
        'POST /admin/c2pa/trust/refresh',
        'GET /v1/admin/c2pa/trust',
        'GET /health',
        'GET /ready',
      ]),
    );
  });
});
