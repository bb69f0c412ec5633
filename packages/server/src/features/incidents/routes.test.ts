import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../shared/ids.ts';
import { ADMIN_TOKEN, openTestServer, type Call, type TestServer } from '../../testing/test-services.ts';
import { outcomeOf } from '../../testing/test-team.ts';
import type { PresentedIncident } from './index.ts';

const LIST = '/v1/admin/incidents';
const UPDATES = '/v1/admin/incidents/{incident_id}/updates';
const ONE = '/v1/admin/incidents/{incident_id}';
const OPENED = {
  component: 'sign',
  title: { en: 'Signing is slow <b>', 'zh-CN': '签署缓慢' },
  state: 'investigating',
  text: { en: 'We are looking into it.' },
};
const UPDATE = { state: 'resolved', text: { 'zh-CN': '已恢复。' } };

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const asOperator = (call: Call = {}): Call => ({ key: ADMIN_TOKEN, ...call });
async function open(json: object = OPENED): Promise<PresentedIncident> {
  const { status, body } = await server.call('POST', LIST, asOperator({ json }));
  expect(status).toBe(201);
  return body as PresentedIncident;
}

describe.each([
  ['GET', LIST, {}],
  ['POST', LIST, { json: OPENED }],
  ['POST', UPDATES, { json: UPDATE }],
  ['DELETE', ONE, {}],
] as const)('%s %s', (method, path, given) => {
  const params = { incident_id: newId('incident') };

  it('401 AUTH_REQUIRED without credentials', async () => {
    expect(outcomeOf(await server.call(method, path, { ...given, params }))).toBe('401 AUTH_REQUIRED');
  });

  it('401 INVALID_API_KEY for another bearer token', async () => {
    expect(outcomeOf(await server.call(method, path, { ...given, params, key: `${ADMIN_TOKEN}x` }))).toBe(
      '401 INVALID_API_KEY',
    );
  });

  it('403 SCOPE_DENIED for anybody else', async () => {
    const { session } = await server.createAccount();
    expect(outcomeOf(await server.call(method, path, { ...given, params, session }))).toBe(
      '403 SCOPE_DENIED administrator',
    );
  });
});

describe('POST /v1/admin/incidents', () => {
  it('201 publishes it, and the audit log says who did', async () => {
    const { session, accountId } = await server.createAccount({ isAdmin: true });
    const { status, body } = await server.call('POST', LIST, { session, json: OPENED });
    expect([status, body]).toMatchObject([
      201,
      {
        component: 'sign',
        title: OPENED.title,
        state: 'investigating',
        resolved_at: null,
        updates: [{ state: 'investigating', text: { en: 'We are looking into it.', 'zh-CN': null } }],
      },
    ]);
    const { rows } = await server.services.database.pool.query(
      `select actor_id, details from audit_log where action = 'incident.opened' and target_id = $1`,
      [(body as PresentedIncident).id],
    );
    expect(rows).toEqual([{ actor_id: accountId, details: { component: 'sign', state: 'investigating' } }]);
  });

  it.each([
    ['no title', { ...OPENED, title: {} }],
    ['an empty text', { ...OPENED, text: { en: ' ' } }],
    ['a text that is too long', { ...OPENED, text: { en: 'x'.repeat(2001) } }],
    ['U+0000', { ...OPENED, title: { en: 'a\u0000' } }],
    ['another language', { ...OPENED, title: { fr: 'Panne' } }],
    ['an unknown part', { ...OPENED, component: 'coffee' }],
    ['an unknown state', { ...OPENED, state: 'fine' }],
  ])('422 for %s', async (_what, json) => {
    expect((await server.call('POST', LIST, asOperator({ json }))).status).toBe(422);
  });
});

describe('POST /v1/admin/incidents/{incident_id}/updates', () => {
  it('200 adds what is known, the newest first, until it is resolved', async () => {
    const { id } = await open();
    const { status, body } = await server.call(
      'POST',
      UPDATES,
      asOperator({ params: { incident_id: id }, json: UPDATE }),
    );
    expect([status, body]).toMatchObject([
      200,
      { id, state: 'resolved', updates: [{ state: 'resolved' }, { state: 'investigating' }] },
    ]);
    const { resolved_at, updates } = body as PresentedIncident;
    expect(resolved_at).toBe(updates[0]?.created_at);
  });

  it.each([newId('incident'), newId('job'), 'nothing', 'a\u0000b'])('404 NOT_FOUND for %j', async (incident_id) => {
    const answer = await server.call('POST', UPDATES, asOperator({ params: { incident_id }, json: UPDATE }));
    expect(outcomeOf(answer)).toBe('404 NOT_FOUND');
  });
});

describe('DELETE /v1/admin/incidents/{incident_id}', () => {
  it('204 takes it back, once', async () => {
    const params = { incident_id: (await open()).id };
    expect((await server.call('DELETE', ONE, asOperator({ params }))).status).toBe(204);
    expect(outcomeOf(await server.call('DELETE', ONE, asOperator({ params })))).toBe('404 NOT_FOUND');
  });
});

describe('GET /v1/admin/incidents', () => {
  it('200 newest first, in pages', async () => {
    const [first, second] = [await open(), await open()];
    const { body } = await server.call('GET', LIST, asOperator({ query: '?limit=2' }));
    const { data } = body as { data: PresentedIncident[] };
    expect(data.map(({ id }) => id)).toEqual([second.id, first.id]);
  });
});

describe('GET /v1/status', () => {
  it('200 shows an incident to everybody', async () => {
    const { id } = await open();
    const { status, body } = await server.variant({}).call('GET', '/v1/status');
    const { incidents } = body as { incidents: PresentedIncident[] };
    expect([status, incidents[0]?.id, incidents[0]?.title.en]).toEqual([200, id, 'Signing is slow <b>']);
  });
});
