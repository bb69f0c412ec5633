import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filePart, form } from '../../http/test-app.ts';
import { sweepBlobs } from '../../platform/blob-registry.ts';
import { BlobStoreError, type BlobStore } from '../../platform/blob-store.ts';
import { silentLog } from '../../platform/log.ts';
import { until } from '../../platform/test-process.ts';
import { sweepUploads } from '../../chores.ts';
import type { Services } from '../../services.ts';
import { reapNow } from '../../testing/reap-now.ts';
import { openTestServer, type CallRoute, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { onHost } from '../../testing/test-uploads.ts';
import { startBackground } from '../../worker.ts';

const PATH = '/v1/content/verify';
const PNG_HEAD = '\x89PNG\r\n\x1a\n';

type Host = Pick<Services, 'uploads' | 'jobUploads'>;

let server: TestServer;
let key: TestKey;
let front: Host;
let back: Host;
let call: CallRoute;
beforeAll(async () => {
  server = await openTestServer();
  key = await server.createKey();
  front = await onHost(server.services, 'front');
  back = await onHost(server.services, 'back');
  ({ call } = server.variant({ services: front }));
});
afterAll(() => server.close());

async function accept(file = Buffer.from(buildJpeg()), ask = call): Promise<string> {
  const upload = form([filePart(file)]);
  const { status, body } = await ask('POST', PATH, {
    key: key.key,
    form: upload,
    headers: { prefer: 'respond-async' },
  });
  expect(status).toBe(202);
  return (body as { id: string }).id;
}

const query = async <T extends object>(text: string, ...values: unknown[]) =>
  (await server.services.database.pool.query<T>(text, values)).rows;

async function job(id: string) {
  const [row] = await query<{ status: string; attempts: number; error_code: string | null; error_message: string }>(
    'select status, attempts, error_code, error_message from job where id = $1',
    id,
  );
  return row;
}

/** Lets a worker of the host work until the condition holds. */
async function workOn(host: Host, condition: () => Promise<boolean>): Promise<void> {
  const background = await startBackground({ ...server.services, ...host });
  await until(condition);
  await background.stop();
}

const isDone = (id: string) => async () => ['completed', 'failed'].includes((await job(id))?.status ?? '');

/** Registered objects, objects, and files on both hosts. */
async function traces() {
  const { config } = server.services;
  if (config.storage.kind !== 'local') throw new TypeError('only the local store can be listed');
  const names = await readdir(config.storage.directory, { recursive: true });
  return {
    rows: (await query<{ key: string }>('select key from blob')).length,
    objects: names.filter((name) => name.includes('upload_')).length,
    files: [...(await readdir(front.uploads.directory)), ...(await readdir(back.uploads.directory))],
  };
}

const NOTHING = { rows: 0, objects: 0, files: [] };

describe('POST /v1/content/verify', () => {
  it('202 with the upload in the store alone, until a worker of another host has read it', async () => {
    const id = await accept();
    expect(await traces()).toEqual({ rows: 1, objects: 1, files: [] });
    await workOn(back, isDone(id));
    expect(await job(id)).toMatchObject({ status: 'completed', attempts: 1 });
    expect(await traces()).toEqual(NOTHING);
  });

  it('202 also for a file that then cannot be read: the job says so, and nothing is left', async () => {
    const id = await accept(Buffer.from(PNG_HEAD, 'latin1'));
    await workOn(back, isDone(id));
    expect(await job(id)).toMatchObject({ status: 'failed', error_code: 'MEDIA_PARSE_FAILED', attempts: 1 });
    expect(await traces()).toEqual(NOTHING);
  });

  it('503 SERVICE_UNAVAILABLE when the store does not take the upload: no job, and nothing is left', async () => {
    const jobs = await query('select from job');
    const host = await onHost(server.services, 'front-without-store', away());
    const { call: ask } = server.variant({ services: host });
    const upload = form([filePart(Buffer.from(buildJpeg()))]);
    const answer = await ask('POST', PATH, { key: key.key, form: upload, headers: { prefer: 'respond-async' } });
    expect([answer.status, answer.body]).toMatchObject([503, { error: { code: 'SERVICE_UNAVAILABLE' } }]);
    expect(answer.headers['retry-after']).toBe('10');
    expect(await query('select from job')).toHaveLength(jobs.length);
    await sweepBlobs(server.services.database, server.services.blobs, silentLog);
    expect([await traces(), await readdir(host.uploads.directory)]).toEqual([NOTHING, []]);
  });
});

describe('a queued verification whose upload is in the store', () => {
  it('is tried again later and later while the store is away, and then fails and leaves nothing', async () => {
    const id = await accept();
    const host = await onHost(server.services, 'back-without-store', away());
    for (const [attempt, seconds] of [
      [1, 15],
      [2, 120],
    ] as const) {
      const isBack = `status = 'queued' and attempts = ${attempt} and run_at > now() + interval '${seconds - 10} seconds'`;
      await workOn(host, async () => (await query(`select from job where id = $1 and ${isBack}`, id)).length === 1);
      expect(await traces()).toEqual({ rows: 1, objects: 1, files: [] });
      await query('update job set run_at = now() where id = $1', id);
    }
    await workOn(host, isDone(id));
    expect(await job(id)).toMatchObject({ status: 'failed', error_code: 'SERVICE_UNAVAILABLE', attempts: 3 });
    await sweepBlobs(server.services.database, server.services.blobs, silentLog);
    expect([await traces(), await readdir(host.uploads.directory)]).toEqual([NOTHING, []]);
  });

  it('fails at once and says why when its object is gone', async () => {
    const id = await accept();
    const [blob] = await query<{ key: string }>('select key from blob');
    await server.services.blobs.delete(blob?.key ?? '');
    await workOn(back, isDone(id));
    expect(await job(id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      error_code: 'INTERNAL_ERROR',
      error_message: 'The stored file of this job is gone.',
    });
    expect(await traces()).toEqual(NOTHING);
  });

  it('gives its upload back when it ends without a worker', async () => {
    const id = await accept();
    await query(
      `update job set status = 'processing', attempts = max_attempts, lease_owner = 'dead',
        lease_until = now() - interval '1 second' where id = $1`,
      id,
    );
    const { database, blobs } = server.services;
    await reapNow({ database, ...back });
    expect(await job(id)).toMatchObject({ status: 'failed', error_code: 'JOB_TIMEOUT' });
    await sweepBlobs(database, blobs, silentLog);
    expect(await traces()).toEqual(NOTHING);
  });

  it('keeps its upload when the worker that read it loses the job to another', async () => {
    const id = await accept();
    const { analysis } = server.services;
    const taken = `update job set lease_owner = 'another', lease_until = now() + interval '1 hour' where id = $1`;
    const analyze: typeof analysis.analyze = async (request) => {
      await query(taken, id);
      return analysis.analyze(request);
    };
    const background = await startBackground({ ...server.services, ...back, analysis: { ...analysis, analyze } });
    await until(
      async () => (await query(`select from job where id = $1 and lease_owner = 'another'`, id)).length === 1,
    );
    await background.stop();
    expect(await traces()).toEqual({ rows: 1, objects: 1, files: [] });
    await query(`update job set lease_until = now() - interval '1 second' where id = $1`, id);
    await reapNow({ ...server.services, ...back });
    await query('update job set run_at = now() where id = $1', id);
    await workOn(front, isDone(id));
    expect(await job(id)).toMatchObject({ status: 'completed', attempts: 2 });
    expect(await traces()).toEqual(NOTHING);
  });
});

describe('a job of an earlier version, which has a path', () => {
  it('is worked on where its file lies, under whatever path, and its file is kept until then', async () => {
    const id = await accept();
    const bytes = Buffer.from(buildJpeg());
    const name = back.uploads.nameOf('old.part');
    await writeFile(back.uploads.pathOf(name), bytes);
    back.uploads.handOver(name);
    const [blob] = await query<{ key: string }>('delete from blob returning key');
    await server.services.blobs.delete(blob?.key ?? '');
    const input = { path: `/mounted/elsewhere/uploads/${name}`, declared_media_type: null, size_bytes: bytes.length };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await query('update job set input = $2 where id = $1', id, JSON.stringify({ ...input, sha256 }));
    await sweepUploads({ ...server.services, ...back });
    expect((await traces()).files).toEqual(['old.part']);
    await workOn(front, async () => (await job(id))?.attempts === 1 && (await job(id))?.status === 'queued');
    await query('update job set run_at = now() where id = $1', id);
    await workOn(back, isDone(id));
    expect(await job(id)).toMatchObject({ status: 'completed', attempts: 2 });
    expect(await traces()).toEqual(NOTHING);
    const { body } = await call('GET', '/v1/jobs/{jid}', { key: key.key, params: { jid: id } });
    expect(body).toMatchObject({ status: 'completed', result: { sha256 } });
  });
});

function away(): BlobStore {
  const fail = () => Promise.reject(new BlobStoreError('UNAVAILABLE', 'the store is away'));
  return { ...server.services.blobs, put: fail, get: fail };
}
