import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlobStoreError } from '../../platform/blob-store.ts';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/app-error.ts';
import { openTestServer, type CallRoute, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { askToSign, lastJob, sweptTracesOf, tracesOf } from '../../testing/test-signing.ts';
import { onHost } from '../../testing/test-uploads.ts';
import { startBackground } from '../../worker.ts';

const ASYNC = { prefer: 'respond-async' };

let server: TestServer;
let mine: TestKey;
let back: Pick<Services, 'uploads' | 'jobUploads'>;
let call: CallRoute;
beforeAll(async () => {
  server = await openTestServer({ signing: true });
  mine = await server.createKey();
  back = await onHost(server.services, 'back');
  ({ call } = server.variant({ services: await onHost(server.services, 'front') }));
});
afterAll(() => server.close());

/** Lets a worker of another host work until no job is open. */
async function work(change: Partial<Services> = {}): Promise<void> {
  const background = await startBackground({ ...server.services, ...back, ...change });
  await server.expectNothingLeft();
  await background.stop();
}

describe('POST /v1/content/sign and POST /api/sign', () => {
  it('202 with a job that a worker of another host completes; of the upload nothing is left', async () => {
    const before = await sweptTracesOf(server);
    const { status } = await askToSign(call, { key: mine.key, headers: ASYNC });
    expect(status).toBe(202);
    expect(await tracesOf(server)).toMatchObject({ objects: before.objects + 1, uploads: 0 });
    await work();
    expect(await lastJob(server)).toMatchObject({ status: 'completed', attempts: 1 });
    const { objects, blobs } = await tracesOf(server);
    expect([objects, blobs]).toEqual([before.objects + 1, { kept: before.blobs.kept + 1, due: 0 }]);
    expect(await readdir(back.uploads.directory)).toEqual([]);
  });

  it('202 for a repeated Idempotency-Key names the first job, and its upload is not kept', async () => {
    const headers = { ...ASYNC, 'idempotency-key': 'once' };
    const first = await askToSign(call, { key: mine.key, headers });
    const before = await tracesOf(server);
    const again = await askToSign(call, { key: mine.key, headers });
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([202, 'true']);
    expect(again.body).toMatchObject({ id: (first.body as { id: string }).id });
    expect(await tracesOf(server)).toEqual(before);
    await work();
  });

  it('202 for a job whose last attempt then fails: nothing is left', async () => {
    const before = await sweptTracesOf(server);
    await askToSign(call, { key: mine.key, headers: ASYNC });
    await server.services.database.pool.query(`update job set max_attempts = 1 where status = 'queued'`);
    await work({
      signing: { writeCopy: () => Promise.reject(new AppError('SIGNING_FAILED')), close: () => Promise.resolve() },
    });
    expect(await lastJob(server)).toMatchObject({ status: 'failed', error_code: 'SIGNING_FAILED' });
    expect(await sweptTracesOf(server)).toEqual(before);
  });

  it('409 CONFLICT for an Idempotency-Key of another request leaves nothing of the upload', async () => {
    const headers = { ...ASYNC, 'idempotency-key': 'other' };
    await askToSign(call, { key: mine.key, headers });
    await work();
    const before = await sweptTracesOf(server);
    const other = await askToSign(call, { key: mine.key, headers, fields: { model: 'another' } });
    expect([other.status, other.body]).toMatchObject([409, { error: { code: 'CONFLICT' } }]);
    expect(await tracesOf(server)).toEqual(before);
  });

  it('503 SERVICE_UNAVAILABLE when the store does not take the upload: no job, and nothing is left', async () => {
    const before = await sweptTracesOf(server);
    const jobBefore = await lastJob(server);
    const put = () => Promise.reject(new BlobStoreError('UNAVAILABLE', 'the store is away'));
    const away = await onHost(server.services, 'front-without-store', { ...server.services.blobs, put });
    const answer = await askToSign(server.variant({ services: away }).call, { key: mine.key, headers: ASYNC });
    expect([answer.status, answer.body]).toMatchObject([503, { error: { code: 'SERVICE_UNAVAILABLE' } }]);
    expect(await lastJob(server)).toEqual(jobBefore);
    expect(await sweptTracesOf(server)).toEqual(before);
    expect(await readdir(away.uploads.directory)).toEqual([]);
  });
});
