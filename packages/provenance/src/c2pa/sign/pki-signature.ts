import { constants, verify, type KeyObject, type VerifyKeyObjectInput, type X509Certificate } from 'node:crypto';
import { AlgorithmIdentifier, RSASSAPSSParams } from 'pkijs';
import { RSASSA_PSS } from './certificate-fields.ts';
import type { Der } from './der.ts';

/** Digests as `node:crypto` names them. SHA-1 and weaker are not among them: collisions can be made at will. */
export type Digest = 'sha256' | 'sha384' | 'sha512';

const DIGESTS: Readonly<Record<string, Digest>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

interface Scheme {
  keyType: 'rsa' | 'ec' | 'ed25519';
  /** Null when the scheme does its own hashing. */
  digest: Digest | null;
}

/** Signature algorithms that name their digest (RFC 8017, RFC 5758, RFC 8410). */
const SCHEMES: Readonly<Record<string, Scheme>> = {
  '1.2.840.113549.1.1.11': { keyType: 'rsa', digest: 'sha256' },
  '1.2.840.113549.1.1.12': { keyType: 'rsa', digest: 'sha384' },
  '1.2.840.113549.1.1.13': { keyType: 'rsa', digest: 'sha512' },
  '1.2.840.10045.4.3.2': { keyType: 'ec', digest: 'sha256' },
  '1.2.840.10045.4.3.3': { keyType: 'ec', digest: 'sha384' },
  '1.2.840.10045.4.3.4': { keyType: 'ec', digest: 'sha512' },
  '1.3.101.112': { keyType: 'ed25519', digest: null },
};
const RSA_ENCRYPTION = '1.2.840.113549.1.1.1';

/** What was signed, how, and with what result. */
export interface PkiSignature {
  bytes: Uint8Array;
  signature: Uint8Array;
  /** An AlgorithmIdentifier. */
  algorithm: Der;
  /** The digest given beside the algorithm; CMS may name plain `rsaEncryption` and leave the rest to it. */
  digest?: Digest;
}

/** The digest of this object identifier; null when it is not accepted. */
export function digestOf(oid: string): Digest | null {
  return Object.hasOwn(DIGESTS, oid) ? (DIGESTS[oid] ?? null) : null;
}

/**
 * Whether the certificate's key made the signature: RSASSA-PKCS1-v1_5, RSASSA-PSS and ECDSA with SHA-2, and Ed25519. Also
 * false for other algorithms, for parameters that cannot be read and for keys that do not fit.
 */
export async function isSignedBy(certificate: X509Certificate, signed: PkiSignature): Promise<boolean> {
  try {
    const { publicKey } = certificate;
    const scheme = schemeOf(new AlgorithmIdentifier({ schema: signed.algorithm }), signed.digest, publicKey);
    return scheme !== null && (await isVerified(scheme.digest, signed, scheme.key));
  } catch (error) {
    // The libraries cannot read the key or its parameters, so nothing shows that the signature is right.
    if (error instanceof Error) return false;
    throw error;
  }
}

interface Verification {
  digest: Digest | null;
  key: VerifyKeyObjectInput;
}

function schemeOf(algorithm: AlgorithmIdentifier, digest: Digest | undefined, key: KeyObject): Verification | null {
  const { asymmetricKeyType: keyType } = key;
  if (algorithm.algorithmId === RSASSA_PSS) {
    return keyType === 'rsa' || keyType === 'rsa-pss' ? pssScheme(algorithm, key) : null;
  }
  if (algorithm.algorithmId === RSA_ENCRYPTION) {
    return digest !== undefined && keyType === 'rsa' ? { digest, key: { key } } : null;
  }
  const scheme = Object.hasOwn(SCHEMES, algorithm.algorithmId) ? SCHEMES[algorithm.algorithmId] : undefined;
  return scheme === undefined || scheme.keyType !== keyType ? null : { digest: scheme.digest, key: { key } };
}

function pssScheme(algorithm: AlgorithmIdentifier, key: KeyObject): Verification | null {
  const parameters = new RSASSAPSSParams({ schema: algorithm.algorithmParams });
  const digest = digestOf(parameters.hashAlgorithm.algorithmId);
  const mask = new AlgorithmIdentifier({ schema: parameters.maskGenAlgorithm.algorithmParams });
  // node:crypto masks with the digest that it hashes with, as RFC 4055 §3.1 recommends.
  if (digest === null || digestOf(mask.algorithmId) !== digest) return null;
  const { saltLength } = parameters;
  return { digest, key: { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } };
}

/** Runs in the thread pool: a hostile RSA key can make the arithmetic slow. */
function isVerified(
  digest: Digest | null,
  { bytes, signature }: PkiSignature,
  key: VerifyKeyObjectInput,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    verify(digest, bytes, key, signature, (error, valid) => (error === null ? resolve(valid) : reject(error)));
  });
}
