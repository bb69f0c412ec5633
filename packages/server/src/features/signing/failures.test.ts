import { once } from 'node:events';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { flipByte } from '@revera/testkit';
import { createAuthority, privateKeyPem } from '@revera/testkit/authorities';
import { buildPng } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SigningConfig } from '../../config/signing.ts';
import { openBlobStore } from '../../platform/blob-store.ts';
import { openSigningService, type SigningOrder, type SigningService } from '../../platform/signing-pool.ts';
import { openTestServer, type CallRoute, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { askToSign, lastJob, sweptTracesOf, tracesOf } from '../../testing/test-signing.ts';

let server: TestServer;
let mine: TestKey;
const opened: SigningService[] = [];

beforeAll(async () => {
  server = await openTestServer({ signing: true });
  mine = await server.createKey({ mode: 'live' });
});
afterAll(async () => {
  for (const signing of opened) await signing.close();
  await server.close();
});

/** The same service with other signing settings. */
async function withSigning(change: Partial<SigningConfig>): Promise<{ call: CallRoute }> {
  const { config, clock, log } = server.services;
  const signing = await openSigningService({
    config: { ...config.signing, ...change },
    dataDir: config.dataDir,
    clock,
    log,
  });
  opened.push(signing);
  return server.variant({ services: { signing } });
}

/** A key store that works at the start; `takeAway` breaks it. */
async function commandKey(): Promise<{ production: SigningConfig['production']; takeAway: () => Promise<void> }> {
  const folder = join(server.services.config.dataDir, `key-${opened.length}`);
  await mkdir(folder);
  const authority = await createAuthority();
  const [certificatesFile, keyFile] = [join(folder, 'chain.pem'), join(folder, 'key.pem')];
  await writeFile(certificatesFile, authority.leaf.pem + authority.intermediate.pem);
  await writeFile(keyFile, privateKeyPem(authority.leaf));
  const program = `const { readFileSync } = require('node:fs');
    const key = { key: readFileSync(process.argv[1]), dsaEncoding: 'ieee-p1363' };
    process.stdout.write(require('node:crypto').sign('sha256', readFileSync(0), key));`;
  const command: [string, ...string[]] = [process.execPath, '-e', program, keyFile];
  const production = {
    certificatesFile,
    algorithm: null,
    key: { kind: 'command', command, timeoutMs: 60_000 },
  } as const;
  return { production, takeAway: () => rm(keyFile) };
}

/** The address of a port at which nobody listens. */
async function closedAddress(): Promise<string> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

/** A signing service that changes what it has written. */
function withOutput(change: (order: SigningOrder) => Promise<void>): { call: CallRoute } {
  const { signing } = server.services;
  const writeCopy: SigningService['writeCopy'] = async (order) => {
    const signed = await signing.writeCopy(order);
    await change(order);
    return signed;
  };
  return server.variant({ services: { signing: { writeCopy, close: () => Promise.resolve() } } });
}

/** A signing service whose readers find in its output what is in this. */
function withFindings(change: (output: Buffer) => Uint8Array): { call: CallRoute } {
  const { signing } = server.services;
  const writeCopy: SigningService['writeCopy'] = async (order) => {
    const signed = await signing.writeCopy(order);
    const bytes = new Uint8Array(change(await readFile(order.outputPath)));
    let inspection = signed.inspection;
    const plan: SigningOrder['plan'] = (found) => {
      inspection = found;
      return Promise.reject(new Error('only to be inspected'));
    };
    await expect(signing.writeCopy({ ...order, path: undefined, bytes, plan })).rejects.toThrow('only to be inspected');
    return { ...signed, inspection };
  };
  return server.variant({ services: { signing: { writeCopy, close: () => Promise.resolve() } } });
}

describe('POST /v1/content/sign and POST /api/sign', () => {
  const ask = (call: CallRoute, fields = {}) => askToSign(call, { key: mine.key, fields });

  /** Refused, the job says so, and after the sweep nothing is left. */
  async function expectFailure(call: CallRoute, code: string): Promise<void> {
    const before = await sweptTracesOf(server);
    const answer = await ask(call);
    const { error } = answer.body as { error: object };
    expect([answer.status, error]).toMatchObject([500, { code }]);
    expect(Object.keys(error).toSorted()).toEqual(['code', 'message', 'request_id']);
    expect(await lastJob(server)).toMatchObject({
      status: 'failed',
      error_code: code,
      signing: null,
      lease_owner: null,
    });
    const { blobs, objects, ...rest } = await tracesOf(server);
    expect({ ...rest, blobs: { ...blobs, due: 0 } }).toEqual({ ...before, objects: undefined });
    expect([blobs.due, objects]).toEqual([1, before.objects]);
    expect(await sweptTracesOf(server)).toEqual(before);
  }

  it('500 SIGNING_FAILED when the key store is down, and signs again when it is back', async () => {
    const { production, takeAway } = await commandKey();
    const { call } = await withSigning({ production });
    expect((await ask(call)).body).toMatchObject({ sandbox: false, trust_status: 'not_in_trust_list' });
    await takeAway();
    await expectFailure(call, 'SIGNING_FAILED');
    const test = await server.createKey({ organizationId: mine.organizationId });
    expect((await askToSign(call, { key: test.key })).body).toMatchObject({ sandbox: true });
  });

  it('500 SIGNING_FAILED when no time stamp can be had, unless the caller does without', async () => {
    const timeStampUrls = [await closedAddress()];
    const { call } = await withSigning({ timeStampUrls, allowLoopbackHttp: true });
    await expectFailure(call, 'SIGNING_FAILED');
    const answer = await ask(call, { timestamp: 'optional' });
    expect([answer.status, answer.body]).toMatchObject([200, { timestamp_present: false }]);
  });

  it('500 SIGNING_FAILED when the signed file cannot be stored, and a repetition succeeds', async () => {
    const directory = join(server.services.config.dataDir, 'other-assets');
    const blobs = await openBlobStore({ kind: 'local', directory });
    await rm(directory, { recursive: true });
    const { call } = server.variant({ services: { blobs } });
    const headers = { 'idempotency-key': 'store' };
    await expectFailure(call, 'SIGNING_FAILED');
    const before = await sweptTracesOf(server);
    expect((await askToSign(call, { key: mine.key, headers })).status).toBe(500);
    expect((await askToSign(server.call, { key: mine.key, headers })).status).toBe(200);
    const after = await sweptTracesOf(server);
    expect([after.credentials, after.objects]).toEqual([before.credentials + 1, before.objects + 1]);
  });

  it('500 SIGNING_FAILED when the stored file was swept before it was recorded', async () => {
    const { blobs, database } = server.services;
    const put: typeof blobs.put = async (key, file, facts) => {
      await blobs.put(key, file, facts);
      await database.pool.query(`update blob set delete_after = now() - interval '1 second' where key = $1`, [key]);
      await sweptTracesOf(server);
    };
    const { call } = server.variant({ services: { blobs: { ...blobs, put } } });
    const before = await sweptTracesOf(server);
    const answer = await ask(call);
    expect([answer.status, answer.body]).toMatchObject([500, { error: { code: 'SIGNING_FAILED' } }]);
    expect(await lastJob(server)).toMatchObject({ status: 'failed', error_code: 'SIGNING_FAILED', signing: null });
    expect(await tracesOf(server)).toEqual(before);
  });

  it('500 POST_VERIFY_FAILED for an output without a credential', async () => {
    const { call } = withFindings(() => buildPng());
    await expectFailure(call, 'POST_VERIFY_FAILED');
  });

  it('500 POST_VERIFY_FAILED for an output that is not bound', async () => {
    // In the pixels, before the checksum and the last chunk.
    const { call } = withFindings((bytes) => flipByte(bytes, bytes.length - 20));
    await expectFailure(call, 'POST_VERIFY_FAILED');
  });

  it('500 SIGNING_FAILED for an output that is changed on the disk before it is judged', async () => {
    const { call } = withOutput(async ({ outputPath }) => {
      const bytes = await readFile(outputPath);
      await writeFile(outputPath, flipByte(bytes, bytes.length - 20));
    });
    await expectFailure(call, 'SIGNING_FAILED');
  });

  it('500 SIGNING_FAILED for an output that is changed on the disk once it was verified', async () => {
    const { blobs } = server.services;
    const put: typeof blobs.put = async (key, file, facts) => {
      const bytes = await readFile(file);
      await writeFile(file, flipByte(bytes, bytes.length - 20));
      return blobs.put(key, file, facts);
    };
    const { call } = server.variant({ services: { blobs: { ...blobs, put } } });
    await expectFailure(call, 'SIGNING_FAILED');
  });

  it('500 SIGNING_FAILED for an output that is another good one than was signed', async () => {
    const { signing } = server.services;
    const { call } = withOutput(async (order) => {
      const other = { ...order, outputPath: `${order.outputPath}-other` };
      await writeFile(`${order.outputPath}-input`, buildPng());
      await signing.writeCopy({ ...other, path: `${order.outputPath}-input`, bytes: undefined });
      await rm(`${order.outputPath}-input`);
      await rename(other.outputPath, order.outputPath);
    });
    await expectFailure(call, 'SIGNING_FAILED');
  });

  it('500 POST_VERIFY_FAILED for an output that says it is stamped and is not', async () => {
    const { signing } = server.services;
    const writeCopy: SigningService['writeCopy'] = async (order) => ({
      ...(await signing.writeCopy(order)),
      stamped: true,
    });
    const { call } = server.variant({ services: { signing: { ...signing, writeCopy } } });
    await expectFailure(call, 'POST_VERIFY_FAILED');
  });
});

describe('a signing service that is closed', () => {
  it('500 leaves nothing', async () => {
    const { config, clock, log } = server.services;
    const signing = await openSigningService({ config: config.signing, dataDir: config.dataDir, clock, log });
    const { call } = server.variant({ services: { signing } });
    expect((await askToSign(call, { key: mine.key, file: buildPng() })).status).toBe(200);
    const before = await sweptTracesOf(server);
    await signing.close();
    expect((await askToSign(call, { key: mine.key, file: buildPng() })).status).toBe(500);
    expect(await sweptTracesOf(server)).toEqual(before);
  });
});
