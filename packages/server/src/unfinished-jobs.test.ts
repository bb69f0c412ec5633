import { readdir } from 'node:fs/promises';
import { buildJpeg } from '@revera/testkit/media';
import { startNetwork, type Network } from '@revera/testkit/servers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filePart, form } from './http/test-app.ts';
import { createUploadMemory } from './http/upload-memory.ts';
import { connectDatabase, type Database } from './platform/database.ts';
import { silentLog } from './platform/log.ts';
import { until } from './platform/test-process.ts';
import type { Services } from './services.ts';
import { reapNow } from './testing/reap-now.ts';
import { openTestServer, type CallRoute, type TestKey, type TestServer } from './testing/test-services.ts';
import { askToSign } from './testing/test-signing.ts';
import { startBackground } from './worker.ts';

// The network between the service and its database breaks when the work is done and its end is to be stored.

let server: TestServer;
let network: Network;
let cuttable: Database;
let mine: TestKey;
beforeAll(async () => {
  server = await openTestServer({ signing: true });
  const { connection, socketPath } = server.testDatabase;
  network = await startNetwork({ path: socketPath });
  const throughNetwork = { ...connection, host: '127.0.0.1', port: network.port };
  cuttable = await connectDatabase(throughNetwork, { log: silentLog, statementMs: 1_000, poolMax: 1 });
  mine = await server.createKey({ mode: 'live' });
});
beforeEach(() => server.services.database.pool.query('delete from idempotency_key'));
afterAll(async () => {
  await cuttable.close();
  await network.close();
  await server.close();
});

/**
 * The service behind the network; `breaks` is done once, when a file has been analysed, or judged for signing, for the n-th time.
 *
 * @param change the upload memory, if it is another
 */
function breaking(
  nth: number,
  breaks: () => void | Promise<void>,
  change: Partial<Pick<Services, 'uploadMemory'>> = {},
): CallRoute {
  const { analysis, trust } = server.services;
  let done = 0;
  const counted = async (analysing: ReturnType<typeof analysis.analyze>) => {
    const analysed = await analysing;
    done += 1;
    if (done === nth) await breaks();
    return analysed;
  };
  const counting: typeof analysis = {
    ...analysis,
    analyze: (request) => counted(analysis.analyze(request)),
    judge: (found, terms) => counted(analysis.judge(found, terms)),
  };
  return server.variant({ services: { database: cuttable, trust, analysis: counting, ...change } }).call;
}

const verifyWith = (call: CallRoute) =>
  call('POST', '/v1/content/verify', { key: mine.key, form: form([filePart(Buffer.from(buildJpeg()), 'file')]) });
const signWith = (call: CallRoute, headers: Record<string, string> = {}) => askToSign(call, { key: mine.key, headers });
const uploads = () => readdir(server.services.uploads.directory);

interface FoundJob {
  id: string;
  status: string;
  error_code: string | null;
}

async function jobs(): Promise<FoundJob[]> {
  const text = 'select id, status, error_code from job order by created_at desc';
  return (await server.services.database.pool.query<FoundJob>(text)).rows;
}

async function newestJob(): Promise<FoundJob> {
  const [job] = await jobs();
  if (job === undefined) throw new Error('there is no job');
  return job;
}

/** As if half a minute had passed: nothing of what was said gets through any more, and a worker takes the jobs over. */
async function takeOver(): Promise<void> {
  network.reset();
  network.mend();
  const { pool } = server.services.database;
  await pool.query(`update job set lease_until = now() - interval '1 s' where status = 'processing'`);
  await reapNow(server.services);
  await pool.query(`update job set run_at = now() where status = 'queued'`);
  const background = await startBackground(server.services);
  await server.expectNothingLeft();
  await background.stop();
}

/** All files are on the disk, as large ones are. */
const NO_MEMORY = createUploadMemory({ uploadMemoryBodyBytes: 0, uploadMemoryBytes: 0 });

const UNAVAILABLE = [503, { error: { code: 'SERVICE_UNAVAILABLE' } }] as const;

describe('a request whose database is away when its work is done', { timeout: 60_000 }, () => {
  it('to verify a small file is answered 503, and nothing is left of it', async () => {
    const { status, body } = await verifyWith(breaking(1, () => network.cut()));
    expect([status, body]).toMatchObject(UNAVAILABLE);
    expect([await jobs(), await uploads()]).toEqual([[], []]);
    await takeOver();
    expect(await jobs()).toEqual([]);
  });

  it('to verify a large one is answered 503, and a worker finishes its job with its file', async () => {
    const cut = async () => {
      await until(async () => (await jobs()).length === 1);
      network.cut();
    };
    const { status, body } = await verifyWith(breaking(1, cut, { uploadMemory: NO_MEMORY }));
    expect([status, body]).toMatchObject(UNAVAILABLE);
    expect([(await newestJob()).status, (await uploads()).length]).toEqual(['processing', 1]);
    await takeOver();
    expect(await newestJob()).toMatchObject({ status: 'completed', error_code: null });
  });

  it('to sign with an Idempotency-Key is answered 503, and its repetition gets the one credential', async () => {
    const headers = { 'idempotency-key': 'cut' };
    // The input is judged first, and then the signed copy.
    const { status, body } = await signWith(
      breaking(2, () => network.cut()),
      headers,
    );
    expect([status, body]).toMatchObject(UNAVAILABLE);
    await takeOver();
    const repeated = await signWith(server.call, headers);
    expect([repeated.status, repeated.headers['idempotent-replayed']]).toEqual([200, 'true']);
    const { rows } = await server.services.database.pool.query('select id from credential');
    expect(rows).toEqual([{ id: (repeated.body as { credential_id: string }).credential_id }]);
  });

  it('to sign a small file without one is answered 503, and has no job', async () => {
    const before = await jobs();
    const { status, body } = await signWith(breaking(2, () => network.cut()));
    expect([status, body]).toMatchObject(UNAVAILABLE);
    await takeOver();
    expect(await jobs()).toEqual(before);
  });

  it('to sign a large one without one is answered 503 and given up: nobody would learn of the credential', async () => {
    const { status, body } = await signWith(breaking(2, () => network.cut(), { uploadMemory: NO_MEMORY }));
    expect([status, body]).toMatchObject(UNAVAILABLE);
    await takeOver();
    expect(await newestJob()).toMatchObject({ status: 'failed', error_code: 'JOB_TIMEOUT' });
  });

  it('for a moment only is answered 503, and its job has failed at once', async () => {
    // The pool has one connection, and cannot know yet that it is gone when it lends it next.
    const { status, body } = await verifyWith(breaking(1, () => network.reset()));
    expect([status, body]).toMatchObject(UNAVAILABLE);
    expect(await newestJob()).toMatchObject({ status: 'failed', error_code: 'SERVICE_UNAVAILABLE' });
    expect(await uploads()).toEqual([]);
  });
});
