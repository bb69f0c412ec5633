import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../app.ts';
import { createPasswords, PASSWORD_COST } from '../../platform/passwords.ts';
import { newApiKey } from '../../shared/api-key-format.ts';
import { sessionHeaders, type TestSession } from '../../testing/test-accounts.ts';
import { openTestServer, type Call, type CallRoute, type TestServer } from '../../testing/test-services.ts';
import { outcomeOf } from '../../testing/test-team.ts';
import { isOpen, NEW_PASSWORD } from '../../testing/test-access.ts';

type Method = Parameters<CallRoute>[0];
interface Attacked {
  method: Method;
  path: string;
  /** That fits the schema. */
  body?: object;
}

const CREDENTIALS = { email: 'somebody@example.com', password: NEW_PASSWORD };

const OPEN: readonly Attacked[] = [
  { method: 'POST', path: '/v1/auth/register', body: CREDENTIALS },
  { method: 'POST', path: '/v1/auth/login', body: CREDENTIALS },
  { method: 'POST', path: '/v1/dashboard/login', body: CREDENTIALS },
  { method: 'POST', path: '/v1/auth/email/verify/confirm', body: { token: 'absent' } },
  { method: 'POST', path: '/v1/auth/password/forgot', body: { email: 'somebody@example.com' } },
  { method: 'POST', path: '/v1/auth/password/reset', body: { token: 'absent', password: NEW_PASSWORD } },
];

const WRITING: readonly Attacked[] = [
  { method: 'POST', path: '/v1/auth/logout' },
  { method: 'POST', path: '/v1/dashboard/logout' },
  { method: 'POST', path: '/v1/auth/email/verify/request' },
  { method: 'PATCH', path: '/v1/account', body: { name: 'Mallory' } },
  { method: 'POST', path: '/v1/account/password', body: { current_password: 'x', new_password: NEW_PASSWORD } },
  { method: 'POST', path: '/v1/account/reauthenticate', body: { password: 'x' } },
  { method: 'DELETE', path: '/v1/account/sessions/{session_id}' },
  { method: 'POST', path: '/v1/account/totp' },
  { method: 'POST', path: '/v1/account/totp/confirm', body: { code: '123456' } },
  { method: 'DELETE', path: '/v1/account/totp' },
];

const READING: readonly Attacked[] = [
  { method: 'GET', path: '/v1/account' },
  { method: 'GET', path: '/v1/account/sessions' },
];

let server: TestServer;
let call: CallRoute;
let app: App;
beforeAll(async () => {
  server = await openTestServer();
  ({ app, call } = server.variant({}));
});
afterAll(() => server.close());

const named = (routes: readonly Attacked[]) => routes.map((route) => [`${route.method} ${route.path}`, route] as const);
const taking = (routes: readonly Attacked[]) => routes.filter(({ body }) => body !== undefined);

/** A request that would pass, except for what the test changes. */
function attack({ method, path, body }: Attacked, given: Call) {
  const params = { session_id: 'ses_absent' };
  return call(method, path, { params, ...(body === undefined ? {} : { json: body }), ...given });
}

describe('POST /v1/auth/logout, POST /v1/dashboard/logout, POST /v1/auth/email/verify/request, PATCH /v1/account, POST /v1/account/password, POST /v1/account/reauthenticate, DELETE /v1/account/sessions/{session_id}, POST /v1/account/totp, POST /v1/account/totp/confirm, DELETE /v1/account/totp, GET /v1/account, GET /v1/account/sessions', () => {
  it.each(named([...WRITING, ...READING]))('401 AUTH_REQUIRED without a session: %s', async (_name, route) => {
    const { key } = await server.createKey();
    expect(outcomeOf(await attack(route, {}))).toBe('401 AUTH_REQUIRED');
    for (const cookie of [`__Host-revera_session=${'A'.repeat(43)}`, '__Host-revera_session=', 'x']) {
      expect(outcomeOf(await attack(route, { headers: { cookie } }))).toBe('401 AUTH_REQUIRED');
    }
    // A key acts for an organization and is nobody's account.
    expect(outcomeOf(await attack(route, { key }))).toBe('401 AUTH_REQUIRED');
    expect(outcomeOf(await attack(route, { key: newApiKey('live').key }))).toBe('401 AUTH_REQUIRED');
  });

  it.each(named(WRITING))('403 SCOPE_DENIED without the token of the session: %s', async (_name, route) => {
    const [{ session }, other] = [await server.createAccount(), await server.createAccount()];
    const { cookie } = session;
    const attempts: Call[] = [
      { headers: { cookie } },
      { session: { cookie, csrf: '' } },
      { session: { cookie, csrf: other.session.csrf } },
      { session: { cookie, csrf: cookie.split('=')[1] ?? '' } },
      // A cookie planted by another site is not a token.
      { headers: { cookie: `${cookie}; __Host-revera_csrf=planted`, 'x-csrf-token': 'planted' } },
    ];
    for (const given of attempts) expect(outcomeOf(await attack(route, given))).toBe('403 SCOPE_DENIED csrf');
    expect(await isOpen(call, session)).toBe(true);
  });

  it.each(named(WRITING))('403 SCOPE_DENIED for a page of another site: %s', async (_name, route) => {
    const { session } = await server.createAccount();
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect(outcomeOf(await attack(route, { session, headers }))).toBe('403 SCOPE_DENIED csrf');
    }
  });

  it.each(named(READING))(
    '403 SCOPE_DENIED is for writes; reading needs no token and no page may read: %s',
    async (_name, route) => {
      const { session } = await server.createAccount();
      const { cookie } = session;
      const answer = await attack(route, { headers: { cookie, origin: 'https://evil.example' } });
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );
});

describe('POST /v1/auth/register, POST /v1/auth/login, POST /v1/dashboard/login, POST /v1/auth/email/verify/confirm, POST /v1/auth/password/forgot, POST /v1/auth/password/reset, PATCH /v1/account, POST /v1/account/password, POST /v1/account/reauthenticate, POST /v1/account/totp/confirm', () => {
  const routes = taking([...OPEN, ...WRITING]);
  let session: TestSession;
  beforeAll(async () => {
    ({ session } = await server.createAccount());
  });

  /** What no JSON client sends. */
  async function sendRaw({ method, path }: Attacked, type: string | undefined, payload: string): Promise<number> {
    const headers = { ...sessionHeaders(session), ...(type === undefined ? {} : { 'content-type': type }) };
    const answer = await app.inject({ method, url: path, headers, payload });
    expect(answer.body).not.toContain('stack');
    return answer.statusCode;
  }

  it.each(named(routes))('413 FILE_TOO_LARGE for more than JSON needs: %s', async (_name, route) => {
    const json = { ...route.body, more: 'x'.repeat(1024 * 1024) };
    expect(outcomeOf(await attack(route, { session, json }))).toBe('413 FILE_TOO_LARGE');
  });

  it.each(named(routes))('422 for what is no such JSON: %s', async (_name, route) => {
    for (const json of [null, [], [route.body], 'x', 7, true, {}, { email: {}, password: [], token: {}, code: {} }]) {
      const { status } = await attack(route, { session, json });
      // A profile without members changes nothing.
      expect([json, status]).toEqual([
        json,
        route.path === '/v1/account' && JSON.stringify(json).startsWith('{') ? 200 : 422,
      ]);
    }
  });

  it.each(named(routes))(
    '422 for what a form or a script of another site can send without asking: %s',
    async (_name, route) => {
      const text = JSON.stringify(route.body);
      expect(await sendRaw(route, 'application/json', text.slice(0, -1))).toBe(422);
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        undefined,
      ]) {
        expect([type, await sendRaw(route, type, text)]).toEqual([type, 422]);
      }
    },
  );

  it.each(named(routes))('answers texts that no person writes, and never with 500: %s', async (_name, route) => {
    const hostile = [
      '\u0000',
      '\ud800',
      '\u202e',
      "' or 1=1 --",
      '{{7*7}}',
      '%00',
      'x'.repeat(100_000),
      '\r\nSet-Cookie: a=b',
    ];
    for (const text of hostile) {
      for (const member of Object.keys(route.body ?? {})) {
        const { status, headers } = await attack(route, { session, json: { ...route.body, [member]: text } });
        expect(status).toBeLessThan(500);
        expect(JSON.stringify(headers)).not.toContain('a=b');
      }
    }
  });

  it.each(named(routes))('takes no prototype from JSON: %s', async (_name, route) => {
    const text = `{"__proto__": {"is_admin": true}, ${JSON.stringify(route.body).slice(1)}`;
    expect(await sendRaw(route, 'application/json', text)).toBeLessThan(500);
    expect(({} as { is_admin?: boolean }).is_admin).toBeUndefined();
  });
});

/** About half a second, many times that of a login's own work before its password. */
const LONG_WORK = { ...PASSWORD_COST, timeCost: 40 };

describe('a storm of logins', () => {
  it('429 RATE_LIMITED for what would wait too long, while the others are answered', async () => {
    const small = createPasswords({ parallel: 1, waiting: 3 }, LONG_WORK);
    const stormed = server.variant({ services: { passwords: small } }).call;
    const logIn = () => stormed('POST', '/v1/auth/login', { json: { ...CREDENTIALS, password: 'wrong' } });
    // One is at work and three wait, so that the storm finds no place.
    const others = Array.from({ length: 4 }, () => small.hashPassword('another'));
    const refused = (await Promise.all(Array.from({ length: 8 }, logIn))).filter(({ status }) => status === 429);
    expect(refused).not.toHaveLength(0);
    for (const { headers } of refused) expect(headers['retry-after']).toBeDefined();
    expect(await Promise.all(others)).toHaveLength(4);
    expect((await logIn()).status).toBe(401);
  });
});
