import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createHeldFile } from '@revera/testkit';
import { buildJpeg, buildPng } from '@revera/testkit/media';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verificationServices } from '../../feature-services.ts';
import { filePart, form, MULTIPART } from '../../http/test-app.ts';
import { silentLog } from '../../platform/log.ts';
import { insertClaimedJob } from '../../platform/queue/insert.ts';
import { keepLease } from '../../platform/queue/lease.ts';
import { until } from '../../platform/test-process.ts';
import { newId } from '../../shared/ids.ts';
import { reapNow } from '../../testing/reap-now.ts';
import { ANONYMOUS_TURN, holdThreads, KEY_TURN } from '../../testing/test-held-threads.ts';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { startBackground } from '../../worker.ts';
import { verifyNow, type Submission } from './verify-now.ts';

const HELD_BY_THE_DEAD = `select from job where lease_owner = 'a dead process'`;

/** The test server has two threads: a key's work may hold both, all other work one. */

let server: TestServer;
let key: TestKey;
beforeAll(async () => {
  server = await openTestServer();
  key = await server.createKey();
});
afterEach(() => server.expectNothingLeft());
afterAll(() => server.close());

const upload = (part: string, bytes: Uint8Array = buildJpeg()) => form([filePart(Buffer.from(bytes), part, 'a.jpg')]);

async function lastJob() {
  const { db } = server.services.database;
  return db.selectFrom('job').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow();
}

describe('POST /v1/content/verify', () => {
  it('503 SERVICE_UNAVAILABLE when its turn does not come, and the next one is served', async () => {
    const { call } = server.variant({ limits: { analysisSynchronousMs: 20 } });
    const held = await holdThreads(server.services, createHeldFile, KEY_TURN, KEY_TURN);
    const answer = await call('POST', '/v1/content/verify', { key: key.key, form: upload('file') });
    expect([answer.status, answer.body]).toMatchObject([503, { error: { code: 'SERVICE_UNAVAILABLE' } }]);
    expect(answer.headers['retry-after']).toBe('5');
    expect(await lastJob()).toMatchObject({ status: 'failed', error_code: 'SERVICE_UNAVAILABLE' });
    expect(await readdir(server.services.uploads.directory)).toEqual([]);
    await held.release();
    expect((await server.call('POST', '/v1/content/verify', { key: key.key, form: upload('file') })).status).toBe(200);
  });

  it('200 while anonymous files hold all that they may', async () => {
    const held = await holdThreads(server.services, createHeldFile, ANONYMOUS_TURN);
    expect((await server.call('POST', '/v1/content/verify', { key: key.key, form: upload('file') })).status).toBe(200);
    const { call } = server.variant({ limits: { analysisAnonymousMs: 20 } });
    const answer = await call('POST', '/api/analyze', { form: upload('files') });
    expect(answer.body).toMatchObject({ results: [{ status: 'failed', error: { code: 'SERVICE_UNAVAILABLE' } }] });
    await held.release();
  });
});

describe('a caller who leaves', () => {
  it.each([
    ['with a key', '/v1/content/verify', 'file', [KEY_TURN, KEY_TURN]],
    ['without one', '/api/analyze', 'files', [ANONYMOUS_TURN]],
  ])('%s before the turn of the file takes it out of the queue', async (_who, path, part, turns) => {
    const { app } = server.variant({});
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const held = await holdThreads(server.services, createHeldFile, ...turns);
    const headers = { 'content-type': MULTIPART, ...(part === 'file' ? { authorization: `Bearer ${key.key}` } : {}) };
    const asked = request({ port, host: '127.0.0.1', path, method: 'POST', headers });
    asked.on('error', () => undefined);
    asked.end(upload(part));
    await until(() => server.services.analysis.stats().waiting === 1);
    asked.destroy();
    await until(() => server.services.analysis.stats().waiting === 0);
    await server.expectNothingLeft();
    expect(await lastJob()).toMatchObject({ status: 'failed', error_code: 'SERVICE_UNAVAILABLE', attempts: 1 });
    await held.release();
    await app.close();
  });
});

describe('the lease of a waiting file', () => {
  it('is renewed while its process lives', async () => {
    const { db } = server.services.database;
    const job = { kind: 'verification', organizationId: null, input: { path: '/nowhere' }, retentionMs: null } as const;
    const { id } = await insertClaimedJob(db, { ...job, leaseOwner: 'me', leaseMs: 150 });
    const first = (await lastJob()).lease_until?.getTime() ?? 0;
    const beat = keepLease(db, { id, leaseOwner: 'me' }, silentLog, 150);
    await until(async () => ((await lastJob()).lease_until?.getTime() ?? 0) > first + 300);
    beat.stop();
    await db.deleteFrom('job').where('id', '=', id).execute();
  });

  it('ends with its process: a worker finishes the file of a key, and an anonymous one has failed', async () => {
    const [keyed, anonymous] = [await dieWith(key), await dieWith(null)];
    await reapNow(server.services);
    const background = await startBackground(server.services);
    await server.expectNothingLeft();
    await background.stop();
    const { rows } = await server.services.database.pool.query(
      `select kind, status, attempts, error_code from job where input -> 'upload' ->> 'name' = any($1) order by kind`,
      [[keyed, anonymous].map((path) => server.services.uploads.nameOf(path))],
    );
    expect(rows).toEqual([
      { kind: 'analysis', status: 'failed', attempts: 1, error_code: 'JOB_TIMEOUT' },
      { kind: 'verification', status: 'completed', attempts: 2, error_code: null },
    ]);
    expect([keyed, anonymous].filter((path) => existsSync(path))).toEqual([]);
  });

  /** A process that dies while its caller waits. Answers where the upload lies. */
  async function dieWith(by: TestKey | null): Promise<string> {
    const services = verificationServices(server.services);
    let died = false;
    const analyze = (): Promise<never> => {
      died = true;
      return new Promise<never>(() => undefined);
    };
    const path = join(server.services.uploads.directory, `${newId('request')}.part`);
    const bytes = buildPng();
    await writeFile(path, bytes);
    const principal = { kind: 'api_key', mode: 'test', scopes: [], organizationStatus: 'active' } as const;
    const submission: Submission = {
      kind: by === null ? 'analysis' : 'verification',
      key: by === null ? null : { ...principal, keyId: by.id, organizationId: by.organizationId },
      address: '127.0.0.1',
      file: {
        content: { kind: 'file', path },
        head: bytes,
        filename: 'a.png',
        declaredMediaType: 'image/png',
        sizeBytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        keep: () => undefined,
      },
    };
    void verifyNow(
      { ...services, leaseOwner: 'a dead process', analysis: { ...services.analysis, analyze } },
      submission,
    );
    await until(() => died);
    await until(async () => (await server.services.database.pool.query(HELD_BY_THE_DEAD)).rowCount === 1);
    // Under another name, because the heart of the simulated dead process still beats here.
    await server.services.database.pool.query(
      `update job set lease_owner = 'nobody', lease_until = now() - interval '1 second'
       where lease_owner = 'a dead process'`,
    );
    return path;
  }
});
