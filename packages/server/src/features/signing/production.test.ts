import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority, hasOpenssl, privateKeyPem, type Authority } from '@revera/testkit/authorities';
import { buildJpeg } from '@revera/testkit/media';
import {
  startOcspResponder,
  startTimeStampAuthority,
  type OcspResponder,
  type TimeStampAuthority,
} from '@revera/testkit/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductionSigningConfig } from '../../config/signing.ts';
import { openSigningService, type SigningService } from '../../platform/signing-pool.ts';
import { openTestServer, type CallRoute, type TestKey, type TestServer } from '../../testing/test-services.ts';
import { importTrustList } from '../trust/index.ts';
import { askToSign, download, lastJob, PNG_OF_ONE_PIXEL, signOne, verify } from '../../testing/test-signing.ts';
import { countedOf, limitUsage, quotaOf } from '../../testing/test-usage.ts';

const SUBJECT = 'CN=Credential Signer, O=Example Verlag GmbH, C=DE';

let folder: string;
let authority: Authority;
let server: TestServer;
let live: TestKey;
let test: TestKey;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'revera-production-'));
  authority = await createAuthority({ subject: SUBJECT });
  await writeFile(join(folder, 'chain.pem'), authority.leaf.pem + authority.intermediate.pem);
  await writeFile(join(folder, 'key.pem'), privateKeyPem(authority.leaf), { mode: 0o600 });
  server = await openTestServer({
    signing: true,
    trustedRoots: [authority.rootPem],
    settings: {
      SIGNING_CERTIFICATES_FILE: join(folder, 'chain.pem'),
      SIGNING_KEY_FILE: join(folder, 'key.pem'),
    },
  });
  live = await server.createKey({
    mode: 'live',
    scopes: ['content:sign', 'content:verify', 'credentials:read', 'credentials:revoke'],
  });
  test = await server.createKey({ organizationId: live.organizationId });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const record = async (cid: string) =>
  (await server.call('GET', '/v1/content/credentials/{cid}', { key: live.key, params: { cid } })).body;

describe('with a production certificate', () => {
  it('200 a live key signs with it', async () => {
    const signed = await signOne(server.call, { key: live.key, fields: { organization: 'Declared' } });
    expect(signed).toMatchObject({ sandbox: false, trust_status: 'service_trusted' });
    expect(await record(signed.credential_id)).toMatchObject({
      organization: 'Declared',
      service_identity: 'Example Verlag GmbH',
      sandbox: false,
    });
    const bytes = await download(server.call, live.key, signed.credential_id);
    expect(await verify(server.call, live.key, bytes)).toMatchObject({
      provenance_status: 'verified',
      c2pa: { signer: 'Example Verlag GmbH', trust_status: 'service_trusted' },
      service_credential: { credential_id: signed.credential_id, sandbox: false },
    });
    const params = { cid: signed.credential_id };
    expect((await server.call('POST', '/v1/content/credentials/{cid}/revoke', { key: live.key, params })).status).toBe(
      200,
    );
    expect(await verify(server.call, live.key, bytes)).toMatchObject({
      credential_integrity_status: 'valid_and_bound',
      provenance_status: 'strong_evidence',
    });
  });

  it('200 a test key signs with the development certificate, as sandbox', async () => {
    const signed = await signOne(server.call, { key: test.key });
    expect(signed).toMatchObject({ sandbox: true, trust_status: 'service_trusted' });
    expect(await record(signed.credential_id)).toMatchObject({
      organization: 'Test',
      service_identity: 'Revera Development (not for production)',
      sandbox: true,
    });
  });
});

describe('without a production certificate', () => {
  it('200 a live key signs as sandbox too', async () => {
    const { config, clock, log } = server.services;
    const settings = { config: { ...config.signing, production: null }, dataDir: config.dataDir, clock, log };
    const signing = await openSigningService(settings);
    const { call } = server.variant({ services: { signing } });
    expect(await signOne(call, { key: live.key })).toMatchObject({ sandbox: true });
    await signing.close();
  });
});

describe.runIf(hasOpenssl())('with a time-stamping authority', () => {
  let tsa: TimeStampAuthority;
  let signing: SigningService;
  let call: CallRoute;

  beforeAll(async () => {
    tsa = await startTimeStampAuthority();
    const { config, clock, log } = server.services;
    const change = { timeStampUrls: [tsa.url], allowLoopbackHttp: true, timeStampTimeoutMs: 60_000 };
    signing = await openSigningService({
      config: { ...config.signing, ...change },
      dataDir: config.dataDir,
      clock,
      log,
    });
    ({ call } = server.variant({ services: { signing } }));
    const actor = { actor: { kind: 'system', id: null } } as const;
    await importTrustList(server.services, {
      name: 'c2pa_tsa',
      anchorsText: tsa.authority.rootPem,
      sourceName: 'test',
      actor,
    });
  });
  afterAll(async () => {
    await signing.close();
    await tsa.close();
  });

  it('200 the credential carries its time, which anyone may see', async () => {
    const before = Date.now();
    const signed = await signOne(call, { key: live.key, file: buildJpeg() });
    expect(signed).toMatchObject({ timestamp_present: true, sandbox: false });
    expect(await record(signed.credential_id)).toMatchObject({ timestamp_present: true });
    const { body } = await call('GET', '/v/{cid}', { params: { cid: signed.credential_id } });
    const { timestamp } = body as { timestamp: string };
    // To the second, by the same machine's clock.
    expect(Date.parse(timestamp)).toBeGreaterThanOrEqual(before - 1_000);
    const bytes = await download(call, live.key, signed.credential_id);
    expect(await verify(call, live.key, bytes)).toMatchObject({
      credential_integrity_status: 'valid_and_bound',
      c2pa: { timestamp: { present: true, trusted: true } },
    });
  });

  it('200 without a time stamp of its own it does not take its parent’s', async () => {
    const parent = await signOne(call, { key: live.key });
    const file = await download(call, live.key, parent.credential_id);
    tsa.set('http_500');
    const fields = { timestamp: 'optional' };
    const child = await signOne(call, { key: live.key, file, fields });
    const refused = await askToSign(call, { key: live.key, file });
    tsa.set('granted');
    expect([parent.timestamp_present, child.timestamp_present]).toEqual([true, false]);
    expect([refused.status, refused.body]).toMatchObject([500, { error: { code: 'SIGNING_FAILED' } }]);
    expect(await lastJob(server)).toMatchObject({ status: 'failed', error_code: 'SIGNING_FAILED' });
    const { body } = await call('GET', '/v/{cid}', { params: { cid: child.credential_id } });
    expect(body).toMatchObject({ timestamp: null });
  });

  it('200 a parent with a time stamp is kept beside the own one', async () => {
    const parent = await signOne(call, { key: live.key });
    const file = await download(call, live.key, parent.credential_id);
    const child = await signOne(call, { key: live.key, file });
    expect(child.timestamp_present).toBe(true);
    const bytes = await download(call, live.key, child.credential_id);
    expect(await verify(call, live.key, bytes)).toMatchObject({ c2pa: { manifest_count: 2, ingredient_count: 1 } });
  });
});

describe.runIf(hasOpenssl())('with a certificate that names its OCSP responder', () => {
  let responder: OcspResponder;
  let production: ProductionSigningConfig;

  beforeAll(async () => {
    // The engine accepts only answers of a responder with its own certificate.
    responder = await startOcspResponder(authority, { kind: 'answer', status: 'good', signedBy: 'delegate' });
    const named = await createAuthority({ subject: SUBJECT, issuedBy: authority, ocspUrl: responder.url });
    const certificatesFile = join(folder, 'named-chain.pem');
    const path = join(folder, 'named-key.pem');
    await writeFile(certificatesFile, named.leaf.pem + named.intermediate.pem);
    await writeFile(path, privateKeyPem(named.leaf), { mode: 0o600 });
    production = { certificatesFile, algorithm: null, key: { kind: 'file', path, passphrase: '' } };
  });
  afterAll(() => responder.close());

  /** Each has its own client, which has not asked yet. */
  async function withNewClient(use: (call: CallRoute) => Promise<void>, stapleOcsp = true): Promise<void> {
    const { config, clock, log } = server.services;
    const change = { production, stapleOcsp, allowLoopbackHttp: true };
    const options = { config: { ...config.signing, ...change }, dataDir: config.dataDir, clock, log };
    const signing = await openSigningService(options);
    try {
      await use(server.variant({ services: { signing } }).call);
    } finally {
      await signing.close();
    }
  }

  async function revocationOf(call: CallRoute): Promise<unknown> {
    const { credential_id } = await signOne(call, { key: live.key, file: buildJpeg() });
    const { c2pa } = (await verify(call, live.key, await download(call, live.key, credential_id))) as {
      c2pa: { revocation: string };
    };
    return c2pa.revocation;
  }

  it('200 its answer is in the file, and one answer serves many', async () => {
    await withNewClient(async (call) => {
      expect(await revocationOf(call)).toBe('not_revoked');
      expect(await revocationOf(call)).toBe('not_revoked');
    });
    expect(responder.requests).toHaveLength(1);
  });

  it('200 without an answer when the responder is down, and when the operator does not want any', async () => {
    responder.set({ kind: 'http_500' });
    await withNewClient(async (call) => expect(await revocationOf(call)).toBe('not_checked'));
    const asked = responder.requests.length;
    await withNewClient(async (call) => expect(await revocationOf(call)).toBe('not_checked'), false);
    expect(responder.requests).toHaveLength(asked);
  });

  it('500 SIGNING_FAILED when the certificate is revoked', async () => {
    responder.set({ kind: 'answer', status: 'revoked', signedBy: 'delegate' });
    await withNewClient(async (call) => {
      const { status, body } = await askToSign(call, { key: live.key });
      expect([status, body]).toMatchObject([500, { error: { code: 'SIGNING_FAILED' } }]);
    });
  });
});

describe('a signing quota', () => {
  it('200 up to the last unit and 429 QUOTA_EXCEEDED after it, for files in memory signed at once', async () => {
    const { key, organizationId } = await server.createKey({ mode: 'live' });
    await limitUsage(server, organizationId, 'signing', 3);
    const answers = await Promise.all(Array.from({ length: 9 }, () => askToSign(server.call, { key })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 429, 429, 429, 429, 429, 429,
    ]);
    expect(await quotaOf(server, organizationId)).toEqual([{ operation: 'signing', used: 3, reserved: 0 }]);
    expect(await countedOf(server, organizationId)).toEqual(['3 signing live completed']);
  });

  it('200 says what is left, for files in memory and on the disk, and when the request is repeated', async () => {
    const { key, organizationId } = await server.createKey({ mode: 'live' });
    await limitUsage(server, organizationId, 'signing', 3);
    const left = async (headers: Record<string, string> = {}) => {
      const answer = await askToSign(server.call, { key, headers });
      const { 'quota-limit': limit, 'quota-remaining': remaining, 'quota-reset': reset } = answer.headers;
      expect(Number(reset)).toBeGreaterThan(0);
      return [answer.status, limit, remaining];
    };
    const repeated = { 'idempotency-key': 'once' };
    expect(await left()).toEqual([200, '3', '2']);
    expect(await left(repeated)).toEqual([200, '3', '1']);
    expect(await left(repeated)).toEqual([200, '3', '1']);
    const laterToo = { prefer: 'respond-async', 'idempotency-key': 'later' };
    expect(await left(laterToo)).toEqual([202, '3', '0']);
    expect(await left(laterToo)).toEqual([202, '3', '0']);
    expect(await left()).toEqual([429, '3', '0']);
    expect(await left(repeated)).toEqual([200, '3', '0']);
  });

  it('200 without its headers where nothing bounds a key: without a limit, and with a test key', async () => {
    const { key, organizationId } = await server.createKey({ mode: 'live' });
    const limitOf = async (by: string) => (await askToSign(server.call, { key: by })).headers['quota-limit'];
    expect(await limitOf(key)).toBeUndefined();
    await limitUsage(server, organizationId, 'signing', 3);
    const sandbox = await server.createKey({ organizationId });
    expect([await limitOf(key), await limitOf(sandbox.key)]).toEqual(['3', undefined]);
  });

  it('400 MEDIA_PARSE_FAILED gives the unit back, and counts the failure apart', async () => {
    const { key, organizationId } = await server.createKey({ mode: 'live' });
    await limitUsage(server, organizationId, 'signing', 1);
    const broken = Buffer.concat([PNG_OF_ONE_PIXEL.subarray(0, 8), Buffer.alloc(64, 0xff)]);
    expect((await askToSign(server.call, { key, file: broken })).status).toBe(400);
    expect(await quotaOf(server, organizationId)).toEqual([{ operation: 'signing', used: 0, reserved: 0 }]);
    expect(await countedOf(server, organizationId)).toEqual(['1 signing live failed']);
  });
});
