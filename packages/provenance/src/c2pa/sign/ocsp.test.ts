import { der, fromHex } from '@revera/testkit';
import { createAuthority, EXPIRED_VALIDITY, hasOpenssl, runOpenssl, type Authority } from '@revera/testkit/authorities';
import { redateOcspResponse, replyToOcspRequest, type OcspReply } from '@revera/testkit/servers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { OcspError } from './ocsp-error.ts';
import { decodeOcspResponse, encodeOcspRequest, ocspResponderUrl, type OcspAnswer } from './ocsp.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OCSP_URL = 'http://ocsp.test/a?b=c';

describe('ocspResponderUrl', () => {
  it.each([
    ['http://ocsp.test/a?b=c', 'http://ocsp.test/a?b=c'],
    ['https://ocsp.test', 'https://ocsp.test'],
    ['ldap://ocsp.test/x', null],
    ['http://', null],
  ])('finds in a certificate that names %s: %s', async (ocspUrl, found) => {
    expect(ocspResponderUrl((await createAuthority({ ocspUrl })).leaf.der)).toBe(found);
  });

  it('finds none in a certificate that names none, and refuses what is no certificate', async () => {
    const { leaf } = await createAuthority();
    expect(ocspResponderUrl(leaf.der)).toBeNull();
    expect(() => ocspResponderUrl(leaf.der.subarray(1))).toThrow(OcspError);
    expect(() => encodeOcspRequest(leaf.der, new Uint8Array())).toThrow(OcspError);
  });
});

describe.runIf(hasOpenssl())('OCSP with openssl', () => {
  let authority: Authority;
  let good: Uint8Array;
  beforeAll(async () => {
    authority = await createAuthority({ ocspUrl: OCSP_URL });
    good = await reply({ status: 'good' });
  });

  const reply = (options: OcspReply, about = authority) =>
    replyToOcspRequest(encodeOcspRequest(about.leaf.der, about.intermediate.der), authority, options);
  const expected = (at = new Date()) => ({ leaf: authority.leaf.der, issuer: authority.intermediate.der, at });
  const decode = (response: Uint8Array, at?: Date) => decodeOcspResponse(response, expected(at));

  it('asks as openssl asks', async () => {
    const args = 'ocsp -issuer issuer -cert leaf -no_nonce -reqout out'.split(' ');
    const asked = await runOpenssl(args, { issuer: authority.intermediate.pem, leaf: authority.leaf.pem });
    const ours = encodeOcspRequest(authority.leaf.der, authority.intermediate.der);
    expect(Buffer.from(ours).toString('hex')).toBe(Buffer.from(asked).toString('hex'));
  });

  it.each([
    ['good', 'issuer'],
    ['revoked', 'issuer'],
    ['unknown', 'issuer'],
    ['good', 'delegate'],
    ['revoked', 'delegate'],
  ] as const)('reads %s, signed by the %s', async (status, signedBy) => {
    const response = await reply({ status, signedBy });
    const answer = await decode(response);
    expect(answer).toMatchObject({ status, response });
    expect(answer.validUntil.getTime() - answer.thisUpdate.getTime()).toBe(HOUR_MS);
    expect(answer.nextUpdate).toEqual(answer.validUntil);
  });

  it('relies on an answer from five minutes before it was given to its last moment, and not beyond', async () => {
    const { thisUpdate, validUntil } = await decode(good);
    const at = (date: Date, ms: number) => decode(good, new Date(date.getTime() + ms));
    await expect(at(thisUpdate, -5 * MINUTE_MS)).resolves.toMatchObject({ status: 'good' });
    await expect(at(validUntil, 0)).resolves.toMatchObject({ status: 'good' });
    await expect(at(thisUpdate, -5 * MINUTE_MS - 1)).rejects.toMatchObject({ code: 'OUTSIDE_VALIDITY' });
    await expect(at(validUntil, 1)).rejects.toMatchObject({ code: 'OUTSIDE_VALIDITY' });
  });

  it('relies on an answer without nextUpdate for a day', async () => {
    const response = await reply({ status: 'good', minutes: null });
    const { nextUpdate, producedAt } = await decode(response);
    expect(nextUpdate).toBeNull();
    const at = (ms: number) => decode(response, new Date(producedAt.getTime() + ms));
    await expect(at(24 * HOUR_MS)).resolves.toMatchObject({ status: 'good' });
    await expect(at(24 * HOUR_MS + 1)).rejects.toMatchObject({ code: 'OUTSIDE_VALIDITY' });
  });

  it('reads an answer whose times were moved and that was signed anew', async () => {
    const [before, after] = [await decode(good), await decode(await redateOcspResponse(good, authority, -MINUTE_MS))];
    expect(after.thisUpdate.getTime()).toBe(before.thisUpdate.getTime() - MINUTE_MS);
  });

  it('throws OTHER_CERTIFICATE for another serial number and for another issuer', async () => {
    const sibling = await createAuthority({ issuedBy: authority });
    const decoded = decode(await reply({ status: 'good' }, sibling));
    await expect(decoded).rejects.toMatchObject({ code: 'OTHER_CERTIFICATE' });
    const stranger = await createAuthority();
    const asked = { ...expected(), issuer: stranger.intermediate.der };
    await expect(decodeOcspResponse(good, asked)).rejects.toMatchObject({ code: 'OTHER_CERTIFICATE' });
  });

  it('throws SIGNATURE_INVALID for a changed signature, changed content and a key of the same name', async () => {
    const broken = await reply({ status: 'good', badSignature: true });
    await expect(decode(broken)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    // The last digit of producedAt becomes another one.
    const changed = Buffer.from(good);
    const digit = changed.indexOf('Z\x30', 0, 'latin1') - 1;
    changed[digit] = (changed[digit] ?? 0) ^ 1;
    await expect(decode(changed)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    const namesake = await createAuthority();
    const forged = await redateOcspResponse(good, namesake, 0);
    await expect(decode(forged)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  it('throws RESPONDER_UNAUTHORISED for a certificate of the issuer that is for something else', async () => {
    const response = await reply({ status: 'good', signedBy: 'stranger' });
    await expect(decode(response)).rejects.toMatchObject({ code: 'RESPONDER_UNAUTHORISED' });
  });

  it.each([
    ['of another issuer', async () => createAuthority({ extendedKeyUsages: ['ocspSigning'] })],
    [
      'that has expired',
      async () =>
        createAuthority({ issuedBy: authority, extendedKeyUsages: ['ocspSigning'], validity: EXPIRED_VALIDITY }),
    ],
  ])('throws RESPONDER_UNAUTHORISED for a responder %s', async (_title, make) => {
    const response = await reply({ status: 'good', signedBy: (await make()).leaf });
    await expect(decode(response)).rejects.toMatchObject({ code: 'RESPONDER_UNAUTHORISED' });
  });

  it('throws RESPONDER_UNAUTHORISED for a delegate that shows no certificate', async () => {
    const response = await reply({ status: 'good', signedBy: 'delegate', withoutCertificates: true });
    await expect(decode(response)).rejects.toMatchObject({ code: 'RESPONDER_UNAUTHORISED' });
  });

  it.each([1, 2, 3, 5, 6])('throws UNSUCCESSFUL for the status %i', async (status) => {
    const refusal = der(0x30, der(0x0a, [status]));
    await expect(decode(refusal)).rejects.toMatchObject({ code: 'UNSUCCESSFUL' });
  });

  it.each([
    ['nothing', () => new Uint8Array()],
    ['bytes behind its end', () => Buffer.concat([good, Buffer.of(0)])],
    ['success without an answer', () => fromHex('30030a0100')],
    ['more bytes than an answer has', () => new Uint8Array(LIMITS.ocspResponseBytes + 1)],
    ['as many bytes as an answer may have, of no sense', () => new Uint8Array(LIMITS.ocspResponseBytes)],
  ])('throws MALFORMED for %s', async (_title, bytes) => {
    await expect(decode(bytes())).rejects.toMatchObject({ code: 'MALFORMED' });
  });

  it('throws for each place at which the response may be cut', async () => {
    for (let length = 0; length < good.length; length += 7) {
      await expect(decode(good.subarray(0, length))).rejects.toMatchObject({ code: 'MALFORMED' });
    }
  });

  it('throws nothing but its error, whatever the bytes, and never makes revoked good', async () => {
    const revoked = await reply({ status: 'revoked' });
    const at = (await decode(revoked)).thisUpdate;
    const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 });
    const mutated = changes.map((list) => {
      const bytes = Uint8Array.from(revoked);
      for (const [place, mask] of list) bytes[place % bytes.length] = (bytes[place % bytes.length] ?? 0) ^ mask;
      return bytes;
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutated, fc.uint8Array({ maxLength: 200 })), async (bytes) => {
        expect((await decodeOrNull(() => decode(bytes, at)))?.status).not.toBe('good');
      }),
      { numRuns: 400 },
    );
  });

  it('throws nothing but its error for whatever certificates', async () => {
    const { leaf } = await createAuthority({ ocspUrl: OCSP_URL });
    const changes = fc.tuple(fc.nat(leaf.der.length - 1), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(changes, async ([place, mask]) => {
        const bytes = Uint8Array.from(leaf.der);
        bytes[place] = (bytes[place] ?? 0) ^ mask;
        await decodeOrNull(() => Promise.resolve(ocspResponderUrl(bytes)));
        await decodeOrNull(() => decodeOcspResponse(good, { ...expected(), issuer: bytes }));
      }),
    );
  });
});

async function decodeOrNull<T = OcspAnswer>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof OcspError) return null;
    throw error;
  }
}
