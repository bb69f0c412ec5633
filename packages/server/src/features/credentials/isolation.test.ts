import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes } from '../../app.ts';
import { isJsonObject } from '../../http/openapi-schemas.ts';
import type { Route } from '../../http/route.ts';
import { startSession } from '../sessions/index.ts';
import { newId } from '../../shared/ids.ts';
import { isScope, SCOPES } from '../../shared/scopes.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { openTestServer, type Answer, type Call, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { signOne } from '../../testing/test-signing.ts';
import { createWebhook, sendTest } from '../../testing/test-webhooks.ts';

/** Every parameter that names something of an organization or of an account, and what it names here. */
const NAMED = ['cid', 'jid', 'kid', 'org_id', 'account_id', 'invitation_id', 'session_id', 'whid'];
/** For routes that take a body; each takes what it knows. */
const BODY = {
  role: 'viewer',
  name: 'Another name',
  email: 'somebody@example.com',
  events: ['job.failed'],
  public_download: true,
};

let server: TestServer;
let routes: Route[];
let mine: TestKey;
let other: TestKey;
let owner: TestAccount;
let stranger: TestAccount;
let names: Record<string, string>;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  routes = allRoutes(server.services).filter(
    ({ path, auth }) => auth.kind !== 'administrator' && NAMED.some((name) => path.includes(`{${name}}`)),
  );
  const scopes = Object.keys(SCOPES).filter(isScope);
  owner = await server.createAccount();
  stranger = await server.createAccount();
  const { organizationId } = owner;
  // A personal one takes no members.
  await server.services.database.pool.query(`update organization set kind = 'team' where id = $1`, [organizationId]);
  mine = await server.createKey({ scopes, organizationId });
  other = await server.createKey({ scopes, organizationId: stranger.organizationId });
  const colleague = await server.createAccount({ organizationId, role: 'developer' });
  const { id, credential_id } = await signOne(server.call, { key: mine.key });
  names = {
    cid: credential_id,
    jid: id,
    position: '0',
    kid: (await server.createKey({ organizationId })).id,
    org_id: organizationId,
    account_id: colleague.accountId,
    invitation_id: await newInvitation(organizationId),
    session_id: await newSession(),
    ...(await newWebhook()),
  };
  await signOne(server.call, { key: other.key });
  // They are stored after the answer.
  await server.services.latePictures.settle();
});
afterAll(() => server.close());

async function newInvitation(organizationId: string): Promise<string> {
  const id = newId('invitation');
  await server.services.database.pool.query(
    `insert into invitation (id, organization_id, email, role, token_sha256, expires_at)
     values ($1, $2, 'invited@example.com', 'viewer', sha256(convert_to($1, 'UTF8')), now() + interval '1 day')`,
    [id, organizationId],
  );
  return id;
}

/** With a delivery. */
async function newWebhook(): Promise<{ whid: string; id: string }> {
  const { id: whid } = await createWebhook(server, mine.key, { url: 'https://hooks.example/' });
  const { id } = await sendTest(server, mine.key, whid);
  return { whid, id };
}

/** The owner's, on another device. */
async function newSession(): Promise<string> {
  const { db } = server.services.database;
  const input = { accountId: owner.accountId, userAgent: '', address: '192.0.2.1' };
  return (await startSession(db, input)).session.id;
}

const CLOSING = 'DELETE /v1/organizations/{org_id}';
/** What it names is gone afterwards. */
const DELETING = 'DELETE /v1/dashboard/webhooks/{whid}';
/** Anybody with the address may see these; they show nothing of the organization, but the file where it allows that. */
const isPublic = ({ path }: Route) => path.startsWith('/v/{cid}');
const takesKeys = ({ auth }: Route) => 'scope' in auth || auth.kind === 'none';
const takesSessions = ({ auth }: Route) => auth.kind === 'session' || 'permission' in auth;
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

function ask(route: Route, call: Pick<Call, 'key' | 'session'>, params: Record<string, string>): Promise<Answer> {
  return server.call(route.method, route.path, {
    ...call,
    params,
    ...('credentials' in (route.query?.shape ?? {}) ? { query: '?credentials=keep' } : {}),
    ...(route.body === undefined ? {} : { json: BODY }),
  });
}

const codeOf = ({ status, body }: Answer): string => {
  const error = isJsonObject(body) ? body['error'] : undefined;
  return `${status} ${isJsonObject(error) ? String(error['code']) : ''}`.trim();
};

/** All rows of the organizations, byte for byte, except when a caller was last seen. */
async function everything(): Promise<string> {
  const { pool } = server.services.database;
  const tables = ['credential', 'job', 'blob', 'audit_log', 'idempotency_key', 'membership', 'invitation', 'mail'];
  const pictures = ['job_thumbnail', 'job_preview'];
  const others = ['organization', 'account', 'webhook_endpoint', 'webhook_event', 'webhook_delivery'];
  const selects = [
    ...[...tables, ...pictures, ...others].map((table) => `select * from ${table} order by 1, 2`),
    'select id, revoked_at, name from api_key order by id',
    'select id, ended_at from session order by id',
  ];
  const rows = await Promise.all(selects.map((select) => pool.query<object>(select)));
  return JSON.stringify(rows.map((result) => result.rows));
}

const withoutRequestId = (answer: Answer) => JSON.stringify(answer.body).replaceAll(/req_\w{22}/g, 'req');

describe('what belongs to one organization, on every route of the service that names it', () => {
  it('walks over all of them', () => {
    expect(routes.map(nameOf).toSorted()).toEqual([
      'DELETE /v1/account/sessions/{session_id}',
      'DELETE /v1/console/keys/{kid}',
      'DELETE /v1/dashboard/keys/{kid}',
      'DELETE /v1/dashboard/webhooks/{whid}',
      'DELETE /v1/organizations/{org_id}',
      'DELETE /v1/organizations/{org_id}/invitations/{invitation_id}',
      'DELETE /v1/organizations/{org_id}/members/{account_id}',
      'GET /v/{cid}',
      'GET /v/{cid}/asset',
      'GET /v/{cid}/badge.svg',
      'GET /v/{cid}/preview',
      'GET /v1/content/credentials/{cid}',
      'GET /v1/content/credentials/{cid}/asset',
      'GET /v1/dashboard/webhooks/{whid}/deliveries',
      'GET /v1/jobs/{jid}',
      'GET /v1/jobs/{jid}/preview',
      'GET /v1/jobs/{jid}/report',
      'GET /v1/jobs/{jid}/thumbnails/{position}',
      'GET /v1/organizations/{org_id}',
      'GET /v1/organizations/{org_id}/invitations',
      'GET /v1/organizations/{org_id}/members',
      'PATCH /v1/content/credentials/{cid}',
      'PATCH /v1/dashboard/webhooks/{whid}',
      'PATCH /v1/organizations/{org_id}',
      'PATCH /v1/organizations/{org_id}/members/{account_id}',
      'POST /v1/content/credentials/{cid}/resume',
      'POST /v1/content/credentials/{cid}/revoke',
      'POST /v1/content/credentials/{cid}/suspend',
      'POST /v1/dashboard/webhooks/{whid}/deliveries/{id}/redeliver',
      'POST /v1/dashboard/webhooks/{whid}/rotate-secret',
      'POST /v1/dashboard/webhooks/{whid}/test',
      'POST /v1/organizations/{org_id}/members',
    ]);
  });

  it('404 with another organization’s key or session, the same as for what never was, and nothing changes', async () => {
    const before = await everything();
    const absent = {
      cid: newId('credential'),
      jid: newId('job'),
      position: '0',
      kid: newId('apiKey'),
      org_id: newId('organization'),
      account_id: newId('account'),
      invitation_id: newId('invitation'),
      session_id: newId('session'),
      whid: newId('webhook'),
      id: newId('event'),
    };
    const { session } = stranger;
    const lent = { ...session, organizationId: owner.organizationId };
    for (const route of routes.filter((each) => !isPublic(each))) {
      const callers = [
        ...(takesKeys(route) ? [{ key: other.key }] : []),
        ...(takesSessions(route) ? [{ session }, { session: lent }] : []),
      ];
      expect(callers).not.toEqual([]);
      for (const caller of callers) {
        const answer = await ask(route, caller, names);
        expect([nameOf(route), codeOf(answer)]).toEqual([nameOf(route), '404 NOT_FOUND']);
        expect(withoutRequestId(answer)).toBe(withoutRequestId(await ask(route, caller, absent)));
      }
    }
    expect(await everything()).toBe(before);
  });

  it('404 for what belongs to others, asked for as if it were of the own organization', async () => {
    const before = await everything();
    const params = { ...names, org_id: stranger.organizationId };
    const nested = routes.filter(({ path }) => /\{org_id\}.*\{\w+\}/.test(path));
    expect(nested).toHaveLength(3);
    for (const route of nested) {
      const answer = await ask(route, { session: stranger.session }, params);
      expect([nameOf(route), codeOf(answer)]).toEqual([nameOf(route), '404 NOT_FOUND']);
    }
    expect(await everything()).toBe(before);
  });

  it('401 or 404 without credentials, and nothing changes', async () => {
    const before = await everything();
    for (const route of routes.filter((each) => !isPublic(each))) {
      const expected = route.auth.kind.startsWith('optional') ? '404 NOT_FOUND' : '401 AUTH_REQUIRED';
      expect([nameOf(route), codeOf(await ask(route, {}, names))]).toEqual([nameOf(route), expected]);
    }
    expect(await everything()).toBe(before);
  });

  it('200 with the own key, with another one of the same organization, and with the own session', async () => {
    const scopes = Object.keys(SCOPES).filter(isScope);
    const { organizationId, session } = owner;
    const colleague = await server.createKey({ organizationId, scopes });
    // What is revoked has no file and cannot come back: in this order each can answer 200.
    const order = ['PATCH /v1/content', 'GET', 'PATCH', 'suspend', 'resume', 'revoke', 'POST', 'DELETE'];
    // A closed one no longer exists.
    const rank = (route: Route) =>
      nameOf(route) === CLOSING ? order.length : order.findIndex((word) => nameOf(route).includes(word));
    for (const route of routes.toSorted((a, b) => rank(a) - rank(b))) {
      const callers = [
        ...(takesKeys(route) ? [{ key: mine.key }, { key: colleague.key }] : []),
        ...(takesSessions(route) ? [{ session }] : []),
      ];
      for (const caller of callers) {
        const renewed = nameOf(route) === DELETING ? await newWebhook() : {};
        const { status } = await ask(route, caller, { ...names, ...renewed });
        expect([nameOf(route), status]).toEqual([nameOf(route), expect.toSatisfy(isSuccess)]);
      }
    }
  });
});

const isSuccess = (status: number) => status >= 200 && status < 300;
