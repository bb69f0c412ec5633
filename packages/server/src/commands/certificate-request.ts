import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Constructed, Integer, ObjectIdentifier, Sequence, Set as AsnSet } from 'asn1js';
import { algorithmOfKey } from '../platform/signer/choose-algorithm.ts';
import { readOperatorFile } from '../platform/signer/read-operator-file.ts';
import { SignerError } from '../platform/signer/signer-error.ts';
import { parseName } from '../platform/x509/distinguished-name.ts';
import { signingUsages } from '../platform/x509/extensions.ts';
import { isSchemeName, publicKeyInfo, signStructure, type SchemeName } from '../platform/x509/signed-structure.ts';
import { done, refused, type CommandResult, type Environment } from './command-result.ts';
import { operatorRefusal } from './operator-refusal.ts';
import { writeNewFile } from './write-new-file.ts';

/** The algorithms that a key for a certificate can be made for. */
export type RequestAlgorithm = SchemeName;

export interface CertificateRequest {
  /** RFC 4514: `CN=…, O=…, C=…`. */
  subject: string;
  /** Null for ES256, or for the algorithm of the existing key. */
  algorithm: RequestAlgorithm | null;
  /** The path of the new or the existing key; an existing one may be encrypted with SIGNING_KEY_PASSPHRASE. */
  key: { kind: 'new'; file: string } | { kind: 'existing'; file: string };
  /** The path of the request. */
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

const CURVES = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' } as const;
/** The PKCS#9 attribute that requests extensions (RFC 2985 §5.4.2). */
const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';

/** Makes a certificate request (PKCS#10, RFC 2986) and, unless one exists, the key for it. Files are never replaced. */
export async function requestCertificate(
  environment: Environment,
  request: CertificateRequest,
): Promise<CommandResult<CertificateRequested>> {
  try {
    const subject = parseName(request.subject);
    if (subject === null) return refused('INVALID_SUBJECT', 'The subject must read like CN=…, O=…, C=….');
    const key = await openKey(request, environment);
    const algorithm = algorithmFor(key, request.algorithm);
    const problem = await writeFiles(request, key, makeRequest(subject.der, key, algorithm));
    if (problem !== null) return problem;
    const { out, key: place } = request;
    const made = { request_file: out, key_file: place.file, key_made: place.kind === 'new' };
    return done({ subject: subject.text, algorithm, ...made });
  } catch (error) {
    return operatorRefusal(error);
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
  return generateKeyPairSync('ec', { namedCurve: CURVES[algorithm] }).privateKey;
}

function algorithmFor(key: KeyObject, wanted: RequestAlgorithm | null): RequestAlgorithm {
  // A key that is limited to RSASSA-PSS cannot sign a request with PKCS #1 v1.5.
  const natural = key.asymmetricKeyType === 'rsa-pss' ? null : algorithmOfKey(key);
  if (natural === null || !isSchemeName(natural))
    throw new SignerError('KEY_MISMATCH', 'The key is of a kind that C2PA does not sign with.');
  if (wanted === null || wanted === natural) return natural;
  throw new SignerError('KEY_MISMATCH', `The key does not fit ${wanted}; it is for ${natural}.`);
}

function makeRequest(subject: Sequence, key: KeyObject, algorithm: RequestAlgorithm): string {
  const extensions = new AsnSet({ value: [new Sequence({ value: signingUsages() })] });
  const attribute = new Sequence({ value: [new ObjectIdentifier({ value: EXTENSION_REQUEST }), extensions] });
  const attributes = new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [attribute] });
  const version = new Integer({ value: 0 });
  const content = new Sequence({ value: [version, subject, publicKeyInfo(createPublicKey(key)), attributes] });
  const base64 = signStructure(content, algorithm, key).toString('base64');
  const lines = base64.replaceAll(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE REQUEST-----\n${lines}\n-----END CERTIFICATE REQUEST-----\n`;
}

/** The request first, so that no key is ever left behind without one. */
async function writeFiles({ key: place, out }: CertificateRequest, key: KeyObject, pem: string) {
  const problem = await writeNewFile(out, pem, 0o644);
  if (problem !== null || place.kind === 'existing') return problem;
  const keyPem = key.export({ type: 'pkcs8', format: 'pem' }).toString();
  const keyProblem = await writeNewFile(place.file, keyPem, 0o600);
  if (keyProblem !== null) await rm(out, { force: true });
  return keyProblem;
}
