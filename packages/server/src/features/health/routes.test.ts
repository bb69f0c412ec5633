import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority } from '@revera/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobStore } from '../../platform/blob-store.ts';
import { fixedClock } from '../../platform/clock.ts';
import { PROGRAM_VERSION } from '../../shared/version.ts';
import { openTestServer, type TestServer } from '../../testing/test-services.ts';
import { createTrustStore, importTrustList } from '../trust/index.ts';

const IMPORTED_AT = '2026-11-20T08:00:00.000Z';
const HOUR_MS = 3_600_000;

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

describe('GET /health', () => {
  it('200 as long as the process lives, also without its database', async () => {
    const answer = await server.call('GET', '/health');
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok', version: PROGRAM_VERSION }]);
    const { call } = server.variant({ services: { database: await server.goneDatabase() } });
    expect((await call('GET', '/health')).status).toBe(200);
  });
});

describe('GET /ready', () => {
  it('200 names every part', async () => {
    const answer = await server.call('GET', '/ready');
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        status: 'ready',
        checks: {
          database: { ok: true, detail: 'answers' },
          uploads: { ok: true, detail: 'writable' },
          storage: { ok: true, detail: 'writable' },
          analysis: { ok: true, detail: '2 threads, 0 busy, 0 files waiting' },
          trust: { ok: true, detail: 'fresh' },
        },
      },
    ]);
  });

  it('503 names the database that is gone, and no other part', async () => {
    const { call } = server.variant({ services: { database: await server.goneDatabase() } });
    const answer = await call('GET', '/ready');
    expect([answer.status, answer.body]).toMatchObject([
      503,
      {
        status: 'not_ready',
        checks: {
          database: { ok: false },
          uploads: { ok: true },
          storage: { ok: true },
          analysis: { ok: true },
          trust: { ok: true },
        },
      },
    ]);
  });

  it('503 names a trust list that is older than allowed, and not one hour before', async () => {
    const clock = fixedClock(IMPORTED_AT);
    // A service of its own: no other test meets a list that was imported at this instant.
    const other = await openTestServer();
    const { database, log, config } = other.services;
    const c2pa = { anchorsUrl: 'https://lists.example/c2pa.pem', allowedUrl: '' };
    const trustConfig = { ...config.trust, sources: { ...config.trust.sources, c2pa } };
    await importTrustList(
      { database, clock, log, config: { trust: trustConfig } },
      {
        name: 'c2pa',
        anchorsText: (await createAuthority()).rootPem,
        sourceName: 'test',
        actor: { actor: { kind: 'system', id: null } },
      },
    );
    const trust = await createTrustStore({ database, clock, log, config: trustConfig });
    const { call } = other.variant({ services: { trust, clock } });
    clock.advance(trustConfig.freshForMs - HOUR_MS);
    expect((await call('GET', '/ready')).status).toBe(200);
    clock.advance(2 * HOUR_MS);
    const answer = await call('GET', '/ready');
    await trust.close();
    await other.close();
    expect([answer.status, answer.body]).toMatchObject([
      503,
      {
        status: 'not_ready',
        checks: { database: { ok: true }, trust: { ok: false, detail: 'older than allowed: c2pa' } },
      },
    ]);
  });

  it('503 names an upload folder that is gone', async () => {
    const other = await openTestServer();
    await rm(other.services.uploads.directory, { recursive: true });
    const answer = await other.call('GET', '/ready');
    await other.close();
    expect([answer.status, answer.body]).toMatchObject([503, { checks: { uploads: { ok: false, detail: 'ENOENT' } } }]);
  });

  it('503 names the store of signed files that is gone, and is ready again with it', async () => {
    const directory = join(server.services.config.dataDir, 'other-assets');
    const blobs = await openBlobStore({ kind: 'local', directory });
    const { call } = server.variant({ services: { blobs } });
    expect((await call('GET', '/ready')).status).toBe(200);
    await rename(directory, `${directory}-away`);
    const answer = await call('GET', '/ready');
    expect([answer.status, answer.body]).toMatchObject([
      503,
      { status: 'not_ready', checks: { storage: { ok: false, detail: 'UNAVAILABLE' }, uploads: { ok: true } } },
    ]);
    await rename(`${directory}-away`, directory);
    expect((await call('GET', '/ready')).status).toBe(200);
  });

  it('503 when the analysis threads are gone', async () => {
    const other = await openTestServer();
    await other.services.analysis.close();
    const answer = await other.call('GET', '/ready');
    await other.close();
    expect([answer.status, answer.body]).toMatchObject([
      503,
      { checks: { analysis: { ok: false, detail: '0 threads, 0 busy, 0 files waiting' } } },
    ]);
  });
});
