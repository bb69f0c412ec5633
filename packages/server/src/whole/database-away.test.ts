import { buildPng } from '@revera/testkit/media';
import { startNetwork, type Network } from '@revera/testkit/servers';
import { describe, expect, it } from 'vitest';
import { until } from '../platform/test-process.ts';
import { getJson, signOne, verifyFile, type Response } from './client.ts';
import { askDatabase, startPostgresServer, terminateSessions, type PostgresServer } from './postgres-server.ts';
import { createInstallation, PATIENCE_MS, type ServerProcess } from './server-process.ts';

const SIGNINGS = 20;
const JOBS = 6;
const patience = { everyMs: 200, withinMs: PATIENCE_MS };

/** A service of two processes with a database of its own, reached through a network that can be cut. */
interface World {
  postgres: PostgresServer;
  network: Network;
  api: ServerProcess;
  worker: ServerProcess;
  key: string;
  sign(request: number): Promise<Response>;
  verify(headers?: Readonly<Record<string, string>>): Promise<Response>;
  isReady(): Promise<boolean>;
  expectBothLive(): void;
}

/** One for each test: they wait for leases most of the time, and so they run at the same time. */
async function openWorld(onTestFinished: (end: () => Promise<void>) => void): Promise<World> {
  const postgres = await startPostgresServer();
  onTestFinished(() => postgres.clear());
  const network = await startNetwork({ host: '127.0.0.1', port: postgres.port });
  onTestFinished(() => network.close());
  const installation = await createInstallation({
    DATABASE_URL: postgres.url(network.port),
    DATABASE_TIMEOUT_SECONDS: '3',
    // Repetitions are requested again and again.
    LIMIT_KEY_PER_SECOND: '100000',
    LIMIT_KEY_BURST: '100000',
  });
  onTestFinished(() => installation.clear());
  const api = await installation.start({}, ['--role', 'api']);
  const worker = await installation.start({}, ['--role', 'worker']);
  const key = api.testKey ?? '';
  const { address } = api;
  return {
    postgres,
    network,
    api,
    worker,
    key,
    sign: (request) => {
      const headers = { 'idempotency-key': `request-${request}` };
      return signOne({ address, key, bytes: buildPng({ sizeBytes: 50_000 + request }), headers });
    },
    verify: (headers = {}) => verifyFile({ address, key, bytes: buildPng({ sizeBytes: 100_000 }), headers }),
    isReady: async () => (await getJson(`${address}/ready`)).status === 200,
    expectBothLive: () => expect([api.output.exit, worker.output.exit]).toEqual([null, null]),
  };
}

function expectUnavailable({ status, headers, body }: Response): void {
  expect([status, body]).toMatchObject([503, { error: { code: 'SERVICE_UNAVAILABLE' } }]);
  expect(headers.get('retry-after')).toBe('5');
}

describe.concurrent('a database that breaks off', { timeout: PATIENCE_MS * 2 }, () => {
  it('leaves nobody without an answer who signs while its sessions are ended, and doubles nothing', async ({
    onTestFinished,
  }) => {
    const { postgres, sign, expectBothLive } = await openWorld(onTestFinished);
    let answered = 0;
    const signings = Array.from({ length: SIGNINGS }, async (_, request) => {
      const answer = await sign(request);
      answered += 1;
      if (answer.status !== 200) expectUnavailable(answer);
    });
    let ended = 0;
    // At different steps of the requests.
    for (const after of [0, 3, 6, 9, 12, 15]) {
      await until(() => answered >= after, patience);
      ended += await terminateSessions(postgres.url());
    }
    await Promise.all(signings);
    expect(ended).toBeGreaterThan(5);
    expectBothLive();

    const credentials = new Set<string>();
    for (let request = 0; request < SIGNINGS; request++) {
      const { body } = await until(async () => {
        const answer = await sign(request);
        // Its job is still under a lease, or its session was just ended.
        return answer.status === 409 || answer.status === 503 ? null : answer;
      }, patience);
      credentials.add((body as { credential_id: string }).credential_id);
    }
    expect(credentials.size).toBe(SIGNINGS);
    const stored = await askDatabase<{ count: number }>(postgres.url(), 'select count(*) from credential');
    expect(stored).toEqual([{ count: SIGNINGS }]);
  });

  it.for(['fast', 'immediate'] as const)(
    'is stopped (%s) and started: all say so, and go on',
    async (mode, { onTestFinished }) => {
      const { postgres, api, key, verify, isReady, expectBothLive } = await openWorld(onTestFinished);
      const accepted = await Promise.all(Array.from({ length: JOBS }, () => verify({ prefer: 'respond-async' })));
      const ids = accepted.map(({ body }) => (body as { id: string }).id);
      await postgres.stop(mode);
      expectUnavailable(await verify());
      expect((await getJson(`${api.address}/health`)).status).toBe(200);
      const ready = await getJson(`${api.address}/ready`);
      const checks = { database: { ok: false }, uploads: { ok: true }, storage: { ok: true }, analysis: { ok: true } };
      expect([ready.status, ready.body]).toMatchObject([503, { checks }]);

      await postgres.start();
      await until(isReady, patience);
      expect((await verify()).status).toBe(200);
      for (const id of ids) {
        await until(async () => {
          const { body } = await getJson(`${api.address}/v1/jobs/${id}`, key);
          return (body as { status: string }).status === 'completed';
        }, patience);
      }
      expectBothLive();
    },
  );
});

describe.concurrent('a database that is cut off without a word', { timeout: PATIENCE_MS * 2 }, () => {
  it('is gone for requests, which are answered, and the service stops and starts', async ({ onTestFinished }) => {
    const { network, api, worker, verify, isReady } = await openWorld(onTestFinished);
    network.cut();
    expectUnavailable(await verify());
    expect((await getJson(`${api.address}/health`)).status).toBe(200);
    network.mend();
    await until(isReady, patience);
    expect((await verify()).status).toBe(200);

    network.cut();
    expect([await api.stop(), await worker.stop()]).toMatchObject([{ exit: 0 }, { exit: 0 }]);
  });
});
