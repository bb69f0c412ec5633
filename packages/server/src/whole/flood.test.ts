import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { concat } from '@revera/testkit';
import { createAuthority } from '@revera/testkit/authorities';
import { buildJpeg, mediaKinds } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
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
    HTTP_TRUSTED_PROXIES: '127.0.0.1',
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
    // Files that are not media are refused before they become jobs.
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

describe('ten requests of twenty files without a key', { timeout: PATIENCE_MS }, () => {
  it('hold up no key, and leave nothing behind when their callers hang up', async () => {
    const { address } = server;
    const left = new AbortController();
    const bytes = hostilePdf();
    const flood = Array.from({ length: 10 }, async (_, caller) => {
      const body = new FormData();
      for (let file = 0; file < 20; file += 1) body.append('files', new Blob([bytes]), `${file}.pdf`);
      const headers = { 'x-forwarded-for': `198.18.0.${caller}` };
      const request = { method: 'POST', body, headers, signal: left.signal };
      return fetch(`${address}/api/analyze`, request).then(
        () => 'answered',
        () => 'left',
      );
    });
    const analyses = "select from job where kind = 'analysis'";
    await until(async () => ((await database.pool.query(analyses)).rowCount ?? 0) >= 10);
    for (let request = 0; request < 5; request += 1) {
      expect((await verifyFile({ address, key, bytes: buildJpeg() })).status).toBe(200);
    }
    left.abort();
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['left']));
    await until(async () => (await installation.uploads()).length === 0);
    const checks = { analysis: { detail: '2 threads, 0 busy, 0 files waiting' } };
    expect((await getJson(`${address}/ready`)).body).toMatchObject({ checks });
    const { rows } = await database.pool.query<{ status: string; attempts: number }>(
      "select distinct status, attempts from job where kind = 'analysis'",
    );
    // Those that were being read when their callers left were read to the end; of the others nothing was read.
    expect(rows.filter(({ status, attempts }) => attempts > 1 || !['completed', 'failed'].includes(status))).toEqual(
      [],
    );
    expect((await database.pool.query(analyses)).rowCount).toBeLessThan(200);
  });
});

/** An array of half a million numbers, which the engine reads for a second. */
function hostilePdf(): Uint8Array<ArrayBuffer> {
  const head = '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R/X [';
  return concat(head, '0 '.repeat(500_000), ']>>\nendobj\ntrailer\n<</Size 2/Root 1 0 R>>\n%%EOF\n');
}

function count<T>(values: readonly T[], wanted: T): number {
  return values.filter((value) => value === wanted).length;
}
