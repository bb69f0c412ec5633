import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { buildJpeg, createAuthority, mediaKinds, signMedia } from '@revera/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../platform/test-database.ts';
import { until } from '../platform/test-process.ts';
import { beginUpload, getJson, verifyFile } from './client.ts';
import { createInstallation, PATIENCE_MS, type Installation, type ServerProcess } from './server-process.ts';

const EACH = 50;
const MIB = 1024 * 1024;

let installation: Installation;
let database: TestDatabase;
let server: ServerProcess;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  installation = await createInstallation({
    DATABASE_URL: database.url,
    LIMIT_UPLOAD_MB: '1',
    LIMIT_KEY_BURST: '1000',
    LIMIT_KEY_PER_SECOND: '1000',
  });
  server = await installation.start();
  key = server.testKey ?? '';
});
afterAll(async () => {
  await installation.clear();
  await database.drop();
});

/** Open descriptors: connections of clients and of the database, files and pipes. */
function openDescriptors(): number {
  return readdirSync(`/proc/${server.pid}/fd`).length;
}

function memoryMib(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
}

/** The states of the server's own database connections. */
async function databaseStates(): Promise<string[]> {
  const { rows } = await database.pool.query<{ state: string }>(
    `select distinct state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return rows.map(({ state }) => state);
}

/** Half an upload, then the client is gone. */
async function abort(bytes: Uint8Array): Promise<string> {
  const { socket, answer } = await beginUpload({ address: server.address, key, bytes });
  socket.destroy();
  return answer;
}

describe('200 uploads at once', { timeout: PATIENCE_MS }, () => {
  it('of every kind leave no file, no open job and no connection behind', async (ctx) => {
    if (!existsSync('/proc/self/fd')) return ctx.skip('descriptors are counted in /proc, which this system has not');
    const { address } = server;
    const signed = await signMedia(buildJpeg(), 'image/jpeg', { authority: await createAuthority() });
    const send = async (bytes: Uint8Array) => (await verifyFile({ address, key, bytes })).status;
    expect(await send(signed)).toBe(200);
    const before = { descriptors: openDescriptors(), mib: memoryMib('VmRSS') };

    const large = mediaKinds.png.build({ sizeBytes: 3 * MIB });
    const partial = buildJpeg({ sizeBytes: MIB });
    const text = Buffer.from('\u0000\u0001');
    const outcomes = await Promise.all(
      Array.from({ length: EACH }, () => [send(signed), send(large), send(text), abort(partial)]).flat(),
    );
    const counts = Object.fromEntries([...new Set(outcomes)].map((outcome) => [outcome, count(outcomes, outcome)]));
    expect(counts).toEqual({ 200: EACH, 413: EACH, 415: EACH, '': EACH });

    await until(async () => (await installation.uploads()).length === 0);
    const { rows } = await database.pool.query('select status, count(*)::int from job group by 1 order by 1');
    // What is no media is refused before a job is made of it.
    expect(rows).toEqual([{ status: 'completed', count: EACH + 1 }]);
    expect((await getJson(`${address}/ready`)).body).toMatchObject({
      status: 'ready',
      checks: { analysis: { detail: '2 threads, 0 busy, 0 files waiting' } },
    });
    await until(() => openDescriptors() <= before.descriptors);
    await until(async () => (await databaseStates()).every((state) => state === 'idle'));
    const [now, most] = [memoryMib('VmRSS'), memoryMib('VmHWM')];
    console.info(`memory of the server: ${before.mib} MiB before, ${now} MiB after, ${most} MiB at most`);
    expect(server.output.stderr).not.toContain('"level":"error"');
  });
});

function count<T>(values: readonly T[], wanted: T): number {
  return values.filter((value) => value === wanted).length;
}
