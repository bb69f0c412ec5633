import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';
import { onTestFinished } from 'vitest';
import type { SignatureAlgorithm } from '../../shared/signature-algorithms.ts';
import { KEY_PURPOSE } from './key-purposes.ts';

/** What issues certificates in tests. */
interface Issuer {
  intermediate: { certificate: X509Certificate; keys: { privateKey: CryptoKey }; pem: string };
}

const ISSUER_SIGNS = { name: 'ECDSA', hash: 'SHA-256' };

/** A signing certificate for any public key, with its intermediate, PEM. */
export async function certifyKey(spki: Uint8Array, { intermediate }: Issuer): Promise<string> {
  const certificate = await X509CertificateGenerator.create(
    {
      subject: 'CN=Signer, O=Some Organization, C=DE',
      issuer: intermediate.certificate.subject,
      notBefore: new Date('2026-01-01Z'),
      notAfter: new Date('2027-01-01Z'),
      publicKey: Uint8Array.from(spki),
      signingKey: intermediate.keys.privateKey,
      signingAlgorithm: ISSUER_SIGNS,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([KEY_PURPOSE.claimSigning, KEY_PURPOSE.emailProtection]),
        await AuthorityKeyIdentifierExtension.create(intermediate.certificate.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  return `${certificate.toString('pem')}\n${intermediate.pem}`;
}

/** A key with its certificate, as an operator has them. */
export interface OperatorKey {
  algorithm: SignatureAlgorithm;
  chainPem: string;
  keyPem: string;
  publicKey: KeyObject;
}

export async function makeOperatorKey(algorithm: SignatureAlgorithm, issuer: Issuer): Promise<OperatorKey> {
  const { privateKey, publicKey } = makeKeys(algorithm);
  const spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }));
  const keyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { algorithm, chainPem: await certifyKey(spki, issuer), keyPem, publicKey };
}

function makeKeys(algorithm: SignatureAlgorithm): { privateKey: KeyObject; publicKey: KeyObject } {
  const curve = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  if (algorithm === 'ES256' || algorithm === 'ES384' || algorithm === 'ES512') {
    return generateKeyPairSync('ec', { namedCurve: curve[algorithm] });
  }
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'revera-keys-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
