import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPages, allRoutes, type App } from '../app.ts';
import { filePart, form, MULTIPART } from '../http/test-app.ts';
import { newId } from '../shared/ids.ts';
import { csrfTokenOf, newSecretToken } from '../shared/session-token.ts';
import { sessionHeaders, type TestAccount } from '../testing/test-accounts.ts';
import { openTestServer, type TestServer } from '../testing/test-services.ts';

interface Write {
  name: string;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  /** A page reads the token from its form, a route from a header. */
  isPage: boolean;
  /** The name of the part of a form with files. */
  part: string | undefined;
}

let server: TestServer;
let app: App;
let origin: string;
let account: TestAccount;
let writes: Write[];

beforeAll(async () => {
  server = await openTestServer();
  ({ app } = server.variant({}));
  origin = server.services.links.origin();
  account = await server.createAccount({ isAdmin: true });
  const names: Record<string, string> = { org_id: account.organizationId, account_id: account.accountId };
  const urlOf = (path: string): string =>
    path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => names[name] ?? newId('request'));
  // Signing in, and the form of the start page, act for nobody whom the cookie names.
  const ofSessions = allRoutes(server.services).filter(
    ({ auth }) => !['none', 'key', 'optional_key', 'optional_session'].includes(auth.kind),
  );
  const pages = allPages(server.services).filter(({ auth }) => auth.kind !== 'none');
  writes = [
    ...ofSessions.flatMap(({ method, path, multipart }) =>
      method === 'GET' ? [] : [{ name: path, method, url: urlOf(path), isPage: false, part: multipart?.part }],
    ),
    ...pages.flatMap(({ method, path, upload }) =>
      method === 'GET' ? [] : [{ name: path, method, url: urlOf(path), isPage: true, part: upload?.part }],
    ),
  ];
});
afterAll(() => server.close());

/** What a page of another site can make a browser send with the cookie of the session. */
interface Forgery {
  name: string;
  headers(own: Readonly<Record<string, string>>): Record<string, string>;
  /** The token in the form of a page; null: none. */
  token(): string | null;
}

const FORGERIES: readonly Forgery[] = [
  { name: 'without a token', headers: ({ cookie = '' }) => ({ cookie }), token: () => null },
  {
    name: 'with the token of another session',
    headers: ({ cookie = '' }) => ({ cookie, 'x-csrf-token': csrfTokenOf(newSecretToken().token) }),
    token: () => csrfTokenOf(newSecretToken().token),
  },
  {
    name: 'with a token that was planted as a cookie',
    headers: ({ cookie = '' }) => ({ cookie: `${cookie}; __Host-revera_csrf=planted`, 'x-csrf-token': 'planted' }),
    token: () => 'planted',
  },
  {
    name: 'from another origin, with the right token',
    headers: (own) => ({ ...own, origin: 'https://evil.example' }),
    token: () => account.session.csrf,
  },
  {
    name: 'from a sandboxed frame, with the right token',
    headers: (own) => ({ ...own, origin: 'null' }),
    token: () => account.session.csrf,
  },
  {
    name: 'from another site, as the browser says, with the right token',
    headers: (own) => ({ ...own, 'sec-fetch-site': 'cross-site' }),
    token: () => account.session.csrf,
  },
  {
    name: 'from a neighbouring subdomain, as the browser says, with the right token',
    headers: (own) => ({ ...own, 'sec-fetch-site': 'same-site' }),
    token: () => account.session.csrf,
  },
];

/** What a form of another site may send of itself: no JSON, because that needs a preflight. */
function bodyOf({ part, isPage }: Write, token: string | null): { type: string; payload: string | Buffer } {
  if (part !== undefined) return { type: MULTIPART, payload: form([filePart('x', part)]) };
  const fields = new URLSearchParams(token === null ? {} : { csrf_token: token });
  return isPage
    ? { type: 'application/x-www-form-urlencoded', payload: fields.toString() }
    : { type: 'text/plain', payload: '{}' };
}

/** The rows that a write on behalf of the account would change. */
async function stateOf({ accountId, organizationId }: TestAccount): Promise<unknown> {
  const { rows } = await server.services.database.pool.query<{ state: unknown }>(
    `select jsonb_build_object(
       'account', (select to_jsonb(a) from account a where id = $1),
       'sessions', (select jsonb_agg(to_jsonb(s) - 'last_seen_at' order by id) from session s where account_id = $1),
       'organization', (select to_jsonb(o) from organization o where id = $2),
       'members', (select count(*) from membership where organization_id = $2),
       'keys', (select count(*) from api_key where organization_id = $2),
       'invitations', (select count(*) from invitation where organization_id = $2),
       'organizations', (select count(*) from membership where account_id = $1),
       'jobs', (select count(*) from job),
       'audit', (select count(*) from audit_log)) as state`,
    [accountId, organizationId],
  );
  return rows[0]?.state;
}

describe('a write that another site makes the browser of a signed-in person send', () => {
  it.each(FORGERIES)('403 and no change anywhere $name', async ({ headers, token }) => {
    const before = await stateOf(account);
    const seen: Record<string, number> = {};
    for (const write of writes) {
      const { type, payload } = bodyOf(write, token());
      const own = { ...sessionHeaders(account.session), origin };
      const answer = await app.inject({
        method: write.method,
        url: write.url,
        headers: { ...headers(own), 'content-type': type },
        payload,
      });
      seen[`${write.method} ${write.name}`] = answer.statusCode;
    }
    expect(Object.entries(seen).filter(([, status]) => status !== 403 && status !== 404)).toEqual([]);
    expect(Object.keys(seen).length).toBeGreaterThan(40);
    expect(await stateOf(account)).toEqual(before);
  });
});
