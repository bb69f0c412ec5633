import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSignature, readSignatures } from './signature-form.ts';

const BYTES = Uint8Array.of(1, 2, 3);
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const P521 = generateKeyPairSync('ec', { namedCurve: 'P-521' });
const base64 = (bytes: Uint8Array, end = '\n') => Buffer.from(`${Buffer.from(bytes).toString('base64')}${end}`);

describe('readSignatures', () => {
  it('takes r and s, DER, and base64 of either, to the same signature', () => {
    // Short and negative-looking integers come by chance, so many are tried.
    for (let run = 0; run < 200; run++) {
      const der = sign('sha256', BYTES, EC.privateKey);
      const [raw = new Uint8Array()] = readSignatures(der, 'ES256', EC.publicKey);
      expect(isSignature('ES256', EC.publicKey, BYTES, raw)).toBe(true);
      for (const form of [raw, base64(der), base64(raw), base64(raw, '')]) {
        expect(readSignatures(form, 'ES256', EC.publicKey)).toContainEqual(raw);
      }
    }
  });

  it('takes DER with a long length', () => {
    const der = sign('sha512', BYTES, P521.privateKey);
    const [raw = new Uint8Array()] = readSignatures(der, 'ES512', P521.publicKey);
    expect(isSignature('ES512', P521.publicKey, BYTES, raw)).toBe(true);
  });

  it('takes RSA and Ed25519 signatures of the right length only', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    const ed = generateKeyPairSync('ed25519').publicKey;
    expect(readSignatures(new Uint8Array(256), 'PS256', rsa)).toHaveLength(1);
    expect(readSignatures(base64(new Uint8Array(256)), 'PS256', rsa)).toHaveLength(1);
    expect(readSignatures(new Uint8Array(255), 'PS256', rsa)).toEqual([]);
    expect(readSignatures(new Uint8Array(64), 'EdDSA', ed)).toHaveLength(1);
    expect(readSignatures(new Uint8Array(65), 'EdDSA', ed)).toEqual([]);
  });

  it.each([
    ['nothing', []],
    ['another structure', [0x31, 6, 2, 1, 1, 2, 1, 1]],
    ['an end that is missing', [0x30, 7, 2, 1, 1, 2, 1, 1]],
    ['bytes behind the end', [0x30, 6, 2, 1, 1, 2, 1, 1, 0]],
    ['a third integer', [0x30, 9, 2, 1, 1, 2, 1, 1, 2, 1, 1]],
    ['one integer', [0x30, 3, 2, 1, 1]],
    ['an integer that is too long', [0x30, 39, 2, 34, ...Array.from({ length: 34 }, () => 1), 2, 1, 1]],
    ['a length in three bytes', [0x30, 0x82, 0, 6, 2, 1, 1, 2, 1, 1]],
  ])('takes no DER of %s', (_, bytes) => {
    expect(readSignatures(Uint8Array.from(bytes), 'ES256', EC.publicKey)).toEqual([]);
  });

  it('answers signatures of the right length for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const found of readSignatures(bytes, 'ES256', EC.publicKey)) expect(found).toHaveLength(64);
      }),
    );
  });
});
