import type { KeyObject, X509Certificate } from 'node:crypto';
import { algorithmDetails, SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from './algorithms.ts';

const RSA_BITS_MIN = 2048;
const CURVES: ReadonlySet<string | undefined> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);

/** The algorithm that this key is for; an RSA key that may sign with several hashes gets the first. Null when there is none. */
export function algorithmOfKey(key: KeyObject): SignatureAlgorithm | null {
  return SIGNATURE_ALGORITHMS.find((algorithm) => fits(key, algorithm)) ?? null;
}

/**
 * Why the certificate's public key may not be used (C2PA 2.x §14.5.1), as words that follow the certificate's name, or null
 * when it may. `algorithm` is what it must sign with; null when any will do.
 */
export function keyProblem(certificate: X509Certificate, algorithm: SignatureAlgorithm | null): string | null {
  const key = publicKeyOf(certificate);
  const type = key?.asymmetricKeyType;
  const { modulusLength = 0, namedCurve } = key?.asymmetricKeyDetails ?? {};
  const isRsa = type === 'rsa' || type === 'rsa-pss';
  if (isRsa && modulusLength < RSA_BITS_MIN)
    return `has an RSA key of ${modulusLength} bits; at least 2048 are required`;
  const isKnown = isRsa || type === 'ed25519' || (type === 'ec' && CURVES.has(namedCurve));
  if (key === null || !isKnown)
    return 'has a key of a kind that is not allowed; P-256, P-384, P-521, RSA and Ed25519 are';
  return algorithm === null || fits(key, algorithm) ? null : `has a key that does not fit the algorithm ${algorithm}`;
}

function publicKeyOf(certificate: X509Certificate): KeyObject | null {
  try {
    return certificate.publicKey;
  } catch (error) {
    // A key that OpenSSL cannot decode.
    if (error instanceof Error) return null;
    throw error;
  }
}

function fits(key: KeyObject, algorithm: SignatureAlgorithm): boolean {
  const { keyType, curve, hash } = algorithmDetails(algorithm);
  const { namedCurve, hashAlgorithm, mgf1HashAlgorithm } = key.asymmetricKeyDetails ?? {};
  // A key of the kind id-RSASSA-PSS may be bound to one hash (RFC 4055 §3.1).
  if (key.asymmetricKeyType === 'rsa-pss' && keyType === 'rsa') {
    return [hashAlgorithm, mgf1HashAlgorithm].every((bound) => bound === undefined || bound === hash);
  }
  return key.asymmetricKeyType === keyType && (curve === null || namedCurve === curve);
}
