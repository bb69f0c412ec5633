import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../shared/ids.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { newTeam, outcomeOf } from '../../testing/test-team.ts';
import { createWebhook, sendTest, WEBHOOKS, type TestWebhook } from '../../testing/test-webhooks.ts';
import { WEBHOOK_LIMITS } from './limits.ts';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const URL_OF_HOOK = 'https://hooks.example/revera';

let server: TestServer;
let owner: TestAccount;
let live: TestKey;
let test: TestKey;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** An organization of its own for each group: the number of webhooks is bounded. */
function newOrganization(): void {
  beforeAll(async () => {
    owner = await server.createAccount();
    const { organizationId } = owner;
    live = await server.createKey({ organizationId, mode: 'live', scopes: ['webhooks:manage'] });
    test = await server.createKey({ organizationId, mode: 'test', scopes: ['webhooks:manage'] });
  });
}

const make = (json: object, by: { key?: string } = {}) =>
  server.call('POST', WEBHOOKS, {
    ...(by.key === undefined ? { session: owner.session } : by),
    json: { url: URL_OF_HOOK, events: ['credential.revoked'], ...json },
  });
const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, whid: string, more: object = {}) =>
  server.call(method, `${WEBHOOKS}/{whid}${path}`, { key: live.key, params: { whid }, ...more });
const newHook = () => createWebhook(server, live.key, { url: URL_OF_HOOK });
const auditOf = async (id: string) =>
  (
    await server.services.database.pool.query<{ action: string; actor_kind: string; details: object }>(
      'select action, actor_kind, details from audit_log where target_id = $1 order by created_at',
      [id],
    )
  ).rows;

/** What a route answers about a webhook that is not there, or not to be seen by this key. */
function refusesOthers(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string): void {
  const json = method === 'PATCH' ? { json: { enabled: false } } : {};

  it('404 NOT_FOUND for one that never was, one of another organization, and for a test key one that is told of more', async () => {
    const foreign = await server.createKey({ mode: 'live', scopes: ['webhooks:manage'] });
    const { id: foreignId } = await createWebhook(server, foreign.key, { url: URL_OF_HOOK });
    const { id: own } = await newHook();
    const id = newId('event');
    for (const [whid, key] of [
      [newId('webhook'), live.key],
      ['whk_\u0000', live.key],
      [foreignId, live.key],
      [own, test.key],
    ] as const) {
      const answer = await ask(method, path, whid, { key, params: { whid, id }, ...json });
      expect(outcomeOf(answer)).toBe('404 NOT_FOUND');
    }
    expect(await auditOf(own)).toMatchObject([{ action: 'webhook.created' }]);
    await ask('DELETE', '', own);
  });

  it('401 AUTH_REQUIRED without credentials, 401 INVALID_API_KEY for a key that is none, 403 SCOPE_DENIED without the scope', async () => {
    const params = { whid: newId('webhook'), id: newId('event') };
    const narrow = await server.createKey({ scopes: ['content:verify'] });
    const as = async (call: object) =>
      outcomeOf(await server.call(method, `${WEBHOOKS}/{whid}${path}`, { params, ...json, ...call }));
    expect(await as({})).toBe('401 AUTH_REQUIRED');
    expect(await as({ key: 'rv_test_wrong' })).toBe('401 INVALID_API_KEY');
    expect(await as({ key: narrow.key })).toBe('403 SCOPE_DENIED');
  });
}

describe('POST /v1/dashboard/webhooks', () => {
  newOrganization();

  it('201 a webhook whose secret is shown once and stored sealed, with its row in the log', async () => {
    const answer = await make({ events: ['job.failed', 'job.failed', 'signing.completed'] });
    expect([answer.status, answer.headers['cache-control']]).toEqual([201, 'no-store']);
    const { secret, ...record } = answer.body as TestWebhook;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(record).toEqual({
      id: expect.stringMatching(/^whk_\w{22}$/) as string,
      url: URL_OF_HOOK,
      events: ['job.failed', 'signing.completed'],
      sandbox_only: false,
      enabled: true,
      disabled_reason: null,
      failing_since: null,
      previous_secret_until: null,
      created_at: TIME,
    });
    const listed = await server.call('GET', WEBHOOKS, { session: owner.session });
    expect(listed.body).toMatchObject({ data: [record] });
    expect(JSON.stringify(listed.body)).not.toContain('whsec_');
    const { rows } = await server.services.database.pool.query<{ secrets: Buffer }>(
      'select secrets from webhook_endpoint',
    );
    const bytes = secret.slice('whsec_'.length);
    expect(rows.some(({ secrets }) => secrets.toString('latin1').includes(bytes))).toBe(false);
    const log = await auditOf(record.id);
    expect(log).toMatchObject([{ action: 'webhook.created', actor_kind: 'account', details: { url: URL_OF_HOOK } }]);
    expect(JSON.stringify(log)).not.toContain(bytes);
  });

  it('201 with a test key, which makes only what is told of the sandbox', async () => {
    const answer = await make({ sandbox_only: false }, { key: test.key });
    expect(answer.body).toMatchObject({ sandbox_only: true });
    const { id } = answer.body as TestWebhook;
    const changed = await ask('PATCH', '', id, { key: test.key, json: { sandbox_only: false } });
    expect(changed.body).toMatchObject({ sandbox_only: true });
  });

  it.each([
    ['http://hooks.example/', 'plain http'],
    ['https://127.0.0.1/', 'this machine'],
    ['https://localhost./', 'this machine by its name'],
    ['https://api.localhost/', 'a name below it'],
    ['https://10.1.2.3/', 'a private network'],
    ['https://0x0a010203/', 'the same in other digits'],
    ['https://100.64.0.1/', 'a network of a carrier'],
    ['https://169.254.169.254/latest', 'the metadata of a cloud'],
    ['https://224.0.0.1/', 'a group'],
    ['https://[::1]/', 'this machine, IPv6'],
    ['https://[fe80::1]/', 'a link'],
    ['https://[::ffff:10.0.0.1]/', 'IPv4 in IPv6'],
    ['https://[64:ff9b::a00:1]/', 'behind a translator'],
    ['https://[2002:a00:1::]/', 'behind a tunnel'],
    ['https://user:word@hooks.example/', 'with a password'],
    ['https://hooks.example/#part', 'with a fragment'],
    ['hooks.example', 'no address'],
    ['ftp://hooks.example/', 'another scheme'],
  ])('422 for %s: %s', async (url) => {
    const answer = await make({ url });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ detail: [{ loc: ['body', 'url'], type: 'value_error' }] });
  });

  it.each([[{ events: [] }], [{ events: ['webhook.test'] }], [{ events: 'job.failed' }], [{ url: 7 }]])(
    '422 for %j',
    async (json) => {
      expect((await make(json)).status).toBe(422);
    },
  );

  it('409 CONFLICT for one more than an organization may have, also when they are made at once', async () => {
    const total = async () => ((await server.call('GET', WEBHOOKS, { key: live.key })).body as { total: number }).total;
    const room = WEBHOOK_LIMITS.endpointsPerOrganization - (await total());
    const answers = await Promise.all(Array.from({ length: room + 2 }, () => make({}, { key: live.key })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(room);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(outcomeOf))).toEqual(
      new Set(['409 CONFLICT too_many_webhooks']),
    );
    expect(await total()).toBe(WEBHOOK_LIMITS.endpointsPerOrganization);
  });

  it('401 AUTH_REQUIRED without credentials, 401 INVALID_API_KEY for a key that is none, 403 SCOPE_DENIED without the scope', async () => {
    const json = { url: URL_OF_HOOK, events: ['job.failed'] };
    const narrow = await server.createKey({ scopes: ['content:verify'] });
    expect(outcomeOf(await server.call('POST', WEBHOOKS, { json }))).toBe('401 AUTH_REQUIRED');
    expect(outcomeOf(await make({}, { key: 'rv_test_wrong' }))).toBe('401 INVALID_API_KEY');
    expect(outcomeOf(await make({}, { key: narrow.key }))).toBe('403 SCOPE_DENIED');
  });

  it('403 ACCOUNT_EMAIL_NOT_VERIFIED and 403 WORKSPACE_SUSPENDED as for keys', async () => {
    const json = { url: URL_OF_HOOK, events: ['job.failed'] };
    const unverified = await server.createAccount({ verified: false });
    const call = (session: TestAccount['session']) => server.call('POST', WEBHOOKS, { session, json });
    expect(outcomeOf(await call(unverified.session))).toBe('403 ACCOUNT_EMAIL_NOT_VERIFIED');
    const suspended = await server.createAccount();
    await server.services.database.pool.query('update organization set suspended_at = now() where id = $1', [
      suspended.organizationId,
    ]);
    expect(outcomeOf(await call(suspended.session))).toBe('403 WORKSPACE_SUSPENDED');
  });
});

describe('GET /v1/dashboard/webhooks', () => {
  newOrganization();

  it('200 newest first, by session and by key; a test key sees those of the sandbox alone', async () => {
    const first = await newHook();
    const second = await createWebhook(server, live.key, { url: URL_OF_HOOK, sandbox_only: true });
    const list = async (call: object) =>
      (await server.call('GET', WEBHOOKS, call)).body as { data: { id: string }[]; total: number };
    for (const caller of [{ session: owner.session }, { key: live.key }]) {
      expect((await list(caller)).data.map(({ id }) => id)).toEqual([second.id, first.id]);
    }
    expect(await list({ key: test.key })).toMatchObject({ data: [{ id: second.id }], total: 1 });
    expect(await list({ key: live.key, query: '?limit=1&offset=1' })).toMatchObject({
      data: [{ id: first.id }],
      pagination: { limit: 1, offset: 1 },
      total: 2,
    });
  });

  it('403 SCOPE_DENIED for roles that may not, as the table of permissions says', async () => {
    const { members } = await newTeam(server);
    for (const role of ['billing', 'viewer'] as const) {
      const answer = await server.call('GET', WEBHOOKS, { session: members[role].session });
      expect(outcomeOf(answer)).toBe('403 SCOPE_DENIED webhooks:read');
    }
    expect((await server.call('GET', WEBHOOKS, { session: members.developer.session })).status).toBe(200);
  });

  it('422 for a page that cannot be', async () => {
    expect((await server.call('GET', WEBHOOKS, { key: live.key, query: '?limit=0' })).status).toBe(422);
  });
});

describe('PATCH /v1/dashboard/webhooks/{whid}', () => {
  newOrganization();
  refusesOthers('PATCH', '');

  it('200 changes what is given and nothing else, with its row in the log', async () => {
    const { secret, ...before } = await newHook();
    const json = { url: 'https://other.example/x', events: ['credential.resumed'], enabled: false };
    const { body } = await ask('PATCH', '', before.id, { json });
    expect(body).toEqual({ ...before, ...json });
    expect((await ask('PATCH', '', before.id, { json: {} })).body).toEqual(body);
    expect(await auditOf(before.id)).toMatchObject([{}, { action: 'webhook.updated', details: json }]);
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  it('422 for an address that is refused', async () => {
    const { id } = await newHook();
    expect((await ask('PATCH', '', id, { json: { url: 'https://192.168.0.1/' } })).status).toBe(422);
  });
});

describe('DELETE /v1/dashboard/webhooks/{whid}', () => {
  newOrganization();
  refusesOthers('DELETE', '');

  it('204 with its deliveries; its row in the log stays', async () => {
    const { id } = await newHook();
    await sendTest(server, live.key, id);
    expect((await ask('DELETE', '', id)).status).toBe(204);
    expect(outcomeOf(await ask('GET', '/deliveries', id))).toBe('404 NOT_FOUND');
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.tested',
      'webhook.deleted',
    ]);
  });
});

describe('POST /v1/dashboard/webhooks/{whid}/rotate-secret', () => {
  newOrganization();
  refusesOthers('POST', '/rotate-secret');

  it('200 a new secret, and how long the previous one signs as well', async () => {
    const { id, secret: old } = await newHook();
    const { status, body } = await ask('POST', '/rotate-secret', id);
    const { secret, previous_secret_until } = body as TestWebhook;
    expect([status, secret === old]).toEqual([200, false]);
    const lasts = Date.parse(previous_secret_until ?? '') - Date.now();
    expect(Math.abs(lasts - WEBHOOK_LIMITS.secretOverlapMs)).toBeLessThan(60_000);
    const log = await auditOf(id);
    expect(log).toMatchObject([{}, { action: 'webhook.secret_rotated', details: {} }]);
    expect(JSON.stringify(log)).not.toContain(secret.slice('whsec_'.length));
  });
});

describe('POST /v1/dashboard/webhooks/{whid}/test', () => {
  newOrganization();
  refusesOthers('POST', '/test');

  it('202 a delivery that is due', async () => {
    const { id } = await newHook();
    expect(await sendTest(server, live.key, id)).toEqual({
      id: expect.stringMatching(/^evt_\w{22}$/) as string,
      type: 'webhook.test',
      status: 'pending',
      attempt_count: 0,
      next_attempt_at: TIME,
      created_at: TIME,
      finished_at: null,
      payload: expect.stringContaining(`"data":{"webhook_id":"${id}","sandbox":true}`) as string,
      attempts: [],
    });
  });

  it('409 CONFLICT for a disabled webhook', async () => {
    const { id } = await newHook();
    await ask('PATCH', '', id, { json: { enabled: false } });
    expect(outcomeOf(await ask('POST', '/test', id))).toBe('409 CONFLICT webhook_disabled');
  });
});

describe('GET /v1/dashboard/webhooks/{whid}/deliveries', () => {
  newOrganization();
  refusesOthers('GET', '/deliveries');

  it('200 newest first, in pages', async () => {
    const { id } = await newHook();
    const [first, second] = [await sendTest(server, live.key, id), await sendTest(server, live.key, id)];
    expect((await ask('GET', '/deliveries', id)).body).toMatchObject({ data: [second, first], total: 2 });
    expect((await ask('GET', '/deliveries', id, { query: '?limit=1&offset=1' })).body).toMatchObject({
      data: [first],
      pagination: { limit: 1, offset: 1 },
    });
  });

  it('422 for a page that cannot be', async () => {
    expect((await ask('GET', '/deliveries', newId('webhook'), { query: '?limit=101' })).status).toBe(422);
  });
});

describe('POST /v1/dashboard/webhooks/{whid}/deliveries/{id}/redeliver', () => {
  newOrganization();
  const PATH = '/deliveries/{id}/redeliver';
  refusesOthers('POST', PATH);
  const redeliver = (whid: string, id: string) => ask('POST', PATH, whid, { params: { whid, id } });

  it('202 at the beginning of its schedule, with its row in the log', async () => {
    const { id: whid } = await newHook();
    const { id } = await sendTest(server, live.key, whid);
    await server.services.database.pool.query(
      `update webhook_delivery set status = 'dead', step = 10, attempts = 10, finished_at = now() where event_id = $1`,
      [id],
    );
    const answer = await redeliver(whid, id);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ id, status: 'pending', attempt_count: 10, finished_at: null });
    const { rows } = await server.services.database.pool.query(
      'select step from webhook_delivery where event_id = $1',
      [id],
    );
    expect(rows).toEqual([{ step: 0 }]);
    expect((await auditOf(whid)).at(-1)).toMatchObject({ action: 'webhook.redelivered', details: { event: id } });
  });

  it('404 NOT_FOUND for an event that this webhook was not told of', async () => {
    const [one, other] = [await newHook(), await newHook()];
    const { id } = await sendTest(server, live.key, one.id);
    for (const name of [id, newId('event'), 'evt_\u0000']) {
      expect(outcomeOf(await redeliver(other.id, name))).toBe('404 NOT_FOUND');
    }
  });

  it('409 CONFLICT for a disabled webhook', async () => {
    const { id: whid } = await newHook();
    const { id } = await sendTest(server, live.key, whid);
    await ask('PATCH', '', whid, { json: { enabled: false } });
    expect(outcomeOf(await redeliver(whid, id))).toBe('409 CONFLICT webhook_disabled');
  });
});
