import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, form } from '../../http/test-app.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { ADMIN_TOKEN, openTestServer, type Call, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { askToSign, SIGN_PATHS, signOne } from '../../testing/test-signing.ts';
import { limitUsage, quotaOf } from '../../testing/test-usage.ts';
import { foldUsage } from './index.ts';
import type { PresentedSummary, PresentedUsage } from './schemas.ts';

let server: TestServer;
let owner: TestAccount;
let live: TestKey;
let test: TestKey;

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  owner = await server.createAccount();
  const { organizationId } = owner;
  live = await server.createKey({
    organizationId,
    mode: 'live',
    scopes: ['content:verify', 'content:sign', 'usage:read'],
  });
  test = await server.createKey({ organizationId, scopes: ['content:verify', 'content:sign', 'usage:read'] });
});
afterAll(() => server.close());

const jpeg = form([filePart(Buffer.from(buildJpeg()), 'file', 'photo.jpg')]);
const verify = (key: string) => server.call('POST', '/v1/content/verify', { key, form: jpeg });
const list = (call: Call = {}, path = '/v1/usage') => server.call('GET', path, { key: live.key, ...call });
const rowsOf = async (call: Call = {}, path?: string) => {
  const { status, body } = await list(call, path);
  expect(status).toBe(200);
  return body as { data: PresentedUsage[]; total: number };
};
const summaryOf = async (call: Call = {}) => {
  const { status, body } = await server.call('GET', '/v1/usage/summary', { key: live.key, ...call });
  expect(status).toBe(200);
  return body as PresentedSummary;
};
const today = async () => {
  const { rows } = await server.services.database.pool.query<{ day: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day`,
  );
  return rows[0]?.day ?? '';
};

describe('GET /v1/usage', () => {
  it('200 and adds up exactly, by day, key, operation and mode, before and after the rows are summed', async () => {
    await verify(live.key);
    await verify(live.key);
    await verify(test.key);
    await signOne(server.call, { key: test.key });
    const day = await today();
    const expected = [
      { day, api_key_id: test.id, operation: 'signing', mode: 'test', completed: 1, failed: 0 },
      { day, api_key_id: live.id, operation: 'verification', mode: 'live', completed: 2, failed: 0 },
      { day, api_key_id: test.id, operation: 'verification', mode: 'test', completed: 1, failed: 0 },
    ];
    expect(await rowsOf()).toMatchObject({ data: expected, total: 3, pagination: { limit: 20, offset: 0 } });
    await foldUsage(server.services.database.db);
    expect((await rowsOf()).data).toEqual(expected);
    await verify(live.key);
    const [, more] = (await rowsOf()).data;
    expect(more).toEqual({ ...expected[1], completed: 3 });
    expect((await rowsOf({ query: '?limit=1&offset=1' })).data).toEqual([more]);
  });

  it('200 with the same body at both addresses, for members of every role too', async () => {
    const { body } = await list();
    expect((await list({}, '/v1/billing/usage')).body).toEqual(body);
    const { organizationId } = owner;
    await server.services.database.pool.query(`update organization set kind = 'team' where id = $1`, [organizationId]);
    const viewer = await server.createAccount({ organizationId, role: 'viewer' });
    const { session } = viewer;
    const asked = await server.call('GET', '/v1/usage', { session });
    expect(asked.body).toEqual(body);
  });

  it('200 with only the sandbox for a test key, and only what the filters name', async () => {
    expect((await rowsOf({ key: test.key })).data.every(({ mode }) => mode === 'test')).toBe(true);
    expect((await rowsOf({ query: '?operation=signing' })).data).toHaveLength(1);
    expect((await rowsOf({ query: `?api_key_id=${test.id}` })).total).toBe(2);
    const day = await today();
    expect((await rowsOf({ query: `?from=${day}&to=${day}` })).total).toBe(3);
    expect((await rowsOf({ query: '?to=2020-01-01&from=2019-01-01' })).total).toBe(0);
  });

  it('200 with nothing of another organization', async () => {
    const stranger = await server.createKey({ scopes: ['usage:read'], mode: 'live' });
    expect(await rowsOf({ key: stranger.key })).toMatchObject({ data: [], total: 0 });
    expect(await rowsOf({ key: stranger.key, query: `?api_key_id=${live.id}` })).toMatchObject({ total: 0 });
  });

  it('422 for a day that is none, and for an operation that is none', async () => {
    expect((await list({ query: '?from=2026-02-30' })).status).toBe(422);
    expect((await list({ query: '?operation=flying' })).status).toBe(422);
  });

  it('401 AUTH_REQUIRED without a key, 403 SCOPE_DENIED with one that lacks the scope', async () => {
    expect((await server.call('GET', '/v1/usage')).status).toBe(401);
    const { key } = await server.createKey();
    expect((await list({ key })).status).toBe(403);
  });
});

describe('GET /v1/usage/summary', () => {
  it('200 with what is used, where nothing bounds anything', async () => {
    const { plan, operations, period } = await summaryOf();
    expect(plan).toEqual({ code: 'unlimited', version: 1, name: 'Unlimited', started_at: null });
    expect(operations.map(({ operation }) => operation).toSorted()).toEqual([
      'analysis',
      'lab',
      'label',
      'signing',
      'verification',
    ]);
    const verification = operations.find(({ operation }) => operation === 'verification');
    expect(verification).toEqual({
      operation: 'verification',
      included: null,
      used: 3,
      reserved: 0,
      remaining: null,
      sandbox: 1,
      failed: 0,
      overage_quantity: 0,
      overage_minor: 0,
      resets_at: period.end,
    });
  });

  it('200 with what is left of a bound, and with the sandbox alone for a test key', async () => {
    await limitUsage(server, owner.organizationId, 'verification', 5);
    await verify(live.key);
    const standing = async (key: string) =>
      (await summaryOf({ key })).operations.find(({ operation }) => operation === 'verification');
    expect(await standing(live.key)).toMatchObject({ included: 5, used: 4, reserved: 0, remaining: 1, sandbox: 1 });
    expect(await standing(test.key)).toMatchObject({ included: null, used: 0, remaining: null, sandbox: 1 });
    await limitUsage(server, owner.organizationId, 'verification', null);
  });

  it('200 in the language that is asked for', async () => {
    expect((await summaryOf({ headers: { 'accept-language': 'zh-CN' } })).plan.name).toBe('不限量');
  });
});

describe('GET /v1/admin/usage', () => {
  it('200 with the state of counting', async () => {
    const { status, body } = await server.call('GET', '/v1/admin/usage', { key: ADMIN_TOKEN });
    expect(status).toBe(200);
    expect(body).toMatchObject({ differences: 0, reservations: 0, rows_since: expect.any(Number) as unknown });
    const { partitions } = body as { partitions: string[] };
    expect(partitions.length).toBeGreaterThanOrEqual(3);
    expect(partitions[0]).toMatch(/^\d{4}-\d{2}$/);
  });
});

describe('POST /v1/content/verify', () => {
  it('429 QUOTA_EXCEEDED when what the period includes is used up, before the file is read', async () => {
    const { key, organizationId } = await server.createKey({ mode: 'live' });
    await limitUsage(server, organizationId, 'verification', 0);
    expect(await verify(key)).toMatchObject({ status: 429, body: { error: { code: 'QUOTA_EXCEEDED' } } });
  });
});

describe('POST /v1/content/sign and POST /api/sign', () => {
  it.each(SIGN_PATHS)(
    '429 QUOTA_EXCEEDED when nothing is left, but a repeated request is answered: %s',
    async (path) => {
      const { key, organizationId } = await server.createKey({ mode: 'live' });
      await limitUsage(server, organizationId, 'signing', 1);
      const signOnce = (name: string) => askToSign(server.call, { path, key, headers: { 'idempotency-key': name } });
      const first = await signOnce('one');
      expect(first.status).toBe(200);
      // Without a production certificate the copy is of the sandbox: the unit is not used.
      expect(await quotaOf(server, organizationId)).toEqual([{ operation: 'signing', used: 0, reserved: 0 }]);
      await limitUsage(server, organizationId, 'signing', 0);
      expect(await signOnce('one')).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } });
      expect(await signOnce('two')).toMatchObject({
        status: 429,
        body: { error: { code: 'QUOTA_EXCEEDED', details: { operation: 'signing', included: 0 } } },
      });
    },
  );
});
