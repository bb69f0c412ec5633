import { startTrustListHost, type TrustListHost } from '@revera/testkit/servers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../http/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { importTrustList } from './import-trust-list.ts';
import { loadSnapshot } from './load-snapshot.ts';
import { readTrustState } from './read-trust-state.ts';
import { refreshDueLists, refreshTrustLists } from './refresh-trust-lists.ts';
import { trustRoutes } from './routes.ts';
import { SYSTEM_ACTOR, type TrustServices } from './services.ts';
import { configOfProducts, configWithoutAddresses, HOUR_MS, START, testServices } from './test-trust.ts';

const PATH = '/products.json';
const FORCED = { force: true, actor: SYSTEM_ACTOR };
const NOT_FORCED = { force: false, actor: SYSTEM_ACTOR };

let host: TrustListHost;
let database: TestDatabase;

beforeEach(async () => {
  host = await startTrustListHost({ [PATH]: { kind: 'serve', body: listOf(5) } });
  database = await createTestDatabase();
});
afterEach(async () => {
  await host.close();
  await database.drop();
});

function recordId(number: number): string {
  return `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

/** A list of so many products, as the C2PA publishes it; the first has the given status. */
function listOf(count: number, status = 'conformant'): string {
  return JSON.stringify(
    Array.from({ length: count }, (_, number) => ({
      recordId: recordId(number),
      applicant: 'Example Ltd',
      status: number === 0 ? status : 'conformant',
      product: {
        productType: 'generatorProduct',
        DN: { CN: `Camera ${number}`, O: 'Example', C: 'XX' },
        assurance: { maxAssuranceLevel: 1 },
        disallowedSignals: { inception: ['capturedMedia'] },
      },
    })),
  );
}

async function stateOf(services: TrustServices) {
  const { lists, changes } = await readTrustState(services);
  return { state: lists.find(({ name }) => name === 'c2pa_products'), changes };
}

async function productsOf({ config }: TrustServices) {
  return (await loadSnapshot(database.db, config.trust)).products ?? null;
}

async function importText(services: TrustServices, anchorsText: string, allowedText: string | null = null) {
  const actor = { actor: { kind: 'command', id: null } } as const;
  return importTrustList(services, { name: 'c2pa_products', anchorsText, allowedText, sourceName: 'a.json', actor });
}

describe('the list of conforming products', () => {
  it('is fetched, kept and given to judgements; nothing expects it', async () => {
    const services = testServices(database, configOfProducts(host.url));
    expect(await productsOf(services)).toBeNull();
    expect(await refreshDueLists(services)).toEqual([
      { name: 'c2pa_products', outcome: 'updated', message: null, added: 5, removed: 0 },
    ]);
    const snapshot = await loadSnapshot(database.db, services.config.trust);
    expect(snapshot).toMatchObject({ lists: [], expected: [] });
    expect(snapshot.products).toMatchObject({ name: 'c2pa_products', fetched_at: START, last_fetch_failed: false });
    expect(snapshot.products?.products[1]).toEqual({
      record_id: recordId(1),
      applicant: 'Example Ltd',
      name: 'Camera 1',
      organization: 'Example',
      organizational_unit: null,
      product_type: 'generatorProduct',
      status: 'conformant',
      min_version: null,
      max_assurance_level: 1,
      disallowed_inception: ['capturedMedia'],
      disallowed_transformation: [],
    });
    const { state, changes } = await stateOf(services);
    expect(state).toMatchObject({
      in_use: true,
      source: `${host.url}${PATH}`,
      sha256: snapshot.products?.sha256,
      fetched_at: START,
      certificate_count: 0,
      product_count: 5,
      last_error: null,
    });
    expect(changes).toMatchObject([{ list: 'c2pa_products', added: [], removed: [], removed_products: [] }]);
    expect(changes[0]?.added_products[0]).toEqual({
      record_id: recordId(0),
      name: 'Camera 0',
      organization: 'Example',
      status: 'conformant',
    });
  });

  it('an unchanged list changes nothing, a revoked product is told and counts as not lost', async () => {
    const services = testServices(database, configOfProducts(host.url));
    await refreshTrustLists(services, NOT_FORCED);
    services.clock.advance(HOUR_MS);
    expect(await refreshTrustLists(services, NOT_FORCED)).toMatchObject([{ outcome: 'unchanged', added: 0 }]);
    host.set(PATH, { kind: 'serve', body: listOf(5, 'revoked') });
    services.clock.advance(HOUR_MS);
    expect(await refreshTrustLists(services, NOT_FORCED)).toMatchObject([{ outcome: 'updated', added: 1, removed: 1 }]);
    const { changes } = await stateOf(services);
    expect(changes[0]?.added_products).toMatchObject([{ record_id: recordId(0), status: 'revoked' }]);
    expect(changes[0]?.removed_products).toMatchObject([{ record_id: recordId(0), status: 'conformant' }]);
    expect((await productsOf(services))?.products[0]?.status).toBe('revoked');
  });

  it('that loses more than a fifth is refused unless forced', async () => {
    const services = testServices(database, configOfProducts(host.url));
    await refreshTrustLists(services, NOT_FORCED);
    host.set(PATH, { kind: 'serve', body: listOf(4) });
    services.clock.advance(HOUR_MS);
    expect(await refreshTrustLists(services, NOT_FORCED)).toMatchObject([{ outcome: 'updated', removed: 1 }]);
    host.set(PATH, { kind: 'serve', body: listOf(3) });
    services.clock.advance(HOUR_MS);
    expect(await refreshTrustLists(services, NOT_FORCED)).toMatchObject([
      { outcome: 'refused', message: 'TOO_MANY_REMOVED: the new copy lacks 25 % of the products' },
    ]);
    expect((await productsOf(services))?.products).toHaveLength(4);
    services.clock.advance(HOUR_MS);
    expect(await refreshTrustLists(services, FORCED)).toMatchObject([{ outcome: 'updated', removed: 1 }]);
    expect((await productsOf(services))?.products).toHaveLength(3);
  });

  it('that cannot be had or read leaves the last good copy, and says so', async () => {
    const services = testServices(database, configOfProducts(host.url));
    await refreshTrustLists(services, NOT_FORCED);
    const good = await productsOf(services);
    host.set(PATH, { kind: 'serve', body: '{"LoTE":{}}' });
    services.clock.advance(HOUR_MS);
    expect(await refreshTrustLists(services, FORCED)).toMatchObject([{ outcome: 'refused' }]);
    expect((await stateOf(services)).state).toMatchObject({ product_count: 5, using_cached_version: true });
    expect((await stateOf(services)).state?.last_error).toContain('WRONG_LIST');
    host.set(PATH, { kind: 'status', status: 404 });
    services.clock.advance(HOUR_MS);
    expect(await refreshTrustLists(services, FORCED)).toMatchObject([{ outcome: 'failed' }]);
    expect(await productsOf(services)).toEqual({ ...good, last_fetch_failed: true });
  });

  it('is imported from a file, and not from one that is something else', async () => {
    const services = testServices(database, configWithoutAddresses());
    expect(await importText(services, listOf(3))).toEqual({ added: 3, removed: 0, rejected: 0 });
    expect(await importText(services, listOf(1))).toEqual({ added: 0, removed: 2, rejected: 0 });
    await expect(importText(services, '-----BEGIN CERTIFICATE-----')).rejects.toMatchObject({ code: 'MALFORMED_JSON' });
    await expect(importText(services, listOf(1), 'x')).rejects.toMatchObject({ code: 'ALLOWED_NOT_SUPPORTED' });
    expect((await productsOf(services))?.products).toHaveLength(1);
    expect((await stateOf(services)).state).toMatchObject({ in_use: true, copy_source: 'import:a.json' });
  });

  it('counts no more when its address was taken away', async () => {
    await refreshTrustLists(testServices(database, configOfProducts(host.url)), NOT_FORCED);
    expect(await productsOf(testServices(database, configWithoutAddresses()))).toBeNull();
  });

  it('that is missing is no error of the route', async () => {
    host.set(PATH, { kind: 'status' });
    const app: TestApp = await createTestApp(trustRoutes(testServices(database, configOfProducts(host.url))));
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const answer = await app.app.inject({ method: 'POST', url: '/admin/c2pa/trust/refresh', headers });
    expect([answer.statusCode, app.breaches]).toEqual([200, []]);
    expect(answer.json()).toMatchObject({ refreshed: [{ name: 'c2pa_products', outcome: 'failed' }] });
    await app.close();
  });
});
