import { der, fromHex } from '@revera/testkit';
import { EXPIRED_VALIDITY, hasOpenssl, runOpenssl, type Authority } from '@revera/testkit/authorities';
import {
  createTimeStampSigner,
  forgeTimeStampResponse,
  replyToTimeStampQuery,
  type ForgedTimeStamp,
} from '@revera/testkit/servers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { TimeStampError } from './time-stamp-error.ts';
import { decodeTimeStampResponse, encodeTimeStampRequest, type TimeStamp } from './time-stamp.ts';

const IMPRINT = new Uint8Array(32).fill(7);
const NONCE = fromHex('0102030405060708');
const AT = new Date('2026-03-01T12:00:00Z');
const EXPECTED = { imprint: IMPRINT, nonce: NONCE, at: AT };
const MINUTE_MS = 60_000;

const after = (ms: number) => new Date(AT.getTime() + ms);

describe('encodeTimeStampRequest', () => {
  it.each([
    ['a common nonce', '0102', '02020102'],
    ['a nonce with its first bit set, which is no sign', 'ff01', '020300ff01'],
    ['a nonce with zeros in front', '00000a', '02010a'],
    ['a nonce of nothing but zeros', '0000', '020100'],
  ])('writes %s as the shortest positive integer, asks for certificates and ends', (_title, nonce, integer) => {
    const request = Buffer.from(encodeTimeStampRequest({ imprint: IMPRINT, nonce: fromHex(nonce) })).toString('hex');
    expect(request.endsWith(`${'07'.repeat(32)}${integer}0101ff`)).toBe(true);
  });

  it('refuses an imprint that is no SHA-256 digest', () => {
    expect(() => encodeTimeStampRequest({ imprint: new Uint8Array(20), nonce: NONCE })).toThrow(RangeError);
  });
});

describe.runIf(hasOpenssl())('decodeTimeStampResponse', () => {
  let tsa: Authority;
  let granted: Uint8Array;
  beforeAll(async () => {
    tsa = await createTimeStampSigner();
    granted = await forge({});
  });

  const forge = (options: Partial<ForgedTimeStamp>) =>
    forgeTimeStampResponse({ imprint: IMPRINT, nonce: NONCE, time: AT, signer: tsa, ...options });
  const decodeForged = async (options: Partial<ForgedTimeStamp>) =>
    decodeTimeStampResponse(await forge(options), EXPECTED);

  it.each(['ES256', 'ES384', 'ES512'] as const)(
    'accepts what openssl ts answers to our request, signed with %s, and openssl accepts the token',
    async (algorithm) => {
      const authority = await createTimeStampSigner({ algorithm });
      const query = encodeTimeStampRequest(EXPECTED);
      const response = await replyToTimeStampQuery(query, authority);
      const stamp = await decodeTimeStampResponse(response, { ...EXPECTED, at: new Date() });
      expect(stamp.authority).toContain('CN=Revera Test Time Stamps');
      expect(Buffer.from(response).subarray(-stamp.token.length)).toEqual(Buffer.from(stamp.token));
      const args = 'ts -verify -queryfile query -in token -token_in -CAfile root'.split(' ');
      const verified = await runOpenssl(args, { query, token: stamp.token, root: authority.rootPem });
      expect(Buffer.from(verified).toString()).toContain('Verification: OK');
    },
  );

  it.each(['sha1', 'sha512'] as const)('accepts a token that names its certificate by %s', async (essDigest) => {
    const response = await replyToTimeStampQuery(encodeTimeStampRequest(EXPECTED), tsa, { essDigest });
    const stamp = await decodeTimeStampResponse(response, { ...EXPECTED, at: new Date() });
    expect(stamp.token.length).toBeGreaterThan(1000);
  });

  it.each([
    ['RSASSA-PKCS1-v1_5', []],
    ['RSASSA-PSS', ['-keyopt', 'rsa_padding_mode:pss']],
    ['RSASSA-PSS and a short salt', ['-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:16']],
  ])('accepts a token that is signed with %s', async (_title, keyOptions) => {
    const signer = await createTimeStampSigner({ algorithm: 'PS256' });
    await expect(decodeForged({ signer, flags: ['-cades', ...keyOptions] })).resolves.toMatchObject({ time: AT });
  });

  it.each<[string, Partial<ForgedTimeStamp>]>([
    ['that names its signer by key', { flags: ['-cades', '-keyid'] }],
    ['at the last moment of the tolerance', { time: after(-5 * MINUTE_MS) }],
    ['at the last moment of the tolerance, ahead', { time: after(5 * MINUTE_MS) }],
    ['with an extension that may be passed over', { rest: extension('') }],
  ])('accepts a token %s', async (_title, options) => {
    const { time } = await decodeForged(options);
    expect(time).toEqual(options.time ?? AT);
  });

  it('reads fractions of a second', async () => {
    const { time } = await decodeForged({ timeText: '20260301120000.2501Z' });
    expect(time.toISOString()).toBe('2026-03-01T12:00:00.250Z');
  });

  it.each<[string, string, Partial<ForgedTimeStamp>]>([
    ['IMPRINT_MISMATCH', 'other bytes', { imprint: new Uint8Array(32).fill(8) }],
    ['IMPRINT_MISMATCH', 'a digest of another kind', { imprintOid: '608648016503040208' }],
    ['IMPRINT_MISMATCH', 'a digest that is cut', { imprint: IMPRINT.subarray(1) }],
    ['NONCE_MISMATCH', 'another nonce', { nonce: fromHex('0102030405060709') }],
    ['NONCE_MISMATCH', 'a nonce that is negative', { nonce: fromHex('ff02030405060708') }],
    ['NONCE_MISMATCH', 'no nonce', { nonce: null }],
    ['TIME_IMPLAUSIBLE', 'a time too far back', { time: after(-5 * MINUTE_MS - 1000) }],
    ['TIME_IMPLAUSIBLE', 'a time too far ahead', { time: after(5 * MINUTE_MS + 1000) }],
    ['MALFORMED', 'a time of no zone', { timeText: '20260301120000' }],
    ['MALFORMED', 'a time of another zone', { timeText: '20260301130000+0100' }],
    ['MALFORMED', 'a month that is none', { timeText: '20261301120000Z' }],
    ['MALFORMED', 'an extension that must not be passed over', { rest: extension('0101ff') }],
    ['MALFORMED', 'content of another type', { contentType: '1.2.840.113549.1.7.1' }],
    ['MALFORMED', 'no signed attributes', { flags: ['-noattr'] }],
    ['CERTIFICATE_INVALID', 'no certificates', { flags: ['-cades', '-nocerts'] }],
    ['CERTIFICATE_INVALID', 'no attribute that names the certificate', { flags: [] }],
  ])('throws %s for %s', async (code, _title, options) => {
    await expect(decodeForged(options)).rejects.toMatchObject({ name: 'TimeStampError', code });
  });

  it.each([
    ['expired', { validity: EXPIRED_VALIDITY }],
    ['without extended key usage', { extendedKeyUsages: [], extendedKeyUsagesCritical: false }],
    ['for other things too', { extendedKeyUsages: ['timeStamping', 'emailProtection'] }],
    ['for other things', { extendedKeyUsages: ['ocspSigning'] }],
    ['whose usage may be passed over', { extendedKeyUsagesCritical: false }],
  ] as const)('throws CERTIFICATE_INVALID for a certificate that is %s', async (_title, options) => {
    const signer = await createTimeStampSigner(options);
    await expect(decodeForged({ signer })).rejects.toMatchObject({ code: 'CERTIFICATE_INVALID' });
  });

  it('throws MALFORMED for two signatures', async () => {
    const cosigner = await createTimeStampSigner();
    await expect(decodeForged({ cosigner })).rejects.toMatchObject({ code: 'MALFORMED' });
  });

  it('throws CERTIFICATE_INVALID for another certificate of the same key, name and serial number', async () => {
    // The signature holds with it too: only the attribute that names the certificate by its hash tells them apart.
    const other = Buffer.from(granted);
    other.write('48', other.indexOf('490101000000Z', other.indexOf(tsa.leaf.der)), 'latin1');
    const decoded = decodeTimeStampResponse(other, EXPECTED);
    await expect(decoded).rejects.toMatchObject({ code: 'CERTIFICATE_INVALID' });
  });

  it('throws SIGNATURE_INVALID for a signature that was changed', async () => {
    const changed = Uint8Array.from(granted);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    const decoded = decodeTimeStampResponse(changed, EXPECTED);
    await expect(decoded).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  it('throws SIGNATURE_INVALID for content that was changed after it was signed', async () => {
    const changed = Buffer.from(granted);
    changed.write('20260301120001Z', changed.indexOf('20260301120000Z'), 'latin1');
    const decoded = decodeTimeStampResponse(changed, EXPECTED);
    await expect(decoded).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
  });

  it('throws NOT_GRANTED for a refusal of openssl ts and for one with a token', async () => {
    const refusal = await replyToTimeStampQuery(encodeTimeStampRequest(EXPECTED), tsa, { digest: 'sha512' });
    await expect(decodeTimeStampResponse(refusal, EXPECTED)).rejects.toMatchObject({ code: 'NOT_GRANTED' });
    const waiting = withStatus(granted, 3);
    await expect(decodeTimeStampResponse(waiting, EXPECTED)).rejects.toMatchObject({ code: 'NOT_GRANTED' });
    await expect(decodeTimeStampResponse(withStatus(granted, 1), EXPECTED)).resolves.toMatchObject({ time: AT });
  });

  it('throws TOO_LARGE above the limit, and decodes at it', async () => {
    const [atLimit, above] = [0, 1].map((more) => new Uint8Array(LIMITS.timeStampTokenBytes + more));
    await expect(decodeTimeStampResponse(atLimit ?? granted, EXPECTED)).rejects.toMatchObject({ code: 'MALFORMED' });
    await expect(decodeTimeStampResponse(above ?? granted, EXPECTED)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  });

  it.each([
    ['nothing', () => new Uint8Array()],
    ['bytes behind its end', () => Buffer.concat([granted, Buffer.of(0)])],
    ['no token', () => der(0x30, der(0x30, der(0x02, [0])))],
    ['a third member', () => der(0x30, der(0x30, der(0x02, [0])), der(0x05), der(0x05))],
    ['an indefinite length', () => fromHex('308030030201000000')],
    ['nesting without end', () => nested(4_000)],
  ])('throws MALFORMED for %s', async (_title, bytes) => {
    await expect(decodeTimeStampResponse(bytes(), EXPECTED)).rejects.toMatchObject({ code: 'MALFORMED' });
  });

  it('throws for each place at which the response may be cut', async () => {
    for (let length = 0; length < granted.length; length += 7) {
      const cut = decodeTimeStampResponse(granted.subarray(0, length), EXPECTED);
      await expect(cut).rejects.toMatchObject({ code: 'MALFORMED' });
    }
  });

  it('throws nothing but its error, whatever the bytes, and never answers another time or token', async () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 });
    const mutated = changes.map((list) => {
      const bytes = Uint8Array.from(granted);
      for (const [place, mask] of list) bytes[place % bytes.length] = (bytes[place % bytes.length] ?? 0) ^ mask;
      return bytes;
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(mutated, fc.uint8Array({ maxLength: 200 })), async (bytes) => {
        const stamp = await decodeOrNull(bytes);
        if (stamp !== null) expect(stamp.time).toEqual(AT);
      }),
      { numRuns: 400 },
    );
  });
});

async function decodeOrNull(bytes: Uint8Array): Promise<TimeStamp | null> {
  try {
    return await decodeTimeStampResponse(bytes, EXPECTED);
  } catch (error) {
    if (error instanceof TimeStampError) return null;
    throw error;
  }
}

/** TSTInfo extensions with one entry; `critical` is the hexadecimal of its flag. */
function extension(critical: string): Uint8Array {
  return der(0xa1, der(0x30, fromHex('06032a0304'), fromHex(critical), der(0x04, der(0x05))));
}

function nested(depth: number): Uint8Array {
  let bytes: Uint8Array = new Uint8Array();
  for (let level = 0; level < depth && bytes.length < 8_000; level += 1) bytes = der(0x30, bytes);
  return bytes;
}

/** Replaces the status of a response of status 0. */
function withStatus(response: Uint8Array, status: number): Uint8Array {
  const changed = Uint8Array.from(response);
  const at = Buffer.from(changed).indexOf(Buffer.of(0x30, 0x03, 0x02, 0x01, 0x00));
  changed[at + 4] = status;
  return changed;
}
