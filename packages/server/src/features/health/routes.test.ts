import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createAuthority } from '@revera/testkit/authorities';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBlobStore } from '../../platform/blob-store.ts';
import { fixedClock } from '../../platform/clock.ts';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
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

/** The store of signed files, which can be broken and counts how often it was checked. */
function countedStore() {
  const { blobs } = server.services;
  let [asked, isBroken] = [0, false];
  const check = async (): Promise<void> => {
    asked += 1;
    if (isBroken) throw new Error('broken');
    await blobs.check();
  };
  return { blobs: { ...blobs, check }, asked: () => asked, break: () => void (isBroken = true) };
}

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
        checked_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
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
    // A separate service: no other test sees a list that was imported at this instant.
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
    const clock = fixedClock(new Date().toISOString());
    const { call } = server.variant({ services: { blobs, clock } });
    expect((await call('GET', '/ready')).status).toBe(200);
    await rename(directory, `${directory}-away`);
    clock.advance(DEFAULT_LIMITS.readinessMs);
    const answer = await call('GET', '/ready');
    expect([answer.status, answer.body]).toMatchObject([
      503,
      { status: 'not_ready', checks: { storage: { ok: false, detail: 'UNAVAILABLE' }, uploads: { ok: true } } },
    ]);
    await rename(`${directory}-away`, directory);
    clock.advance(DEFAULT_LIMITS.readinessMs);
    expect((await call('GET', '/ready')).status).toBe(200);
  });

  it('200 is measured once for all who ask within two seconds, and 503 for whoever asks after them', async () => {
    const clock = fixedClock(new Date().toISOString());
    const { blobs, asked, break: breakStore } = countedStore();
    const { app } = server.variant({ services: { blobs, clock } });
    const ask = async (url = '/ready') => (await app.inject(url)).statusCode;
    expect(await Promise.all([ask(), ask('/en/status'), ask(), ask('/zh-cn/status')])).toEqual([200, 200, 200, 200]);
    breakStore();
    clock.advance(DEFAULT_LIMITS.readinessMs - 1);
    expect([await ask(), await ask('/en/status'), asked()]).toEqual([200, 200, 1]);
    clock.advance(1);
    expect([await ask(), await ask('/en/status'), asked()]).toEqual([503, 503, 2]);
    // A clock that was set back must not make an old outcome last.
    clock.advance(-HOUR_MS);
    await ask();
    expect(asked()).toBe(3);
  });

  it('503 names a part that does not answer in time, and does not ask it again while it is still asked', async () => {
    const clock = fixedClock(new Date().toISOString());
    let asked = 0;
    const check = (): Promise<never> => {
      asked += 1;
      return new Promise<never>(() => undefined);
    };
    const blobs = { ...server.services.blobs, check };
    const { call } = server.variant({ services: { blobs, clock }, limits: { readinessMs: 500 } });
    for (let round = 0; round < 2; round += 1) {
      const answer = await call('GET', '/ready');
      expect([answer.status, answer.body]).toMatchObject([
        503,
        { checks: { storage: { ok: false, detail: 'does not answer' }, database: { ok: true } } },
      ]);
      clock.advance(500);
    }
    expect(asked).toBe(1);
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
