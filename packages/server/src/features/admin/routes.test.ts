import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isJsonObject } from '../../http/openapi-schemas.ts';
import { newId } from '../../shared/ids.ts';
import { createAdministrator } from './create-administrator.ts';
import { ADMIN_TOKEN, openTestServer, type Call, type TestServer } from '../../testing/test-services.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';

let server: TestServer;
let administrator: TestAccount;
let person: TestAccount;

beforeAll(async () => {
  server = await openTestServer();
  administrator = await server.createAccount({ email: 'boss@example.com', isAdmin: true });
  person = await server.createAccount({ email: 'Some_Person@example.com' });
});
afterAll(() => server.close());

const ACCOUNTS = '/v1/admin/accounts';
const ORGANIZATIONS = '/v1/admin/organizations';
const SUSPEND = '/v1/admin/organizations/{org_id}/suspend';
const RESTORE = '/v1/admin/organizations/{org_id}/restore';
const END = '/v1/admin/accounts/{account_id}/sessions/end';
const BODY = { reason: 'stolen key' };

const asAdministrator = (call: Call = {}): Call => ({ session: administrator.session, ...call });
const codeOf = (body: unknown) => (isJsonObject(body) && isJsonObject(body['error']) ? body['error']['code'] : null);

/** Identifiers that name nothing, some of them malformed. */
const NAMELESS = [newId('organization'), newId('account'), 'nothing', 'a\u0000b', '*'];

async function postTo(path: string, id: string, json?: unknown): Promise<unknown[]> {
  const params = { org_id: id, account_id: id };
  const given = asAdministrator(json === undefined ? { params } : { params, json });
  const { status, body } = await server.call('POST', path, given);
  return [status, codeOf(body)];
}

async function auditOf(organizationId: string, like: string): Promise<object[]> {
  const { rows } = await server.services.database.pool.query<object>(
    `select action, actor_kind, actor_id, target_id, address, request_id is not null as requested, details
     from audit_log where organization_id = $1 and action like $2 order by created_at, id`,
    [organizationId, like],
  );
  return rows;
}

describe.each([
  ['GET', ACCOUNTS],
  ['GET', ORGANIZATIONS],
  ['POST', SUSPEND],
  ['POST', RESTORE],
  ['POST', END],
] as const)('%s %s', (method, path) => {
  const params = { org_id: newId('organization'), account_id: newId('account') };
  const json = path === SUSPEND ? { json: BODY } : {};

  it('401 AUTH_REQUIRED without credentials', async () => {
    const { status, body } = await server.call(method, path, { params, ...json });
    expect([status, codeOf(body)]).toEqual([401, 'AUTH_REQUIRED']);
  });

  it('401 INVALID_API_KEY for an API key', async () => {
    const { key } = await server.createKey();
    const { status, body } = await server.call(method, path, { params, key, ...json });
    expect([status, codeOf(body)]).toEqual([401, 'INVALID_API_KEY']);
  });

  it('403 SCOPE_DENIED for a person who is no administrator, owner or not', async () => {
    const answer = await server.call(method, path, { params, session: person.session, ...json });
    expect([answer.status, answer.body]).toMatchObject([
      403,
      { error: { code: 'SCOPE_DENIED', details: { required_permission: 'administrator' } } },
    ]);
  });

  if (method === 'POST') {
    it('403 SCOPE_DENIED for an administrator’s cookie without the token of our own page', async () => {
      const call = { params, session: { ...administrator.session, csrf: person.session.csrf }, ...json };
      const { status, body } = await server.call(method, path, call);
      expect([status, codeOf(body)]).toEqual([403, 'SCOPE_DENIED']);
    });
  }
});

describe('GET /v1/admin/accounts', () => {
  const find = (query: string) => server.call('GET', ACCOUNTS, asAdministrator({ query }));
  const emails = async (query: string) => {
    const { status, body } = await find(query);
    expect(status).toBe(200);
    return (body as { data: { email: string }[] }).data.map(({ email }) => email);
  };

  it('200 shows what an operator needs, and nothing that opens an account', async () => {
    const { status, body } = await find('?email=some_person');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          id: person.accountId,
          email: 'Some_Person@example.com',
          name: '',
          language: 'en',
          status: 'active',
          suspended_at: null,
          suspension_reason: null,
          email_verified_at: expect.any(String) as string,
          is_admin: false,
          must_change_password: false,
          totp_enabled: false,
          created_at: expect.any(String) as string,
          last_seen_at: expect.any(String) as string,
          organizations: [{ id: person.organizationId, name: expect.any(String) as string, role: 'owner' }],
        },
      ],
      pagination: { limit: 20, offset: 0 },
      total: 1,
    });
    expect(JSON.stringify(body)).not.toMatch(/hash|secret|token|argon/);
  });

  it.each([
    ['in any case', 'SOME_PERSON@EXAMPLE', 1],
    ['an underscore as itself', 'some_p', 1],
    ['a per cent sign as itself', '%25', 0],
    ['a backslash as itself', '%5C', 0],
  ])('200 finds %s', async (_what, text, count) => {
    expect(await emails(`?email=${text}`)).toHaveLength(count);
  });

  it('200 newest first, in pages, by the bearer token too', async () => {
    const all = await emails('');
    expect(all).toEqual(['Some_Person@example.com', 'boss@example.com']);
    expect(await emails('?limit=1&offset=1')).toEqual(['boss@example.com']);
    const { body } = await server.call('GET', ACCOUNTS, { key: ADMIN_TOKEN, query: '?offset=99' });
    expect(body).toEqual({ data: [], pagination: { limit: 20, offset: 99 }, total: 2 });
  });

  it.each([
    ['U+0000', '?email=%00'],
    ['321 characters', `?email=${'x'.repeat(321)}`],
    ['no objects', '?limit=0'],
    ['too many', '?limit=101'],
    ['a negative offset', '?offset=-1'],
  ])('422 for %s', async (_what, query) => {
    expect((await find(query)).status).toBe(422);
  });
});

describe('GET /v1/admin/organizations', () => {
  const find = (query: string) => server.call('GET', ORGANIZATIONS, asAdministrator({ query }));
  const ids = async (query: string) =>
    ((await find(query)).body as { data: { id: string }[] }).data.map(({ id }) => id);

  it('200 by a part of the name and by state, with owners and counts', async () => {
    const { organizationId } = await server.createKey();
    await server.services.database.pool.query('update organization set name = $2 where id = $1', [
      organizationId,
      '100% Ärger',
    ]);
    const owner = await server.createAccount({ organizationId, email: 'owner@example.com' });
    await server.createAccount({ organizationId, role: 'viewer' });
    const { status, body } = await find(`?name=${encodeURIComponent('% Är')}&status=active`);
    expect([status, body]).toMatchObject([
      200,
      {
        total: 1,
        data: [
          {
            id: organizationId,
            name: '100% Ärger',
            kind: 'team',
            status: 'active',
            suspended_at: null,
            suspension_reason: null,
            member_count: 2,
            active_key_count: 1,
            owners: [{ id: owner.accountId, email: 'owner@example.com' }],
          },
        ],
      },
    ]);
    expect(await ids('?name=%25%20%C3%84RGER&status=suspended')).toEqual([]);
    await server.call('POST', SUSPEND, asAdministrator({ params: { org_id: organizationId }, json: BODY }));
    expect(await ids('?name=%25%20%C3%84RGER&status=suspended')).toEqual([organizationId]);
    expect(await ids('?name=%25%20%C3%84RGER&status=active')).toEqual([]);
  });

  it('200 by the address of an owner, not of another member', async () => {
    const { organizationId } = await server.createAccount({ email: 'Finder_Owner@example.com' });
    await server.createAccount({ organizationId, role: 'viewer', email: 'finder-viewer@example.com' });
    expect(await ids('?owner=FINDER_OWNER')).toEqual([organizationId]);
    expect(await ids('?owner=finder-viewer')).not.toContain(organizationId);
  });

  it.each(['?status=gone', '?name=%00', '?owner=%00', '?limit=x'])('422 for %s', async (query) => {
    expect((await find(query)).status).toBe(422);
  });
});

describe('POST /v1/admin/organizations/{org_id}/suspend', () => {
  it('200 refuses its keys and its members’ writes at once; reading stays; a restored one is as before', async () => {
    const { key, organizationId } = await server.createKey({ scopes: ['jobs:read'] });
    const member = await server.createAccount({ organizationId, role: 'admin' });
    const params = { org_id: organizationId };
    const states = async () => [
      (await server.call('GET', '/v1/jobs/{jid}', { key, params: { jid: newId('job') } })).status,
      (
        await server.call('PATCH', '/v1/organizations/{org_id}', {
          session: member.session,
          params,
          json: { name: 'N' },
        })
      ).status,
      (await server.call('GET', '/v1/organizations/{org_id}', { session: member.session, params })).status,
    ];
    expect(await states()).toEqual([404, 200, 200]);
    const suspended = await server.call('POST', SUSPEND, asAdministrator({ params, json: BODY }));
    expect([suspended.status, suspended.body]).toMatchObject([
      200,
      { id: organizationId, status: 'suspended', suspension_reason: 'stolen key', active_key_count: 1 },
    ]);
    expect(await states()).toEqual([403, 403, 200]);
    const refused = await server.call('GET', '/v1/jobs/{jid}', { key, params: { jid: newId('job') } });
    expect(codeOf(refused.body)).toBe('WORKSPACE_SUSPENDED');
    const restored = await server.call('POST', RESTORE, asAdministrator({ params }));
    expect([restored.status, restored.body]).toMatchObject([
      200,
      { status: 'active', suspended_at: null, suspension_reason: null },
    ]);
    expect(await states()).toEqual([404, 200, 200]);
  });

  it('200 twice is once: time and reason stay, and one row stands in the organization’s audit log', async () => {
    const { organizationId } = await server.createKey();
    const params = { org_id: organizationId };
    const first = await server.call('POST', SUSPEND, asAdministrator({ params, json: BODY, address: '198.51.100.7' }));
    const again = await server.call('POST', SUSPEND, { key: ADMIN_TOKEN, params, json: { reason: 'another' } });
    expect(again).toMatchObject({ status: 200, body: first.body as object });
    const restored = await server.call('POST', RESTORE, { key: ADMIN_TOKEN, params });
    const still = await server.call('POST', RESTORE, asAdministrator({ params }));
    expect(still).toMatchObject({ status: 200, body: restored.body as object });
    expect(await auditOf(organizationId, 'organization.%ed')).toMatchObject([
      { action: 'organization.created' },
      {
        action: 'organization.suspended',
        actor_kind: 'account',
        actor_id: administrator.accountId,
        target_id: organizationId,
        address: '198.51.100.7',
        requested: true,
        details: BODY,
      },
      { action: 'organization.restored', actor_kind: 'admin_token', actor_id: null, requested: true },
    ]);
  });

  it('200 for many at once is one suspension', async () => {
    const { organizationId } = await server.createKey();
    const params = { org_id: organizationId };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => server.call('POST', SUSPEND, asAdministrator({ params, json: BODY }))),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await auditOf(organizationId, 'organization.suspended')).toHaveLength(1);
  });

  it.each([
    ['no reason', {}],
    ['an empty one', { reason: '' }],
    ['a blank one', { reason: '  ' }],
    ['501 characters', { reason: 'x'.repeat(501) }],
    ['U+0000', { reason: 'a\u0000b' }],
    ['a list', []],
  ])('422 for %s, and nothing is changed', async (_what, json) => {
    const { organizationId } = await server.createKey();
    expect(await postTo(SUSPEND, organizationId, json)).toEqual([422, null]);
    expect(await auditOf(organizationId, 'organization.suspended')).toEqual([]);
  });

  it.each(NAMELESS)('404 NOT_FOUND for %j, which names no organization', async (id) => {
    expect(await postTo(SUSPEND, id, BODY)).toEqual([404, 'NOT_FOUND']);
  });

  it('413 FILE_TOO_LARGE for a body that is no reason', async () => {
    const answer = await postTo(SUSPEND, newId('organization'), { reason: 'x'.repeat(2_000_000) });
    expect(answer).toEqual([413, 'FILE_TOO_LARGE']);
  });
});

describe('POST /v1/admin/organizations/{org_id}/restore', () => {
  it('200 for one that was never suspended, which stays as it is', async () => {
    const { organizationId } = await server.createKey();
    expect(await postTo(RESTORE, organizationId)).toEqual([200, null]);
    expect(await auditOf(organizationId, 'organization.restored')).toEqual([]);
  });

  it.each(NAMELESS)('404 NOT_FOUND for %j, which names no organization', async (id) => {
    expect(await postTo(RESTORE, id)).toEqual([404, 'NOT_FOUND']);
  });
});

describe('POST /v1/admin/accounts/{account_id}/sessions/end', () => {
  it.each(NAMELESS)('404 NOT_FOUND for %j, which names no account', async (id) => {
    expect(await postTo(END, id)).toEqual([404, 'NOT_FOUND']);
  });

  it('200 ends all of one account, and none of another', async () => {
    const left = await server.createAccount();
    const params = { account_id: left.accountId };
    const mine = () => server.call('GET', ACCOUNTS, { session: left.session });
    expect((await mine()).status).toBe(403);
    expect(await server.call('POST', END, asAdministrator({ params }))).toMatchObject({
      status: 200,
      body: { ended: 1 },
    });
    expect((await mine()).status).toBe(401);
    expect(await server.call('POST', END, asAdministrator({ params }))).toMatchObject({ body: { ended: 0 } });
    expect((await server.call('GET', ACCOUNTS, asAdministrator())).status).toBe(200);
    expect(await auditOf(left.organizationId, 'session.all_ended')).toMatchObject([
      { actor_id: administrator.accountId, target_id: left.accountId, details: { ended: 1 } },
    ]);
  });
});

describe('an administrator whom the operator made', () => {
  it('401 AUTH_REQUIRED until the one-time password is replaced; then the new one opens the routes', async () => {
    const { database, passwords } = server.services;
    const email = 'admin@localhost';
    const passwordHash = await passwords.hashPassword('abcde-fghjk-mnpqr-stuvw');
    await database.db
      .transaction()
      .execute((trx) => createAdministrator(trx, { email, passwordHash, by: { actor: { kind: 'system', id: null } } }));
    const login = (json: object) => server.call('POST', '/v1/auth/login', { json: { email, ...json } });
    const password = 'abcde-fghjk-mnpqr-stuvw';
    const first = await login({ password });
    expect([first.status, first.body]).toMatchObject([
      401,
      { error: { code: 'AUTH_REQUIRED', details: { reason: 'password_change_required' } } },
    ]);
    expect(first.headers['set-cookie']).toBeUndefined();
    const second = await login({ password, new_password: 'brass kettle over the pier' });
    expect(second.status).toBe(200);
    const cookie = [second.headers['set-cookie']]
      .flat()
      .map((line) => String(line).split(';', 1)[0])
      .join('; ');
    expect((await server.call('GET', ACCOUNTS, { headers: { cookie } })).status).toBe(200);
    expect((await login({ password })).status).toBe(401);
    expect((await login({ password: 'brass kettle over the pier' })).status).toBe(200);
  });
});

describe('an administrator whose right was taken away', () => {
  it('403 SCOPE_DENIED from the next request, in the same session', async () => {
    const former = await server.createAccount({ isAdmin: true });
    const ask = () => server.call('GET', ACCOUNTS, { session: former.session });
    expect((await ask()).status).toBe(200);
    await server.services.database.pool.query('update account set is_admin = false where id = $1', [former.accountId]);
    expect((await ask()).status).toBe(403);
  });
});
