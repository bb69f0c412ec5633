import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  authorityKeyIdentifier,
  basicConstraints,
  certificatePem,
  extendedKeyUsage,
  keyUsage,
  signCertificate,
  type Authority,
} from '@revera/testkit/authorities';
import { onTestFinished } from 'vitest';
import type { SignatureAlgorithm } from '../../shared/signature-algorithms.ts';
import { KEY_PURPOSE } from './key-purposes.ts';

/** A signing certificate for any public key, with its intermediate, PEM. */
export function certifyKey(spki: Uint8Array, { intermediate }: Authority): string {
  const certificate = signCertificate({
    subject: 'CN=Signer, O=Some Organization, C=DE',
    publicKey: createPublicKey({ key: Buffer.from(spki), type: 'spki', format: 'der' }),
    issuer: intermediate,
    notBefore: new Date('2026-01-01Z'),
    notAfter: new Date('2027-01-01Z'),
    extensions: [
      basicConstraints(false),
      keyUsage(0),
      extendedKeyUsage([KEY_PURPOSE.claimSigning, KEY_PURPOSE.emailProtection]),
      authorityKeyIdentifier(intermediate.keys.publicKey),
    ],
  });
  return certificatePem(certificate) + intermediate.pem;
}

/** A key with its certificate, as an operator has them. */
export interface OperatorKey {
  algorithm: SignatureAlgorithm;
  chainPem: string;
  keyPem: string;
  publicKey: KeyObject;
}

export function makeOperatorKey(algorithm: SignatureAlgorithm, issuer: Authority): OperatorKey {
  const { privateKey, publicKey } = makeKeys(algorithm);
  const spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }));
  const keyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { algorithm, chainPem: certifyKey(spki, issuer), keyPem, publicKey };
}

function makeKeys(algorithm: SignatureAlgorithm): { privateKey: KeyObject; publicKey: KeyObject } {
  const curve = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  if (algorithm === 'ES256' || algorithm === 'ES384' || algorithm === 'ES512') {
    return generateKeyPairSync('ec', { namedCurve: curve[algorithm] });
  }
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'revera-keys-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
