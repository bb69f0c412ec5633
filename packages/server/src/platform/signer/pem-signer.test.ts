import { createPrivateKey, generateKeyPairSync, verify, constants } from 'node:crypto';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { beforeAll, describe, expect, it } from 'vitest';
import { SIGNATURE_ALGORITHMS } from '../../shared/signature-algorithms.ts';
import { createPemSigner } from './pem-signer.ts';
import { SignerError } from './signer-error.ts';
import { makeOperatorKey, type OperatorKey } from './test-keys.ts';

const BYTES = new TextEncoder().encode('to be signed');
const LENGTHS = { ES256: 64, ES384: 96, ES512: 132, PS256: 256, PS384: 256, PS512: 256, EdDSA: 64 };

let authority: Authority;
let key: OperatorKey;

beforeAll(async () => {
  authority = await createAuthority();
  key = await makeOperatorKey('ES256', authority);
});

function failure(change: Partial<Parameters<typeof createPemSigner>[0]>): SignerError {
  try {
    createPemSigner({ ...key, passphrase: '', algorithm: null, ...change });
  } catch (error) {
    if (error instanceof SignerError) return error;
    throw error;
  }
  throw new Error('it was taken');
}

describe('createPemSigner', () => {
  it.each(SIGNATURE_ALGORITHMS)('signs with %s in the form of COSE', async (algorithm) => {
    const operator = await makeOperatorKey(algorithm, authority);
    const signer = createPemSigner({ ...operator, passphrase: '', algorithm });
    const signature = await signer.sign(BYTES);
    expect(signer).toMatchObject({ algorithm, chain: [expect.any(Uint8Array), authority.intermediate.der] });
    expect(signature).toHaveLength(LENGTHS[algorithm]);
    const hash = algorithm === 'EdDSA' ? null : `sha${algorithm.slice(2)}`;
    const saltLength = Number(algorithm.slice(2)) / 8;
    const options = algorithm.startsWith('PS') ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } : {};
    const publicKey = { key: operator.publicKey, dsaEncoding: 'ieee-p1363' as const, ...options };
    expect(verify(hash, BYTES, publicKey, signature)).toBe(true);
  });

  it('chooses the algorithm by the key', async () => {
    expect(createPemSigner({ ...key, passphrase: '', algorithm: null }).algorithm).toBe('ES256');
    const rsa = await makeOperatorKey('PS384', authority);
    expect(createPemSigner({ ...rsa, passphrase: '', algorithm: null }).algorithm).toBe('PS256');
  });

  it('opens an encrypted key, old and new, with its passphrase only', async () => {
    const rsa = await makeOperatorKey('PS256', authority);
    const forms = [
      { operator: key, type: 'pkcs8' },
      { operator: rsa, type: 'pkcs1' },
    ] as const;
    for (const { operator, type } of forms) {
      const options = { type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'right' } as const;
      const keyPem = createPrivateKey(operator.keyPem).export(options).toString();
      const encrypted = { ...operator, keyPem };
      expect(await createPemSigner({ ...encrypted, passphrase: 'right' }).sign(BYTES)).toBeInstanceOf(Uint8Array);
      expect(failure({ ...encrypted, passphrase: 'wrong' })).toMatchObject({
        code: 'KEY_PASSPHRASE',
        message: 'The passphrase does not open the private key.',
      });
      expect(failure({ ...encrypted, passphrase: '' }).code).toBe('KEY_PASSPHRASE');
    }
  });

  it('refuses what does not belong together', () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    expect(failure({ keyPem: other.export({ type: 'pkcs8', format: 'pem' }).toString() }).code).toBe('KEY_MISMATCH');
    expect(failure({ algorithm: 'PS256' }).message).toBe(
      'The certificate’s key does not fit PS256; it signs with ES256.',
    );
  });

  it('refuses what is no PEM, and repeats nothing of a key', () => {
    expect(failure({ keyPem: 'secret' }).code).toBe('KEY_UNREADABLE');
    expect(failure({ keyPem: key.chainPem }).code).toBe('KEY_UNREADABLE');
    expect(failure({ chainPem: 'none' }).code).toBe('CERTIFICATE_UNREADABLE');
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    expect(failure({ chainPem: broken }).message).toBe('Certificate 1 of the chain cannot be read.');
    const damaged = key.keyPem.replace(/\n.{20}/, `\n${'A'.repeat(20)}`);
    const error = failure({ keyPem: damaged });
    expect(error.code).toBe('KEY_UNREADABLE');
    const body = key.keyPem.split('\n')[1]?.slice(20) ?? 'none';
    expect(`${error.message}${String(error.cause)}${error.stack}`).not.toContain(body);
  });
});
