import { createAuthority } from '@revera/testkit/authorities';
import { startTrustListHost, type ListBehaviour, type TrustListHost } from '@revera/testkit/servers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { importTrustList } from './import-trust-list.ts';
import { loadSnapshot } from './load-snapshot.ts';
import { readTrustState } from './read-trust-state.ts';
import { refreshDueLists, refreshTrustLists } from './refresh-trust-lists.ts';
import { SYSTEM_ACTOR, type TrustActor, type TrustServices } from './services.ts';
import { configAt, configWithoutAddresses, HOUR_MS, START, testServices } from './test-trust.ts';

const ADMIN: TrustActor = {
  actor: { kind: 'admin_token', id: null },
  address: '127.0.0.1',
  requestId: { own: 'req_1', client: null },
};
const PATHS = ['/c2pa.pem', '/tsa.pem', '/legacy.pem', '/allowed.pem'];
const MINUTE_MS = 60_000;

let roots: string[];
let host: TrustListHost;
let database: TestDatabase;

beforeAll(async () => {
  roots = await Promise.all(Array.from({ length: 10 }, async () => (await createAuthority()).rootPem));
});
beforeEach(async () => {
  host = await startTrustListHost(Object.fromEntries(PATHS.map((path) => [path, serving(5)])));
  database = await createTestDatabase();
});
afterEach(async () => {
  await host.close();
  await database.drop();
});
afterAll(() => {
  roots = [];
});

function serving(count: number): Extract<ListBehaviour, { kind: 'serve' }> {
  return { kind: 'serve', body: roots.slice(0, count).join('\n') };
}

async function c2paState(services: TrustServices) {
  const { lists } = await readTrustState(services);
  const state = lists.find(({ name }) => name === 'c2pa');
  if (state === undefined) throw new Error('the state has no entry for c2pa');
  return state;
}

async function auditActions(): Promise<string[]> {
  const rows = await database.db.selectFrom('audit_log').select(['action', 'target_id']).execute();
  return rows.map((row) => `${row.action} ${row.target_id}`).toSorted();
}

describe('refreshTrustLists, a host in order', () => {
  it('stores every list, says what changed, and keeps who asked', async () => {
    const services = testServices(database, configAt(host.url));
    const outcomes = await refreshTrustLists(services, { force: false, actor: ADMIN });
    expect(outcomes.map(({ name, outcome, added }) => [name, outcome, added])).toEqual([
      ['c2pa', 'updated', 5],
      ['c2pa_tsa', 'updated', 5],
      ['legacy', 'updated', 10],
    ]);
    expect(await c2paState(services)).toMatchObject({
      source: `${host.url}/c2pa.pem`,
      copy_source: `${host.url}/c2pa.pem`,
      fetched_at: START,
      certificate_count: 5,
      last_error: null,
      using_cached_version: false,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    });
    const snapshot = await loadSnapshot(database.db, services.config.trust);
    expect(snapshot.lists.map(({ name, anchors, allowed }) => [name, anchors.length, allowed.length])).toEqual([
      ['c2pa', 5, 0],
      ['c2pa_tsa', 5, 0],
      ['legacy', 5, 5],
    ]);
    const audit = await database.db.selectFrom('audit_log').selectAll().execute();
    expect(audit).toHaveLength(3);
    expect(audit[0]).toMatchObject({ actor_kind: 'admin_token', address: '127.0.0.1', request_id: 'req_1' });
  });

  it('tells an unchanged list from a changed one and keeps both certificates of the change', async () => {
    const services = testServices(database, configAt(host.url));
    await refreshTrustLists(services, { force: false, actor: SYSTEM_ACTOR });
    services.clock.advance(HOUR_MS);
    host.set('/c2pa.pem', { kind: 'serve', body: roots.slice(1, 7).join('\n') });
    const outcomes = await refreshTrustLists(services, { force: false, actor: SYSTEM_ACTOR });
    expect(outcomes.map(({ outcome, added, removed }) => [outcome, added, removed])).toEqual([
      ['updated', 2, 1],
      ['unchanged', 0, 0],
      ['unchanged', 0, 0],
    ]);
    const { changes, lists } = await readTrustState(services);
    expect(changes).toHaveLength(4);
    expect(changes[0]).toMatchObject({ list: 'c2pa', changed_at: '2026-11-20T09:00:00.000Z' });
    expect(changes[0]?.added).toHaveLength(2);
    expect(changes[0]?.removed).toMatchObject([
      { listed_as: 'anchor', subject: expect.stringContaining('Root') as unknown },
    ]);
    expect(lists.map(({ fetched_at }) => fetched_at)).toEqual([
      ...Array<string>(3).fill('2026-11-20T09:00:00.000Z'),
      null,
      null,
    ]);
  });

  it('fetches only what is asked for and has an address', async () => {
    const services = testServices(database, configAt(host.url));
    const one = await refreshTrustLists(services, { names: ['c2pa_tsa'], force: false, actor: ADMIN });
    expect([one.map(({ name }) => name), host.requests.map(({ path }) => path)]).toEqual([['c2pa_tsa'], ['/tsa.pem']]);
    const off = testServices(database, configWithoutAddresses());
    expect(await refreshTrustLists(off, { force: false, actor: ADMIN })).toEqual([]);
    expect(await refreshDueLists(off)).toEqual([]);
  });
});

describe('refreshTrustLists, a host that is not in order', () => {
  const text = 'x'.repeat(1000);
  it.each<[string, ListBehaviour, 'failed' | 'refused', string]>([
    ['an error', { kind: 'status', status: 500 }, 'failed', 'STATUS_REFUSED: the host answered 500'],
    ['an absent file', { kind: 'status', status: 404 }, 'failed', 'STATUS_REFUSED: the host answered 404'],
    ['no answer', { kind: 'hang' }, 'failed', 'TIMEOUT: '],
    ['half an answer', { kind: 'stall', body: text }, 'failed', 'TIMEOUT: '],
    ['a broken connection', { kind: 'truncate', body: text }, 'failed', 'BODY_BROKEN: '],
    ['an answer without end', { kind: 'endless' }, 'failed', 'TOO_LARGE: '],
    ['a redirect', { kind: 'redirect', location: 'https://other.test/' }, 'failed', 'REDIRECT_REFUSED: '],
    ['a gzip bomb', { kind: 'gzip_bomb', unpackedBytes: 64 * 1024 * 1024 }, 'failed', 'TOO_LARGE: '],
    ['another text', { kind: 'serve', body: '<html>sign in</html>' }, 'refused', 'UNKNOWN_FORMAT: '],
    ['other bytes', { kind: 'serve', body: Buffer.from([0xff, 0xfe, 0x00]) }, 'refused', 'NOT_TEXT: '],
    ['broken JSON', { kind: 'serve', body: '{"LoTE":' }, 'refused', 'MALFORMED_JSON: '],
    ['nothing', { kind: 'serve', body: '' }, 'refused', 'UNKNOWN_FORMAT: '],
  ])('%s keeps the last good copy and says so', async (_title, behaviour, outcome, message) => {
    const good = testServices(database, configAt(host.url));
    await refreshTrustLists(good, { force: false, actor: SYSTEM_ACTOR });
    good.clock.advance(HOUR_MS);
    const before = await loadSnapshot(database.db, good.config.trust);
    host.set('/c2pa.pem', behaviour);
    // Short for the hosts that never answer; the others answer within any time.
    const isSilent = behaviour.kind === 'hang' || behaviour.kind === 'stall';
    const config = { ...good.config.trust, fetchTimeoutMs: isSilent ? 300 : 10_000 };
    const services = testServices(database, config, good.clock);
    const outcomes = await refreshTrustLists(services, { names: ['c2pa'], force: true, actor: ADMIN });
    expect(outcomes).toMatchObject([{ name: 'c2pa', outcome, added: 0, removed: 0 }]);
    expect(outcomes[0]?.message).toContain(message);
    expect(await c2paState(services)).toMatchObject({
      certificate_count: 5,
      fetched_at: START,
      last_attempt_at: '2026-11-20T09:00:00.000Z',
      last_error: outcomes[0]?.message,
      using_cached_version: true,
    });
    const after = await loadSnapshot(database.db, good.config.trust);
    expect(after.lists[0]).toEqual({ ...before.lists[0], last_fetch_failed: true });
    expect(after.id).not.toBe(before.id);
  });

  it('one broken half of the legacy list keeps both halves as they were', async () => {
    const services = testServices(database, configAt(host.url));
    await refreshTrustLists(services, { force: false, actor: SYSTEM_ACTOR });
    host.set('/legacy.pem', serving(7));
    host.set('/allowed.pem', { kind: 'status' });
    services.clock.advance(HOUR_MS);
    expect(await refreshTrustLists(services, { names: ['legacy'], force: false, actor: ADMIN })).toMatchObject([
      { outcome: 'failed' },
    ]);
    const { lists } = await loadSnapshot(database.db, services.config.trust);
    expect(lists.at(-1)).toMatchObject({ name: 'legacy', last_fetch_failed: true });
    expect(lists.at(-1)?.anchors).toHaveLength(5);
  });

  it('without an earlier copy the list is expected, absent, and says why', async () => {
    for (const path of PATHS) host.set(path, { kind: 'status', status: 503 });
    const services = testServices(database, configAt(host.url));
    await refreshDueLists(services);
    expect(await c2paState(services)).toMatchObject({
      sha256: null,
      fetched_at: null,
      copy_source: null,
      certificate_count: 0,
      last_error: 'STATUS_REFUSED: the host answered 503',
      using_cached_version: false,
    });
    expect(await loadSnapshot(database.db, services.config.trust)).toMatchObject({
      lists: [],
      expected: ['c2pa', 'c2pa_tsa', 'legacy'],
    });
  });

  it('a host that comes back ends the state of failure', async () => {
    const services = testServices(database, configAt(host.url));
    host.set('/c2pa.pem', { kind: 'status' });
    await refreshDueLists(services);
    services.clock.advance(2 * MINUTE_MS);
    host.set('/c2pa.pem', serving(5));
    expect(await refreshDueLists(services)).toMatchObject([{ name: 'c2pa', outcome: 'updated' }]);
    expect(await c2paState(services)).toMatchObject({ certificate_count: 5, last_error: null });
  });
});

describe('a list that loses certificates', () => {
  it('is taken up to a fifth, refused beyond, and taken when forced', async () => {
    const services = testServices(database, configAt(host.url));
    const refresh = (force: boolean) => {
      services.clock.advance(HOUR_MS);
      return refreshTrustLists(services, { names: ['c2pa'], force, actor: ADMIN });
    };
    await refresh(false);
    host.set('/c2pa.pem', serving(4));
    expect(await refresh(false)).toMatchObject([{ outcome: 'updated', removed: 1 }]);
    host.set('/c2pa.pem', serving(3));
    expect(await refresh(false)).toMatchObject([
      { outcome: 'refused', message: 'TOO_MANY_REMOVED: the new copy lacks 25 % of the certificates' },
    ]);
    expect(await c2paState(services)).toMatchObject({ certificate_count: 4, using_cached_version: true });
    expect(await refresh(true)).toMatchObject([{ outcome: 'updated', removed: 1 }]);
    expect(await c2paState(services)).toMatchObject({
      certificate_count: 3,
      using_cached_version: false,
      last_error: null,
    });
  });
});

describe('refreshDueLists', () => {
  it('fetches what is absent at once, then once a day, and after a failure sooner', async () => {
    const services = testServices(database, configAt(host.url));
    const due = async (ms: number) => {
      services.clock.advance(ms);
      return (await refreshDueLists(services)).map(({ name, outcome }) => `${name} ${outcome}`);
    };
    expect(await due(0)).toEqual(['c2pa updated', 'c2pa_tsa updated', 'legacy updated']);
    expect(await due(21 * HOUR_MS)).toEqual([]);
    host.set('/c2pa.pem', { kind: 'status' });
    expect(await due(6 * HOUR_MS)).toEqual(['c2pa failed', 'c2pa_tsa unchanged', 'legacy unchanged']);
    expect(await due(5 * MINUTE_MS)).toEqual([]);
    expect(await due(15 * MINUTE_MS)).toEqual(['c2pa failed']);
  });

  it('records changes and new failures, not that all is as before', async () => {
    const services = testServices(database, configAt(host.url));
    await refreshDueLists(services);
    host.set('/c2pa.pem', { kind: 'status' });
    for (let day = 0; day < 3; day += 1) {
      services.clock.advance(27 * HOUR_MS);
      await refreshDueLists(services);
    }
    expect(await auditActions()).toEqual([
      'trust_list.refresh_failed c2pa',
      'trust_list.refreshed c2pa',
      'trust_list.refreshed c2pa_tsa',
      'trust_list.refreshed legacy',
    ]);
  });

  it('of several processes that find a list due, one fetches', async () => {
    const services = testServices(database, configAt(host.url));
    const all = await Promise.all(Array.from({ length: 4 }, () => refreshDueLists(services)));
    expect(all.flat().map(({ name }) => name)).toEqual(['c2pa', 'c2pa_tsa', 'legacy']);
    expect(host.requests.map(({ path }) => path).toSorted()).toEqual(PATHS.toSorted());
  });

  it('ends early, and records no failure, when the process stops', async () => {
    for (const path of PATHS) host.set(path, { kind: 'hang' });
    const services = testServices(database, configAt(host.url));
    const controller = new AbortController();
    const refresh = expect(refreshDueLists(services, { signal: controller.signal })).rejects.toMatchObject({
      code: 'ABORTED',
    });
    await expect.poll(() => host.requests.length).toBe(4);
    controller.abort();
    await refresh;
    expect(await c2paState(services)).toMatchObject({ last_attempt_at: null, last_error: null });
  });
});

describe('callers at the same time', () => {
  it('administrators who press together share one fetch', async () => {
    const services = testServices(database, configAt(host.url));
    const request = { names: ['c2pa'] as const, force: false, actor: ADMIN };
    // The first is not answered before the others wait for it.
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    const after = () => expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(2);
    host.set('/c2pa.pem', { ...serving(5), after });
    const all = await Promise.all(Array.from({ length: 3 }, () => refreshTrustLists(services, request)));
    expect(
      all
        .flat()
        .map(({ outcome }) => outcome)
        .toSorted(),
    ).toEqual(['unchanged', 'unchanged', 'updated']);
    expect(host.requests).toHaveLength(1);
  });

  it('what an operator imports while a host is slow stays, and the import does not wait', async () => {
    host.set('/c2pa.pem', { kind: 'hang' });
    const services = testServices(database, { ...configAt(host.url), fetchTimeoutMs: 2_000 });
    const refresh = refreshTrustLists(services, { names: ['c2pa'], force: true, actor: ADMIN });
    await expect.poll(() => host.requests.length).toBe(1);
    await importTrustList(services, {
      name: 'c2pa',
      anchorsText: roots.slice(0, 2).join(''),
      sourceName: 'mine.pem',
      actor: ADMIN,
    });
    expect(await refresh).toMatchObject([{ name: 'c2pa', outcome: 'unchanged', message: null }]);
    expect(await c2paState(services)).toMatchObject({
      certificate_count: 2,
      last_error: null,
      copy_source: 'import:mine.pem',
    });
  });
});
