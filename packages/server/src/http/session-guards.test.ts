import { describe, expect, it } from 'vitest';
import { newApiKey } from '../shared/api-key-format.ts';
import { newId } from '../shared/ids.ts';
import { CSRF_HEADER, csrfTokenOf, newSecretToken, SESSION_COOKIE } from '../shared/session-token.ts';
import type { RouteAuth } from './guards.ts';
import { defineRoute, type HttpMethod, type Route } from './route.ts';
import { ADMIN_TOKEN, createTestApp, ORIGIN, type TestApp, type TestMembership } from './test-app.ts';
import { basics, whoRoute } from './test-routes.ts';

const SIGNING = { scope: 'content:sign', permission: 'content:sign' } as const;
const JOBS = { scope: 'jobs:read', permission: 'jobs:read' } as const;

function writeRoute(method: HttpMethod, path: string, operationId: string, auth: RouteAuth): Route {
  const responses = { 204: { description: 'Done' } };
  return defineRoute({
    ...basics,
    method,
    path,
    operationId,
    auth,
    responses,
    handler: () => ({ status: 204, body: undefined }),
  });
}

/** One read and one write behind each kind of guard that looks at sessions. */
const routes = [
  whoRoute('/session', 'readSession', { kind: 'session' }),
  whoRoute('/member', 'readMember', { kind: 'member', permission: 'organization:read' }),
  whoRoute('/either', 'readEither', { kind: 'key_or_member', ...SIGNING }),
  whoRoute('/maybe', 'readMaybe', { kind: 'optional_key_or_member', ...JOBS }),
  whoRoute('/admin', 'readAdmin', { kind: 'administrator' }),
  writeRoute('POST', '/session', 'writeSession', { kind: 'session' }),
  writeRoute('DELETE', '/member', 'writeMember', { kind: 'member', permission: 'organization:update' }),
  writeRoute('PUT', '/either', 'writeEither', { kind: 'key_or_member', ...SIGNING }),
  writeRoute('PATCH', '/maybe', 'writeMaybe', { kind: 'optional_key_or_member', ...JOBS }),
  writeRoute('POST', '/admin', 'writeAdmin', { kind: 'administrator' }),
];
const READS = routes.filter(({ method }) => method === 'GET');
const WRITES = routes.filter(({ method }) => method !== 'GET');
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

type Headers = Record<string, string>;
const cookie = (token: string): Headers => ({ cookie: `${SESSION_COOKIE}=${token}` });
const session = (token: string): Headers => ({ ...cookie(token), [CSRF_HEADER]: csrfTokenOf(token) });

function membership(change: Partial<TestMembership> = {}): TestMembership {
  return { organizationId: newId('organization'), role: 'owner', organizationStatus: 'active', ...change };
}

async function ask({ app }: TestApp, { method, path }: Pick<Route, 'method' | 'path'>, headers: Headers) {
  const answer = await app.inject({ method, url: path, headers });
  const body = answer.body === '' ? {} : answer.json<{ kind?: string; error?: { code: string; details?: unknown } }>();
  return { said: [answer.statusCode, body.error?.code ?? body.kind], details: body.error?.details, answer };
}

async function start() {
  const test = await createTestApp(routes);
  const token = test.addSession({ isAdmin: true, isRecentlyAuthenticated: true }, [membership()]);
  return { test, token };
}

describe('a session', () => {
  it('200 and 204 through every guard that takes one', async () => {
    const { test, token } = await start();
    const seen = await Promise.all(READS.map(async (route) => (await ask(test, route, cookie(token))).said));
    expect(seen.map(([, kind]) => kind)).toEqual(['account', 'member', 'member', 'member', 'administrator']);
    for (const route of WRITES) {
      expect([nameOf(route), (await ask(test, route, session(token))).said]).toEqual([nameOf(route), [204, undefined]]);
    }
    expect(test.breaches).toEqual([]);
  });

  it.each([
    ['without a cookie', () => ({})],
    ['for a session that nobody has', () => session(newSecretToken().token)],
    ['for a cookie of another form', () => session('x')],
    ['for an empty cookie', () => session('')],
    // A neighbour planted a second cookie of the name; we cannot tell which of them is ours.
    [
      'for the cookie twice',
      (token: string) => ({ ...session(token), cookie: `${cookie(token)['cookie']}; ${cookie(token)['cookie']}` }),
    ],
    [
      'for the cookie beside another one',
      (token: string) => ({ ...session(token), cookie: `${cookie('y')['cookie']}; ${cookie(token)['cookie']}` }),
    ],
    ['for the token as a bearer of another scheme', (token: string) => ({ authorization: `Basic ${token}` })],
    ['for the cookie without its prefix', (token: string) => ({ cookie: `revera_session=${token}` })],
  ] satisfies [string, (token: string) => Headers][])(
    '401 AUTH_REQUIRED %s; anonymous where that may be',
    async (_what, headers) => {
      const { test, token } = await start();
      for (const route of routes) {
        const { said, answer } = await ask(test, route, headers(token));
        const anonymous = route.method === 'GET' ? [200, 'anonymous'] : [204, undefined];
        expect([nameOf(route), said]).toEqual([
          nameOf(route),
          route.path === '/maybe' ? anonymous : [401, 'AUTH_REQUIRED'],
        ]);
        if (route.path !== '/maybe') expect(answer.headers['www-authenticate']).toBe('Bearer realm="api"');
      }
    },
  );

  it('200 and 204 without a word to other sites: no answer lets one read it', async () => {
    const { test, token } = await start();
    for (const route of routes) {
      const { answer } = await ask(test, route, { ...session(token), origin: ORIGIN });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
    const asked = { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' };
    const preflight = await test.app.inject({ method: 'OPTIONS', url: '/session', headers: asked });
    expect(preflight.statusCode).toBe(204);
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  it('401 INVALID_API_KEY for a wrong key beside a good session: what was shown counts', async () => {
    const { test, token } = await start();
    const headers = { ...session(token), authorization: `Bearer ${newApiKey('test').key}` };
    for (const route of routes.filter(({ path }) => ['/either', '/maybe', '/admin'].includes(path))) {
      expect([nameOf(route), (await ask(test, route, headers)).said]).toEqual([
        nameOf(route),
        [401, 'INVALID_API_KEY'],
      ]);
    }
  });

  it('200 a key goes before the cookie, and needs no header against forgery', async () => {
    const { test, token } = await start();
    const key = test.addKey({ scopes: ['content:sign', 'jobs:read'] });
    const headers = { ...cookie(token), authorization: `Bearer ${key}` };
    const kinds = ['/either', '/maybe'].map(async (path) => (await ask(test, { method: 'GET', path }, headers)).said);
    expect(await Promise.all(kinds)).toEqual([
      [200, 'api_key'],
      [200, 'api_key'],
    ]);
    expect((await ask(test, { method: 'PUT', path: '/either' }, headers)).said).toEqual([204, undefined]);
    expect(
      (await ask(test, { method: 'POST', path: '/admin' }, { authorization: `Bearer ${ADMIN_TOKEN}` })).said,
    ).toEqual([204, undefined]);
  });
});

describe('a write with a cookie', () => {
  const other = newSecretToken().token;
  const cases: [string, (token: string) => Headers][] = [
    ['without the header', cookie],
    ['with an empty header', (token) => ({ ...cookie(token), [CSRF_HEADER]: '' })],
    ['with a wrong header', (token) => ({ ...cookie(token), [CSRF_HEADER]: `${csrfTokenOf(token).slice(0, -1)}!` })],
    ['with the session itself in the header', (token) => ({ ...cookie(token), [CSRF_HEADER]: token })],
    ['with the header of another session', (token) => ({ ...cookie(token), [CSRF_HEADER]: csrfTokenOf(other) })],
    [
      // What double submission alone would let pass: cookie and header agree, and neither is of this session.
      'with a planted cookie that agrees with the header',
      (token) => ({
        cookie: `${cookie(token)['cookie']}; __Host-revera_csrf=${csrfTokenOf(other)}`,
        [CSRF_HEADER]: csrfTokenOf(other),
      }),
    ],
    ['from another origin', (token) => ({ ...session(token), origin: 'https://evil.example' })],
    ['from our host at another port', (token) => ({ ...session(token), origin: 'http://127.0.0.1:8081' })],
    ['from our host without TLS, or with', (token) => ({ ...session(token), origin: 'https://127.0.0.1:8080' })],
    ['from an origin that hides', (token) => ({ ...session(token), origin: 'null' })],
    ['from another site', (token) => ({ ...session(token), 'sec-fetch-site': 'cross-site' })],
    ['from a neighbour of our site', (token) => ({ ...session(token), 'sec-fetch-site': 'same-site' })],
  ];

  it.each(cases)('403 SCOPE_DENIED %s', async (_what, headers) => {
    const { test, token } = await start();
    for (const route of WRITES) {
      const { said, details } = await ask(test, route, headers(token));
      expect([nameOf(route), said, details]).toEqual([nameOf(route), [403, 'SCOPE_DENIED'], { reason: 'csrf' }]);
    }
  });

  it.each(cases)('200 reading needs none of it: %s', async (_what, headers) => {
    const { test, token } = await start();
    for (const route of READS) expect((await ask(test, route, headers(token))).said[0]).toBe(200);
  });

  it.each([{ origin: ORIGIN }, { 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }] as const)(
    '204 from our own page: %o',
    async (headers) => {
      const { test, token } = await start();
      for (const route of WRITES) {
        expect((await ask(test, route, { ...session(token), ...headers })).said).toEqual([204, undefined]);
      }
    },
  );
});

describe('a member', () => {
  const read = { method: 'GET', path: '/member' } as const;
  const write = { method: 'DELETE', path: '/member' } as const;
  const sign = { method: 'PUT', path: '/either' } as const;
  const MEMBER_ROUTES = routes.filter(({ path }) => ['/member', '/either', '/maybe'].includes(path));

  it('404 NOT_FOUND for an organization of others, whatever it is, and for nonsense', async () => {
    const { test, token } = await start();
    const theirs = membership();
    test.addSession({}, [theirs]);
    for (const named of [theirs.organizationId, newId('organization'), 'x', '']) {
      for (const route of MEMBER_ROUTES) {
        const headers = { ...session(token), 'x-organization-id': named };
        expect([nameOf(route), (await ask(test, route, headers)).said]).toEqual([nameOf(route), [404, 'NOT_FOUND']]);
      }
    }
  });

  it('404 NOT_FOUND for an account that is a member of nothing', async () => {
    const { test } = await start();
    expect((await ask(test, read, session(test.addSession({})))).said).toEqual([404, 'NOT_FOUND']);
  });

  it('acts with the role of the organization that is named, and else of the own', async () => {
    const { test } = await start();
    const [own, joined] = [membership(), membership({ role: 'viewer' })];
    const token = test.addSession({}, [own, joined]);
    expect((await ask(test, write, session(token))).said).toEqual([204, undefined]);
    const { said, details } = await ask(test, write, { ...session(token), 'x-organization-id': joined.organizationId });
    expect([said, details]).toEqual([[403, 'SCOPE_DENIED'], { required_permission: 'organization:update' }]);
    expect((await ask(test, read, { ...session(token), 'x-organization-id': joined.organizationId })).said[0]).toBe(
      200,
    );
  });

  it('403 WORKSPACE_SUSPENDED for writing; reading goes on', async () => {
    const { test } = await start();
    const token = test.addSession({}, [membership({ organizationStatus: 'suspended' })]);
    expect((await ask(test, write, session(token))).said).toEqual([403, 'WORKSPACE_SUSPENDED']);
    expect((await ask(test, sign, session(token))).said).toEqual([403, 'WORKSPACE_SUSPENDED']);
    expect((await ask(test, read, session(token))).said).toEqual([200, 'member']);
  });

  it('403 ACCOUNT_EMAIL_NOT_VERIFIED where the table asks for it', async () => {
    const { test } = await start();
    const token = test.addSession({ isEmailVerified: false }, [membership()]);
    expect((await ask(test, sign, session(token))).said).toEqual([403, 'ACCOUNT_EMAIL_NOT_VERIFIED']);
    expect((await ask(test, write, session(token))).said).toEqual([204, undefined]);
  });

  it('403 SCOPE_DENIED for a session that is no administrator’s', async () => {
    const { test } = await start();
    const { said, details } = await ask(test, { method: 'GET', path: '/admin' }, session(test.addSession({})));
    expect([said, details]).toEqual([[403, 'SCOPE_DENIED'], { required_permission: 'administrator' }]);
  });
});
