import 'reflect-metadata';
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { rm } from 'node:fs/promises';
import {
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  Pkcs10CertificateRequestGenerator,
} from '@peculiar/x509';
import { algorithmOfKey } from '../platform/signer/choose-algorithm.ts';
import { KEY_PURPOSE } from '../platform/signer/key-purposes.ts';
import type { SignatureAlgorithm } from '../shared/signature-algorithms.ts';
import { readOperatorFile } from '../platform/signer/read-operator-file.ts';
import { SignerError } from '../platform/signer/signer-error.ts';
import { done, refused, type CommandResult, type Environment } from './command-result.ts';
import { operatorRefusal } from './operator-refusal.ts';
import { writeNewFile } from './write-new-file.ts';

/** What a key for a certificate can be made for. */
export type RequestAlgorithm = 'ES256' | 'ES384' | 'ES512' | 'PS256' | 'EdDSA';

export interface CertificateRequest {
  /** RFC 4514: `CN=…, O=…, C=…`. */
  subject: string;
  /** Null: ES256, or what the existing key is for. */
  algorithm: RequestAlgorithm | null;
  /** Where the new key goes, or the existing one is; the latter may be encrypted with SIGNING_KEY_PASSPHRASE. */
  key: { kind: 'new'; file: string } | { kind: 'existing'; file: string };
  /** Where the request goes. */
  out: string;
}

export interface CertificateRequested {
  subject: string;
  algorithm: RequestAlgorithm;
  request_file: string;
  key_file: string;
  key_made: boolean;
}

const RSA_BITS = 3072;

/** How the request itself is signed. For RSA in the form that every authority knows, whatever the key signs later. */
const REQUEST_SIGNATURES = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  ES384: { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
  ES512: { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-512' },
  PS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
} as const satisfies Record<RequestAlgorithm, { name: string; namedCurve?: string; hash?: string }>;

/** Makes a certificate request (PKCS#10, RFC 2986) and, unless there is one, the key for it. Files are never replaced. */
export async function requestCertificate(
  environment: Environment,
  request: CertificateRequest,
): Promise<CommandResult<CertificateRequested>> {
  try {
    const subject = readSubject(request.subject);
    if (subject === null) return refused('INVALID_SUBJECT', 'The subject must read like CN=…, O=…, C=….');
    const key = await openKey(request, environment);
    const algorithm = algorithmFor(key, request.algorithm);
    const problem = await writeFiles(request, key, await makeRequest(subject, key, algorithm));
    if (problem !== null) return problem;
    const { out, key: place } = request;
    const made = { request_file: out, key_file: place.file, key_made: place.kind === 'new' };
    return done({ subject: subject.toString(), algorithm, ...made });
  } catch (error) {
    return operatorRefusal(error);
  }
}

function readSubject(text: string): Name | null {
  try {
    const name = new Name(text);
    return name.toJSON().length === 0 ? null : name;
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

async function openKey({ key, algorithm }: CertificateRequest, environment: Environment): Promise<KeyObject> {
  if (key.kind === 'new') return makeKey(algorithm ?? 'ES256');
  const { text } = await readOperatorFile(key.file, 'The key file', 'KEY_UNREADABLE');
  try {
    return createPrivateKey({ key: text, passphrase: environment['SIGNING_KEY_PASSPHRASE'] ?? '' });
  } catch (cause) {
    const message = `${key.file} is no private key in PEM form, or SIGNING_KEY_PASSPHRASE does not open it.`;
    throw new SignerError('KEY_UNREADABLE', message, { cause });
  }
}

function makeKey(algorithm: RequestAlgorithm): KeyObject {
  if (algorithm === 'PS256') return generateKeyPairSync('rsa', { modulusLength: RSA_BITS }).privateKey;
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519').privateKey;
  return generateKeyPairSync('ec', { namedCurve: REQUEST_SIGNATURES[algorithm].namedCurve }).privateKey;
}

function algorithmFor(key: KeyObject, wanted: RequestAlgorithm | null): RequestAlgorithm {
  // A key that is bound to RSASSA-PSS cannot sign a request as REQUEST_SIGNATURES has it.
  const natural = key.asymmetricKeyType === 'rsa-pss' ? null : algorithmOfKey(key);
  if (natural === null || !isRequestAlgorithm(natural))
    throw new SignerError('KEY_MISMATCH', 'The key is of a kind that C2PA does not sign with.');
  if (wanted === null || wanted === natural) return natural;
  throw new SignerError('KEY_MISMATCH', `The key does not fit ${wanted}; it is for ${natural}.`);
}

function isRequestAlgorithm(name: SignatureAlgorithm): name is RequestAlgorithm {
  return Object.hasOwn(REQUEST_SIGNATURES, name);
}

async function makeRequest(name: Name, key: KeyObject, algorithm: RequestAlgorithm): Promise<string> {
  const signingAlgorithm = REQUEST_SIGNATURES[algorithm];
  const [secret, open] = [
    key.export({ type: 'pkcs8', format: 'der' }),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  ];
  const { subtle } = crypto;
  const keys = {
    privateKey: await subtle.importKey('pkcs8', secret, signingAlgorithm, false, ['sign']),
    // The request carries the public key, so it must be possible to take it out again.
    publicKey: await subtle.importKey('spki', open, signingAlgorithm, true, ['verify']),
  };
  const extensions = [
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
    new ExtendedKeyUsageExtension([KEY_PURPOSE.claimSigning, KEY_PURPOSE.emailProtection], false),
  ];
  const params = { name: name.toJSON(), keys, signingAlgorithm, extensions };
  const request = await Pkcs10CertificateRequestGenerator.create(params, crypto);
  return `${request.toString('pem')}\n`;
}

/** The request first: a key that nothing belongs to is never left behind. */
async function writeFiles({ key: place, out }: CertificateRequest, key: KeyObject, pem: string) {
  const problem = await writeNewFile(out, pem, 0o644);
  if (problem !== null || place.kind === 'existing') return problem;
  const keyPem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const keyProblem = await writeNewFile(place.file, keyPem, 0o600);
  if (keyProblem !== null) await rm(out, { force: true });
  return keyProblem;
}
