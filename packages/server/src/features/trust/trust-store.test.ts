import { createAuthority } from '@revera/testkit/authorities';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixedClock, type FixedClock } from '../../platform/clock.ts';
import { connectDatabase, type Database } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { importTrustList } from './import-trust-list.ts';
import { configAt, configWithoutAddresses, START, testServices } from './test-trust.ts';
import { createTrustStore, type TrustStore, type TrustStoreOptions } from './trust-store.ts';

let root: string;
let database: TestDatabase;
let clock: FixedClock;
let opened: TrustStore[];

beforeAll(async () => {
  root = (await createAuthority()).rootPem;
});
beforeEach(async () => {
  database = await createTestDatabase();
  clock = fixedClock(START);
  opened = [];
});
afterEach(async () => {
  for (const store of opened) await store.close();
  await database.drop();
});

async function openStore(options: Partial<TrustStoreOptions> = {}): Promise<TrustStore> {
  const store = await createTrustStore({
    database,
    clock,
    log: silentLog,
    config: configWithoutAddresses(),
    ...options,
  });
  opened.push(store);
  return store;
}

async function importRoot(name: 'c2pa' | 'legacy' | 'service', anchorsText = root): Promise<void> {
  const services = testServices(database, configWithoutAddresses(), clock);
  await importTrustList(services, {
    name,
    anchorsText,
    sourceName: 'a',
    actor: { actor: { kind: 'command', id: null } },
  });
}

async function namesIn(store: TrustStore): Promise<string[]> {
  return (await store.current()).lists.map(({ name }) => name);
}

describe('trust store', () => {
  it('says which lists are expected when none is loaded', async () => {
    const store = await openStore({ config: configAt('https://list.test') });
    expect(await store.current()).toMatchObject({ lists: [], expected: ['c2pa', 'c2pa_tsa', 'legacy'] });
    expect(await (await openStore()).current()).toMatchObject({ lists: [], expected: [] });
  });

  it('a change takes effect in every process without a restart or a wait', async () => {
    const other = await connectDatabase({ connectionString: database.url }, { log: silentLog });
    try {
      const stores = [await openStore(), await openStore({ database: other })];
      for (const store of stores) expect(await namesIn(store)).toEqual([]);
      await importRoot('c2pa');
      for (const store of stores) await expect.poll(() => namesIn(store)).toEqual(['c2pa']);
      await importRoot('service');
      for (const store of stores) await expect.poll(() => namesIn(store)).toEqual(['c2pa', 'service']);
      for (const store of stores.splice(1)) await store.close();
    } finally {
      await other.close();
    }
  });

  it('a restart keeps the lists', async () => {
    await importRoot('c2pa');
    const first = await (await openStore()).current();
    const second = await (await openStore()).current();
    expect([second.id, second.lists]).toEqual([first.id, first.lists]);
  });

  it('without notifications a change is seen after 30 seconds, and when the clock was set back', async () => {
    const store = await openStore({ database: deaf(database) });
    expect(await namesIn(store)).toEqual([]);
    await importRoot('c2pa');
    expect(await namesIn(store)).toEqual([]);
    clock.advance(30_000);
    expect(await namesIn(store)).toEqual(['c2pa']);
    await importRoot('legacy');
    clock.advance(-60_000);
    expect(await namesIn(store)).toEqual(['c2pa', 'legacy']);
  });

  it('listens again after its connection broke, and misses nothing', async () => {
    const store = await openStore();
    expect(await namesIn(store)).toEqual([]);
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'
    `.execute(database.db);
    expect(rows).toHaveLength(1);
    await importRoot('c2pa');
    await expect.poll(() => namesIn(store), { timeout: 10_000 }).toEqual(['c2pa']);
  });

  it('answers all who ask together from one look into the database, and the same snapshot afterwards', async () => {
    await importRoot('c2pa');
    const store = await openStore();
    const snapshots = await Promise.all(Array.from({ length: 20 }, () => store.current()));
    clock.advance(31_000);
    snapshots.push(await store.current());
    expect(new Set(snapshots).size).toBe(1);
  });

  it('keeps the last lists in use while the database is away, and fails only when it never had any', async () => {
    await importRoot('c2pa');
    const other = await connectDatabase({ connectionString: database.url }, { log: silentLog });
    const [used, unused] = [await openStore({ database: deaf(other) }), await openStore({ database: deaf(other) })];
    await used.current();
    await other.close();
    clock.advance(31_000);
    expect(await namesIn(used)).toEqual(['c2pa']);
    await expect(unused.current()).rejects.toThrow();
  });
});

/** A database whose notifications never come. */
function deaf(heard: Database): Database {
  return { ...heard, connectClient: () => Promise.reject(new Error('no connection')) };
}
