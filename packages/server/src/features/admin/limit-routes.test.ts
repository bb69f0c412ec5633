import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isJsonObject } from '../../http/openapi-schemas.ts';
import { filePart, form } from '../../http/test-app.ts';
import { newId } from '../../shared/ids.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { UNREACHED_GATEWAY } from '../../testing/test-epay.ts';
import { ADMIN_TOKEN, openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';

const PATH = '/v1/admin/organizations/{org_id}/limits';

let server: TestServer;
let administrator: TestAccount;
let person: TestAccount;
let live: TestKey;
beforeAll(async () => {
  server = await openTestServer({ settings: UNREACHED_GATEWAY });
  administrator = await server.createAccount({ isAdmin: true });
  person = await server.createAccount();
});
beforeEach(async () => {
  live = await server.createKey({ mode: 'live', scopes: ['content:verify'] });
});
afterAll(() => server.close());

const codeOf = (body: unknown) => (isJsonObject(body) && isJsonObject(body['error']) ? body['error']['code'] : null);
const params = (id = live.organizationId) => ({ org_id: id });
const get = () => server.call('GET', PATH, { session: administrator.session, params: params() });
const put = (json: unknown, id = live.organizationId) =>
  server.call('PUT', PATH, { session: administrator.session, params: params(id), json });
const jpeg = form([filePart(Buffer.from(buildJpeg()), 'file', 'photo.jpg')]);
const verificationsSeen = async () =>
  (await server.call('POST', '/v1/content/verify', { key: live.key, form: jpeg })).headers['quota-limit'];
const audits = async () => {
  const { rows } = await server.services.database.pool.query<object>(
    `select action, actor_kind, actor_id, details from audit_log where organization_id = $1
     and action in ('organization.limit_changed', 'organization.plan_changed')
     order by created_at, details ->> 'operation'`,
    [live.organizationId],
  );
  return rows;
};

describe.each(['GET', 'PUT'] as const)('%s /v1/admin/organizations/{org_id}/limits', (method) => {
  const json = method === 'PUT' ? { json: { limits: { verification: 1_000_000 } } } : {};

  it('401 AUTH_REQUIRED without credentials', async () => {
    const { status, body } = await server.call(method, PATH, { params: params(), ...json });
    expect([status, codeOf(body)]).toEqual([401, 'AUTH_REQUIRED']);
  });

  it('401 INVALID_API_KEY for a key of the organization itself', async () => {
    const { status, body } = await server.call(method, PATH, { params: params(), key: live.key, ...json });
    expect([status, codeOf(body)]).toEqual([401, 'INVALID_API_KEY']);
  });

  it('403 SCOPE_DENIED for the owner of the organization, who changes nothing', async () => {
    const own = { params: params(person.organizationId), session: person.session, ...json };
    const { status, body } = await server.call(method, PATH, own);
    expect([status, codeOf(body)]).toEqual([403, 'SCOPE_DENIED']);
    const { rowCount } = await server.services.database.pool.query(
      'select 1 from usage_limit where organization_id = $1',
      [person.organizationId],
    );
    expect(rowCount).toBe(0);
  });

  it.each([newId('organization'), newId('account'), 'nothing', 'a\u0000b'])('404 NOT_FOUND for %j', async (id) => {
    const call = { session: administrator.session, params: params(id), ...json };
    const { status, body } = await server.call(method, PATH, call);
    expect([status, codeOf(body)]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('GET /v1/admin/organizations/{org_id}/limits', () => {
  it('200 is the first plan and no limit for an organization that was given none', async () => {
    expect(await get()).toMatchObject({
      status: 200,
      body: { organization_id: live.organizationId, plan: { code: 'free', version: 1, started_at: null }, limits: [] },
    });
  });

  it('200 for the bearer token', async () => {
    expect((await server.call('GET', PATH, { key: ADMIN_TOKEN, params: params() })).status).toBe(200);
  });
});

describe('PUT /v1/admin/organizations/{org_id}/limits', () => {
  it('200 raises a limit at once, removes it again, and leaves one audit row for each change', async () => {
    expect(await verificationsSeen()).toBe('1000');
    const raised = await put({ limits: { verification: 5_000, signing: null } });
    expect(raised).toMatchObject({
      status: 200,
      body: {
        plan: { code: 'free' },
        limits: [
          { operation: 'signing', included: null },
          { operation: 'verification', included: 5_000 },
        ],
      },
    });
    expect((await get()).body).toEqual(raised.body);
    expect(await verificationsSeen()).toBe('5000');
    expect((await put({ limits: { verification: 5_000, signing: null } })).body).toEqual(raised.body);
    expect((await put({ limits: { signing: null } })).body).toMatchObject({ limits: [{ operation: 'signing' }] });
    expect(await verificationsSeen()).toBe('1000');
    const by = { action: 'organization.limit_changed', actor_kind: 'account', actor_id: administrator.accountId };
    expect(await audits()).toEqual([
      { ...by, details: { operation: 'signing', from: 'plan', to: null } },
      { ...by, details: { operation: 'verification', from: 'plan', to: 5_000 } },
      { ...by, details: { operation: 'verification', from: 5_000, to: 'plan' } },
    ]);
  });

  it('200 puts it on a plan, which keeps its period when it is named again', async () => {
    const first = await put({ plan: 'business', limits: {} });
    expect(first).toMatchObject({ status: 200, body: { plan: { code: 'business', version: 1 }, limits: [] } });
    expect(await verificationsSeen()).toBe('300000');
    expect((await put({ plan: 'business', limits: {} })).body).toEqual(first.body);
    expect((await put({ limits: {} })).body).toEqual(first.body);
    expect(await audits()).toMatchObject([{ action: 'organization.plan_changed', details: { code: 'business' } }]);
  });

  it('409 PLAN_NOT_AVAILABLE for an unknown plan, and changes no limit', async () => {
    const { status, body } = await put({ plan: 'gold', limits: { verification: 1 } });
    expect([status, codeOf(body)]).toEqual([409, 'PLAN_NOT_AVAILABLE']);
    expect((await get()).body).toMatchObject({ plan: { code: 'free' }, limits: [] });
    expect(await audits()).toEqual([]);
  });

  it.each([
    ['a negative limit', { limits: { verification: -1 } }],
    ['half a unit', { limits: { verification: 0.5 } }],
    ['more than stays exact', { limits: { verification: 1_000_000_000_001 } }],
    ['an operation that nothing bounds', { limits: { label: 1 } }],
    ['no limits', { plan: 'free' }],
    ['an unknown member', { limits: {}, price: 1 }],
  ])('422 for %s', async (_what, json) => {
    expect((await put(json)).status).toBe(422);
    expect(await audits()).toEqual([]);
  });
});
