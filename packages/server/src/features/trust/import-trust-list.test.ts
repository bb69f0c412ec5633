import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeWithShared } from '@revera/testkit';
import { createAuthority } from '@revera/testkit/authorities';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { ensureServiceRoot } from './ensure-service-root.ts';
import { importTrustList } from './import-trust-list.ts';
import { loadSnapshot } from './load-snapshot.ts';
import { readTrustState } from './read-trust-state.ts';
import type { TrustActor, TrustServices } from './services.ts';
import { configAt, configWithoutAddresses, testServices } from './test-trust.ts';

const COMMAND: TrustActor = { actor: { kind: 'command', id: null } };

let database: TestDatabase;
let services: TrustServices;

beforeEach(async () => {
  database = await createTestDatabase();
  services = testServices(database, configWithoutAddresses());
});
afterEach(() => database.drop());

async function serviceAnchors(): Promise<string[]> {
  const { lists } = await loadSnapshot(database.db, services.config.trust);
  return (lists.find(({ name }) => name === 'service')?.anchors ?? []).map((pem) => pem.trim());
}

describe('importTrustList', () => {
  it('replaces a list however much it loses, and records it', async () => {
    const roots = await Promise.all(Array.from({ length: 5 }, async () => (await createAuthority()).rootPem));
    const request = { name: 'c2pa', sourceName: 'list.pem', actor: COMMAND } as const;
    expect(await importTrustList(services, { ...request, anchorsText: roots.join('') })).toEqual({
      added: 5,
      removed: 0,
      rejected: 0,
    });
    expect(await importTrustList(services, { ...request, anchorsText: `${roots[0]}${roots[0]}` })).toEqual({
      added: 0,
      removed: 4,
      rejected: 1,
    });
    const { lists, changes } = await readTrustState(services);
    expect(lists[0]).toMatchObject({
      name: 'c2pa',
      in_use: true,
      source: null,
      copy_source: 'import:list.pem',
      certificate_count: 1,
      next_refresh_at: null,
    });
    expect(changes.map(({ added, removed }) => [added.length, removed.length])).toEqual([
      [0, 4],
      [5, 0],
    ]);
    const audit = await database.db.selectFrom('audit_log').select(['action', 'actor_kind', 'target_id']).execute();
    const imported = { action: 'trust_list.imported', actor_kind: 'command', target_id: 'c2pa' };
    expect(audit).toEqual([imported, imported]);
  });

  it('plans the next fetch of a list that has an address', async () => {
    const { rootPem } = await createAuthority();
    const fetching = testServices(database, configAt('https://list.test'));
    await importTrustList(fetching, { name: 'c2pa', anchorsText: rootPem, sourceName: 'a', actor: COMMAND });
    expect((await readTrustState(fetching)).lists[0]?.next_refresh_at).toMatch(/^2026-11-21T/);
  });

  it.each([
    ['text that is no list', { name: 'c2pa', anchorsText: 'hello' }, 'UNKNOWN_FORMAT'],
    [
      'a broken certificate',
      { name: 'c2pa', anchorsText: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
      'MALFORMED_CERTIFICATE',
    ],
    [
      'allowed certificates of another list',
      { name: 'c2pa', anchorsText: 'x', allowedText: 'x' },
      'ALLOWED_NOT_SUPPORTED',
    ],
  ] as const)('refuses %s and changes nothing', async (_title, request, code) => {
    const refusal = importTrustList(services, { ...request, sourceName: 'a', actor: COMMAND });
    await expect(refusal).rejects.toMatchObject({ name: 'TrustRefusal', code });
    expect(await database.db.selectFrom('trust_list').selectAll().execute()).toEqual([]);
    expect(await database.db.selectFrom('audit_log').selectAll().execute()).toEqual([]);
  });
});

describe('the list of the service itself', () => {
  it('keeps the installation’s root beside what the operator imports, in whatever order', async () => {
    const [own, first, second] = await Promise.all([createAuthority(), createAuthority(), createAuthority()]);
    const imported = (anchorsText: string) =>
      importTrustList(services, { name: 'service', anchorsText, sourceName: 'own.pem', actor: COMMAND });
    await ensureServiceRoot(services, own.rootPem);
    await ensureServiceRoot(services, own.rootPem);
    expect(await serviceAnchors()).toEqual([own.rootPem.trim()]);
    await imported(first.rootPem);
    expect(await serviceAnchors()).toEqual([first.rootPem.trim(), own.rootPem.trim()]);
    await imported(second.rootPem);
    await ensureServiceRoot(services, own.rootPem);
    expect(await serviceAnchors()).toEqual([second.rootPem.trim(), own.rootPem.trim()]);
    const { changes } = await readTrustState(services);
    expect(changes.map(({ source }) => source)).toEqual(['import:own.pem', 'import:own.pem', 'installation']);
  });

  it('gets the root also when anchors were imported first', async () => {
    const [own, other] = await Promise.all([createAuthority(), createAuthority()]);
    await importTrustList(services, { name: 'service', anchorsText: other.rootPem, sourceName: 'a', actor: COMMAND });
    await ensureServiceRoot(services, own.rootPem);
    expect(await serviceAnchors()).toEqual([other.rootPem.trim(), own.rootPem.trim()]);
  });
});

describeWithShared('importTrustList, the published lists', 'trust', (folder) => {
  const file = (name: string) => readFile(join(folder, name), 'utf8');

  it.each([
    ['c2pa', 'C2PA-TRUST-LIST'],
    ['c2pa_tsa', 'C2PA-TSA-TRUST-LIST'],
  ] as const)('%s: the JSON and the PEM form are the same list', async (name, base) => {
    const request = { name, sourceName: base, actor: COMMAND };
    const fromPem = await importTrustList(services, { ...request, anchorsText: await file(`${base}.pem`) });
    expect(fromPem.added).toBeGreaterThan(20);
    const fromJson = await importTrustList(services, { ...request, anchorsText: await file(`${base}.json`) });
    expect(fromJson).toMatchObject({ added: 0, removed: 0 });
  });

  it('refuses the list of time-stamp authorities as a list of signers', async () => {
    const anchorsText = await file('C2PA-TSA-TRUST-LIST.json');
    const refusal = importTrustList(services, { name: 'c2pa', anchorsText, sourceName: 'a', actor: COMMAND });
    await expect(refusal).rejects.toMatchObject({ code: 'WRONG_LIST' });
  });

  it('takes the interim list with its end-entity certificates', async () => {
    await importTrustList(services, {
      name: 'legacy',
      anchorsText: await file('legacy-anchors.pem'),
      allowedText: await file('legacy-allowed-end-entities.pem'),
      sourceName: 'legacy-anchors.pem',
      actor: COMMAND,
    });
    const { lists } = await readTrustState(services);
    expect(lists[2]).toMatchObject({ name: 'legacy', anchor_count: 26, in_use: true });
    expect(lists[2]?.allowed_count).toBeGreaterThan(100);
  });
});
