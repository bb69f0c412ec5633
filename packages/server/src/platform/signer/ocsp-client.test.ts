import { X509Certificate } from 'node:crypto';
import { createAuthority, hasOpenssl, type Authority } from '@revera/testkit/authorities';
import {
  redateOcspResponse,
  replyToOcspRequest,
  startOcspResponder,
  type OcspBehaviour,
  type OcspResponder,
} from '@revera/testkit/servers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixedClock, systemClock, type FixedClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { CertificateRevokedError, createOcspClient, type OcspClientOptions } from './ocsp-client.ts';

const MINUTE_MS = 60_000;
const GOOD: OcspBehaviour = { kind: 'answer', status: 'good', minutes: 60 };
const REVOKED: OcspBehaviour = { kind: 'answer', status: 'revoked', minutes: 60 };

describe.runIf(hasOpenssl())('createOcspClient', () => {
  let issuer: Authority;
  let signer: Authority;
  let responder: OcspResponder;
  let clock: FixedClock;
  let lines: string[];
  let before: number;
  beforeAll(async () => {
    issuer = await createAuthority();
    responder = await startOcspResponder(issuer);
    signer = await createAuthority({ issuedBy: issuer, ocspUrl: responder.url });
  });
  beforeEach(() => {
    responder.set(GOOD);
    // openssl answers by the machine's clock, so the story begins there; from then on the clock is moved by hand.
    clock = fixedClock(systemClock.now());
    lines = [];
    before = responder.requests.length;
  });
  afterAll(() => responder.close());

  const client = (options: Partial<OcspClientOptions> = {}) =>
    createOcspClient({
      signerChain: signer.chainDer,
      clock,
      log: createLog({ level: 'warn', write: (line) => lines.push(line) }),
      allowLoopbackHttp: true,
      timeoutMs: 20_000,
      ...options,
    });
  const asked = () => responder.requests.length - before;

  it('asks nobody when the certificate names no responder', async () => {
    const { chainDer } = await createAuthority({ issuedBy: issuer });
    expect(await client({ signerChain: chainDer }).staple()).toBeNull();
    expect(await client({ signerChain: [] }).staple()).toBeNull();
    expect([asked(), lines]).toEqual([0, []]);
  });

  it('asks nobody when the chain lacks the issuer, and says so once', async () => {
    const lonely = client({ signerChain: signer.chainDer.slice(0, 1) });
    expect([await lonely.staple(), await lonely.staple(), asked()]).toEqual([null, null, 0]);
    expect(lines).toHaveLength(1);
  });

  it('staples an answer about the signing certificate', async () => {
    const answer = await client().staple();
    expect(responder.requests.at(-1)).toMatchObject({
      contentType: 'application/ocsp-request',
      accept: 'application/ocsp-response',
    });
    const serial = Buffer.from(new X509Certificate(signer.leaf.der).serialNumber, 'hex');
    expect(Buffer.from(answer ?? []).includes(serial)).toBe(true);
    expect(lines).toEqual([]);
  });

  it('asks once for callers at the same time and again after three quarters of the validity', async () => {
    const ocsp = client();
    const [one, other] = await Promise.all([ocsp.staple(), ocsp.staple()]);
    expect(one).toBe(other);
    clock.advance(44 * MINUTE_MS);
    expect(await ocsp.staple()).toBe(one);
    expect(asked()).toBe(1);
    clock.advance(2 * MINUTE_MS);
    await ocsp.staple();
    expect(asked()).toBe(2);
  });

  it('asks no more than once a minute when the answers that come are old', async () => {
    const ocsp = client();
    await ocsp.staple();
    clock.advance(50 * MINUTE_MS);
    // The answer is new by the machine's clock and ten minutes from its end by this one.
    await ocsp.staple();
    await ocsp.staple();
    expect(asked()).toBe(2);
    clock.advance(MINUTE_MS);
    await ocsp.staple();
    expect(asked()).toBe(3);
  });

  it.each<[string, OcspBehaviour, string]>([
    ['rubbish', { kind: 'rubbish' }, 'MALFORMED'],
    ['that it is busy', { kind: 'try_later' }, 'UNSUCCESSFUL'],
    ['an HTTP error', { kind: 'http_500' }, 'STATUS_REFUSED'],
    ['that it does not know the certificate', { kind: 'answer', status: 'unknown' }, 'OTHER_CERTIFICATE'],
    [
      'with a certificate that is for something else',
      { kind: 'answer', status: 'good', signedBy: 'stranger' },
      'RESPONDER_UNAUTHORISED',
    ],
    ['with a broken signature', { kind: 'answer', status: 'good', badSignature: true }, 'SIGNATURE_INVALID'],
  ])(
    'staples nothing when the responder answers %s, and asks again after a minute',
    async (_title, behaviour, code) => {
      responder.set(behaviour);
      const ocsp = client();
      expect([await ocsp.staple(), await ocsp.staple()]).toEqual([null, null]);
      expect(asked()).toBe(1);
      const logged = lines.map((line) => JSON.parse(line) as { reason: string });
      expect(logged).toMatchObject([{ level: 'warn', host: `127.0.0.1:${responder.port}` }]);
      expect(logged[0]?.reason).toContain(code);
      responder.set(GOOD);
      clock.advance(MINUTE_MS);
      expect(await ocsp.staple()).not.toBeNull();
      expect(asked()).toBe(2);
    },
  );

  it('staples nothing when the responder is silent beyond the time limit', async () => {
    responder.set({ kind: 'silent' });
    expect(await client({ timeoutMs: 50 }).staple()).toBeNull();
    expect(lines.join('')).toContain('TIMEOUT');
  });

  it('goes on with the answer that it has for as long as that holds', async () => {
    const ocsp = client();
    const answer = await ocsp.staple();
    responder.set({ kind: 'http_500' });
    clock.advance(46 * MINUTE_MS);
    expect(await ocsp.staple()).toBe(answer);
    expect(asked()).toBe(2);
    clock.advance(15 * MINUTE_MS);
    expect(await ocsp.staple()).toBeNull();
    expect(asked()).toBe(3);
  });

  it('throws when the certificate is revoked, also when the responder then falls silent', async () => {
    responder.set(REVOKED);
    const ocsp = client();
    await expect(ocsp.staple()).rejects.toBeInstanceOf(CertificateRevokedError);
    await expect(ocsp.staple()).rejects.toBeInstanceOf(CertificateRevokedError);
    expect(asked()).toBe(1);
    responder.set({ kind: 'http_500' });
    clock.advance(3 * 60 * MINUTE_MS);
    await expect(ocsp.staple()).rejects.toBeInstanceOf(CertificateRevokedError);
    expect(asked()).toBe(2);
  });

  it('learns that the certificate was revoked when it asks again', async () => {
    const ocsp = client();
    await ocsp.staple();
    responder.set(REVOKED);
    clock.advance(46 * MINUTE_MS);
    await expect(ocsp.staple()).rejects.toBeInstanceOf(CertificateRevokedError);
  });

  it('is not talked out of a revocation by an older answer, but by a newer one', async () => {
    responder.set(REVOKED);
    const ocsp = client();
    await expect(ocsp.staple()).rejects.toBeInstanceOf(CertificateRevokedError);
    const query = responder.requests.at(-1)?.body ?? new Uint8Array();
    const good = await replyToOcspRequest(query, issuer, { status: 'good', minutes: 60 });
    responder.set({ kind: 'bytes', body: await redateOcspResponse(good, issuer, -5 * MINUTE_MS) });
    clock.advance(46 * MINUTE_MS);
    await expect(ocsp.staple()).rejects.toBeInstanceOf(CertificateRevokedError);
    expect(lines.join('')).toContain('older than');
    responder.set({ kind: 'bytes', body: await redateOcspResponse(good, issuer, 5 * MINUTE_MS) });
    clock.advance(MINUTE_MS);
    expect(await ocsp.staple()).not.toBeNull();
  });

  it('does not contact this machine unless that is allowed', async () => {
    expect(await client({ allowLoopbackHttp: false }).staple()).toBeNull();
    expect(asked()).toBe(0);
  });
});
