import { buildPng } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { sweepBlobs } from '../platform/blob-registry.ts';
import { silentLog } from '../platform/log.ts';
import { until } from '../platform/test-process.ts';
import { openServices } from '../services.ts';
import { checkStoredFiles } from '../testing/check-stored-files.ts';
import { getJson, signOne } from './client.ts';
import { createInstallation, PATIENCE_MS, type Installation, type ServerProcess } from './server-process.ts';

const ROUNDS = 4;
const REQUESTS = 6;

let installation: Installation;
beforeAll(async () => {
  // Repetitions are requested again and again.
  installation = await createInstallation({ LIMIT_KEY_PER_SECOND: '100000', LIMIT_KEY_BURST: '100000' });
});
afterAll(() => installation.clear());

/** Each key sends its own file, so that a repetition can be told from another request. */
function fileFor(round: number, request: number): Uint8Array {
  return buildPng({ sizeBytes: 100_000 + round * 1_000 + request });
}

async function interrupt(server: ServerProcess, key: string, round: number): Promise<void> {
  let answered = 0;
  const requests = Array.from({ length: REQUESTS }, async (_, request) => {
    const headers = { 'idempotency-key': `round-${round}-${request}` };
    // The connection breaks for clients that were not answered in time.
    await signOne({ address: server.address, key, bytes: fileFor(round, request), headers }).catch(() => undefined);
    answered += 1;
  });
  // Later in every round: the kill meets the requests at different steps.
  await until(() => answered >= round);
  await server.kill();
  await Promise.all(requests);
}

describe('kill -9 while files are being signed', () => {
  it(
    'leaves no credential without its file and no file without its credential, and every repetition is answered',
    async () => {
      let server = await installation.start();
      const key = server.testKey ?? '';
      for (let round = 0; round < ROUNDS; round++) {
        await interrupt(server, key, round);
        server = await installation.start();
      }
      const credentials = new Set<string>();
      for (let round = 0; round < ROUNDS; round++) {
        for (let request = 0; request < REQUESTS; request++) {
          credentials.add(await repeatUntilSigned(server, key, round, request));
        }
      }
      expect(credentials.size).toBe(ROUNDS * REQUESTS);
      await server.stop();
      await expectNoOrphans(installation.dataDir, ROUNDS * REQUESTS);
    },
    PATIENCE_MS * 3,
  );
});

/** While the lease of the dead process runs, the answer is "in use"; then a worker has finished it. */
async function repeatUntilSigned(server: ServerProcess, key: string, round: number, request: number): Promise<string> {
  const headers = { 'idempotency-key': `round-${round}-${request}` };
  let id = '';
  await until(async () => {
    const { status, body } = await signOne({ address: server.address, key, bytes: fileFor(round, request), headers });
    if (status === 409) return false;
    expect(status).toBe(200);
    id = (body as { credential_id: string }).credential_id;
    return true;
  });
  expect((await getJson(`${server.address}/v/${id}`)).body).toMatchObject({ status: 'active' });
  return id;
}

async function expectNoOrphans(dataDir: string, expected: number): Promise<void> {
  const services = await openServices(readConfig({ DATA_DIR: dataDir }), { log: silentLog });
  try {
    await services.database.pool.query(
      `update blob set delete_after = now() - interval '1 second'
       where not exists (select from credential where asset_key = blob.key)`,
    );
    await sweepBlobs(services.database, services.blobs, silentLog);
    expect(await checkStoredFiles(services)).toEqual({ credentials: expected });
  } finally {
    await services.close();
  }
}
