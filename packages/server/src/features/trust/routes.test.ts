import { createAuthority } from '@revera/testkit/authorities';
import { startTrustListHost, type TrustListHost } from '@revera/testkit/servers';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../http/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import type { TrustConfig } from './config.ts';
import { ensureServiceRoot } from './ensure-service-root.ts';
import { trustRoutes } from './routes.ts';
import type { TrustState } from './schemas.ts';
import { configAt, configWithoutAddresses, HOUR_MS, START, testServices } from './test-trust.ts';

const AUTHORIZED = { authorization: `Bearer ${ADMIN_TOKEN}` };
const PATHS = ['/c2pa.pem', '/tsa.pem', '/legacy.pem', '/allowed.pem'];
const STATE_PATHS = ['/admin/c2pa/trust', '/v1/admin/c2pa/trust'];

let roots: string[];
let host: TrustListHost;
let database: TestDatabase;
let apps: TestApp[];

beforeAll(async () => {
  roots = await Promise.all(Array.from({ length: 5 }, async () => (await createAuthority()).rootPem));
});
beforeEach(async () => {
  host = await startTrustListHost(serving(5));
  database = await createTestDatabase();
  apps = [];
});
afterEach(async () => {
  for (const { breaches, close } of apps) {
    expect(breaches).toEqual([]);
    await close();
  }
  await host.close();
  await database.drop();
});

function serving(count: number) {
  return Object.fromEntries(
    PATHS.map((path) => [path, { kind: 'serve', body: roots.slice(0, count).join('') } as const]),
  );
}

async function openApp(config: TrustConfig = configAt(host.url)) {
  const services = testServices(database, config);
  const app = await createTestApp(trustRoutes(services));
  apps.push(app);
  const call = (method: 'GET' | 'POST', url: string, headers: Record<string, string> = AUTHORIZED) =>
    app.app.inject({ method, url, headers });
  return { services, call, refresh: (query = '') => call('POST', `/admin/c2pa/trust/refresh${query}`) };
}

describe.each(STATE_PATHS)('GET %s', (path) => {
  it('200 names every list also before anything was fetched', async () => {
    const { call } = await openApp();
    const answer = await call('GET', path);
    expect(answer.statusCode).toBe(200);
    const { lists, changes } = answer.json<TrustState>();
    expect(lists.map(({ name, in_use, source }) => [name, in_use, source])).toEqual([
      ['c2pa', true, `${host.url}/c2pa.pem`],
      ['c2pa_tsa', true, `${host.url}/tsa.pem`],
      ['legacy', true, `${host.url}/legacy.pem`],
      ['service', false, null],
      ['c2pa_products', false, null],
    ]);
    expect(changes).toEqual([]);
  });

  it('200 shows hash, time, number of certificates, next refresh and the last changes', async () => {
    const { call, refresh, services } = await openApp();
    await ensureServiceRoot(services, roots[0] ?? '');
    await refresh();
    const { lists, changes } = (await call('GET', path)).json<TrustState>();
    expect(lists[2]).toEqual({
      name: 'legacy',
      in_use: true,
      source: `${host.url}/legacy.pem`,
      allowed_source: `${host.url}/allowed.pem`,
      copy_source: `${host.url}/legacy.pem ${host.url}/allowed.pem`,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
      fetched_at: START,
      certificate_count: 10,
      anchor_count: 5,
      allowed_count: 5,
      product_count: 0,
      last_attempt_at: START,
      next_refresh_at: expect.stringMatching(/^2026-11-21T/) as unknown,
      last_error: null,
      using_cached_version: false,
    });
    expect(lists[3]).toMatchObject({ in_use: true, source: null, copy_source: 'installation', next_refresh_at: null });
    expect(changes.map(({ list }) => list).toSorted()).toEqual(['c2pa', 'c2pa_tsa', 'legacy', 'service']);
    services.clock.advance(49 * HOUR_MS);
    const later = (await call('GET', path)).json<TrustState>();
    const cached = later.lists.map(({ using_cached_version }) => using_cached_version);
    expect(cached).toEqual([true, true, true, false, false]);
  });

  it('401 AUTH_REQUIRED without a token', async () => {
    const answer = await (await openApp()).call('GET', path, {});
    expect([answer.statusCode, answer.json<{ error: { code: string } }>().error.code]).toEqual([401, 'AUTH_REQUIRED']);
  });

  it('401 INVALID_API_KEY with another token', async () => {
    const answer = await (await openApp()).call('GET', path, { authorization: 'Bearer wrong' });
    expect([answer.statusCode, answer.json<{ error: { code: string } }>().error.code]).toEqual([
      401,
      'INVALID_API_KEY',
    ]);
  });
});

describe('POST /admin/c2pa/trust/refresh', () => {
  it('200 fetches the lists and says what became of each', async () => {
    const { refresh } = await openApp();
    const answer = await refresh();
    expect(answer.statusCode).toBe(200);
    const body = answer.json<TrustState & { refreshed: unknown }>();
    expect(body.refreshed).toEqual([
      { name: 'c2pa', outcome: 'updated', message: null, added: 5, removed: 0 },
      { name: 'c2pa_tsa', outcome: 'updated', message: null, added: 5, removed: 0 },
      { name: 'legacy', outcome: 'updated', message: null, added: 10, removed: 0 },
    ]);
    expect(body.lists.map(({ certificate_count }) => certificate_count)).toEqual([5, 5, 10, 0, 0]);
    const audit = await database.db.selectFrom('audit_log').select(['actor_kind', 'address', 'request_id']).execute();
    expect(audit[0]).toEqual({
      actor_kind: 'admin_token',
      address: '127.0.0.1',
      request_id: answer.headers['x-request-id'],
    });
  });

  it('200 keeps the last good copy when the host fails', async () => {
    const { refresh } = await openApp();
    await refresh();
    for (const path of PATHS) host.set(path, { kind: 'status' });
    const answer = await refresh();
    expect(answer.statusCode).toBe(200);
    const { lists } = answer.json<TrustState>();
    const cached = lists.map(({ using_cached_version }) => using_cached_version);
    expect(cached).toEqual([true, true, true, false, false]);
    expect(lists[0]).toMatchObject({ certificate_count: 5, last_error: 'STATUS_REFUSED: the host answered 500' });
  });

  it('200 takes a list that loses more than a fifth only with force=true', async () => {
    const { refresh } = await openApp();
    await refresh();
    for (const [path, behaviour] of Object.entries(serving(2))) host.set(path, behaviour);
    const outcomes = async (query: string) =>
      (await refresh(query)).json<{ refreshed: { outcome: string }[] }>().refreshed.map(({ outcome }) => outcome);
    expect(await outcomes('')).toEqual(['refused', 'refused', 'refused']);
    expect(await outcomes('?force=false')).toEqual(['refused', 'refused', 'refused']);
    expect(await outcomes('?force=true')).toEqual(['updated', 'updated', 'updated']);
  });

  it('200 with nothing to do when every list is off', async () => {
    const { refresh } = await openApp(configWithoutAddresses());
    const answer = await refresh();
    expect([answer.statusCode, answer.json<{ refreshed: unknown[] }>().refreshed]).toEqual([200, []]);
    expect(host.requests).toEqual([]);
  });

  it('503 TRUST_LIST_UNAVAILABLE when nothing could be fetched and there is no copy', async () => {
    for (const path of PATHS) host.set(path, { kind: 'status' });
    const { refresh, services } = await openApp();
    // The service's own list does not help to judge other signers.
    await ensureServiceRoot(services, roots[0] ?? '');
    const answer = await refresh();
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60']);
    const reason = 'STATUS_REFUSED: the host answered 500';
    expect(answer.json()).toMatchObject({
      error: {
        code: 'TRUST_LIST_UNAVAILABLE',
        details: { reasons: { c2pa: reason, c2pa_tsa: reason, legacy: reason } },
      },
    });
  });

  it('422 for another value of force, and nothing is fetched', async () => {
    const { refresh } = await openApp();
    const answer = await refresh('?force=maybe');
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ detail: [{ loc: ['query', 'force'], type: 'enum', input: 'maybe' }] });
    expect(host.requests).toEqual([]);
  });

  it('401 AUTH_REQUIRED without a token, and nothing is fetched', async () => {
    const answer = await (await openApp()).call('POST', '/admin/c2pa/trust/refresh', {});
    expect([answer.statusCode, answer.json<{ error: { code: string } }>().error.code]).toEqual([401, 'AUTH_REQUIRED']);
    expect(host.requests).toEqual([]);
  });

  it('401 INVALID_API_KEY with another token, and nothing is fetched', async () => {
    const answer = await (await openApp()).call('POST', '/admin/c2pa/trust/refresh', { authorization: 'Bearer wrong' });
    expect([answer.statusCode, answer.json<{ error: { code: string } }>().error.code]).toEqual([
      401,
      'INVALID_API_KEY',
    ]);
    expect(host.requests).toEqual([]);
  });
});
