import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPng } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signingServices } from '../../feature-services.ts';
import { pathOf } from '../../http/upload-content.ts';
import type { UploadedFile } from '../../http/upload.ts';
import { sweepBlobs } from '../../platform/blob-registry.ts';
import { silentLog } from '../../platform/log.ts';
import { until } from '../../platform/test-process.ts';
import { newId } from '../../shared/ids.ts';
import { checkStoredFiles } from '../../testing/check-stored-files.ts';
import { reapNow } from '../../testing/reap-now.ts';
import { openTestServer, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { startBackground } from '../../worker.ts';
import { signFields } from './schemas.ts';
import type { SigningServices } from './services.ts';
import { signNow } from './sign-now.ts';
import type { SigningSubmission } from './submission.ts';

/**
 * A process that dies between two steps leaves what it had done and does nothing more. Here it never comes back from a
 * step, its lease runs out, and the rest of the service goes on.
 */

let server: TestServer;
let key: TestKey;
/** Where dying processes leave what they were writing; the start of another process clears it. */
let deadFolder: string;
beforeAll(async () => {
  server = await openTestServer({ signing: true });
  key = await server.createKey();
  deadFolder = await mkdtemp(join(tmpdir(), 'revera-dead-'));
});
afterAll(async () => {
  await server.close();
  await rm(deadFolder, { recursive: true });
});

type Death = (alive: SigningServices, die: () => Promise<never>) => Partial<SigningServices>;

const STEPS: readonly (readonly [string, Death])[] = [
  ['before the input is read', (_alive, die) => ({ signing: { writeCopy: die } })],
  [
    'before the engine signs',
    ({ signing }, die) => ({
      // The thread, which died with its process, is free for the others.
      signing: {
        writeCopy: (order) => signing.writeCopy({ ...order, plan: () => Promise.reject(new Error('died')) }).catch(die),
      },
    }),
  ],
  [
    'after the engine has signed',
    ({ signing }, die) => ({ signing: { writeCopy: (order) => signing.writeCopy(order).then(die) } }),
  ],
  [
    'before the signed file is judged',
    (alive, die) => ({ analysis: { ...alive.analysis, judge: second(alive, die) } }),
  ],
  ['before the signed file is stored', ({ blobs }, die) => ({ blobs: { ...blobs, put: die } })],
  [
    'after the signed file is stored',
    ({ blobs }, die) => ({
      blobs: { ...blobs, put: (name, path, facts) => blobs.put(name, path, facts).then(die) },
    }),
  ],
];

function second({ analysis }: SigningServices, die: () => Promise<never>): SigningServices['analysis']['judge'] {
  let calls = 0;
  return (found, terms) => ((calls += 1) === 1 ? analysis.judge(found, terms) : die());
}

/** Runs a signing until it dies at the step, and lets its lease run out. */
async function dieAt(death: Death, request: SigningSubmission): Promise<void> {
  const alive = signingServices(server.services);
  let died = false;
  const die = (): Promise<never> => {
    died = true;
    return new Promise<never>(() => undefined);
  };
  const dying = { ...alive, leaseOwner: 'a dead process', uploadDirectory: deadFolder, ...death(alive, die) };
  void signNow(dying, request);
  await until(() => died);
  const { pool } = server.services.database;
  // Under another name, because the heart of the simulated dead process still beats here.
  await pool.query(
    `update job set lease_owner = 'nobody', lease_until = now() - interval '1 second'
     where lease_owner = 'a dead process'`,
  );
}

async function submission(idempotencyKey: string | undefined): Promise<SigningSubmission> {
  const bytes = buildPng();
  const path = join(server.services.uploads.directory, `${newId('request')}.part`);
  await writeFile(path, bytes);
  const file: UploadedFile = {
    content: { kind: 'file', path },
    head: bytes,
    filename: 'out.png',
    declaredMediaType: 'image/png',
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    keep: () => undefined,
  };
  return {
    by: { organizationId: key.organizationId, mode: 'test', apiKeyId: key.id, accountId: null },
    file,
    fields: signFields.parse({}),
    idempotencyKey,
    address: '127.0.0.1',
    requestId: { own: 'req_test', client: null },
  };
}

/** The hour for which nobody sweeps what is being written has passed. */
async function letHoldsPass(): Promise<void> {
  const { database, blobs } = server.services;
  await database.pool.query(
    `update blob set delete_after = now() - interval '1 second'
     where not exists (select from credential where asset_key = blob.key)`,
  );
  await sweepBlobs(database, blobs, silentLog);
}

async function countJobs(): Promise<unknown> {
  return (await server.services.database.pool.query(`select count(*)::int as jobs from job`)).rows;
}

async function workUntilQuiet(): Promise<void> {
  const background = await startBackground(server.services);
  const open = `select from job where status in ('queued', 'processing')`;
  await until(async () => (await server.services.database.pool.query(open)).rowCount === 0);
  await background.stop();
}

describe.each(STEPS)('a process that dies %s', (step, death) => {
  it('leaves no credential, and nothing stored once its hold has passed', async () => {
    const request = await submission(undefined);
    await dieAt(death, request);
    await reapNow(server.services);
    await letHoldsPass();
    const { rows } = await server.services.database.pool.query(
      `select status, error_code from job order by created_at desc limit 1`,
    );
    expect(rows).toEqual([{ status: 'failed', error_code: 'JOB_TIMEOUT' }]);
    await checkStoredFiles(server.services);
    expect(existsSync(pathOf(request.file.content))).toBe(false);
  });

  it('leaves not even a job of a file in memory', async () => {
    const jobs = await countJobs();
    const request = await submission(undefined);
    const content = { kind: 'memory', bytes: new Uint8Array(buildPng()) } as const;
    await dieAt(death, { ...request, file: { ...request.file, content } });
    await rm(pathOf(request.file.content));
    await letHoldsPass();
    expect(await countJobs()).toEqual(jobs);
    await checkStoredFiles(server.services);
  });

  it('is made up for when the request had an Idempotency-Key, and its repetition is answered', async () => {
    const idempotencyKey = step.replaceAll(' ', '-');
    await dieAt(death, await submission(idempotencyKey));
    await reapNow(server.services);
    await workUntilQuiet();
    const repetition = await submission(idempotencyKey);
    const again = await signNow(signingServices(server.services), repetition);
    await rm(pathOf(repetition.file.content));
    expect(again).toMatchObject({ repeated: true, job: { status: 'completed' } });
    await letHoldsPass();
    await checkStoredFiles(server.services);
  });
});
