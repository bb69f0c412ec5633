import { constants, createPublicKey, verify, type KeyObject, type VerifyKeyObjectInput } from 'node:crypto';
import { KeptResults } from '../../bytes/kept-results.ts';
import { SIGNATURE_SCHEMES, type SignatureScheme } from './known-engines.ts';

/** Checks signatures for one engine, by OpenSSL. */
export interface NativeSignatures {
  /**
   * What the engine's function was called with, the number of its scheme first; see prologues.ts. 1 when the signature is valid,
   * 0 when the engine must see for itself, so that every refusal is the engine's own.
   */
  verify(values: readonly number[]): number;
}

/** One signature that the engine wants checked. */
export interface SignatureQuestion {
  scheme: SignatureScheme;
  hash: (typeof HASHES)[number];
  signature: Uint8Array;
  data: Uint8Array;
  /** DER of a SubjectPublicKeyInfo (RFC 5280 §4.1). */
  publicKey: Uint8Array;
}

/** In the order of the engine's variants of each scheme. */
export const HASHES = ['sha256', 'sha384', 'sha512'] as const;

/** Curves with one key encoding each, uncompressed, and the length of `r | s` (IEEE P1363). */
const CURVES = [
  { name: 'prime256v1', keyBytes: 91, pairBytes: 64 },
  { name: 'secp384r1', keyBytes: 120, pairBytes: 96 },
] as const;
const RSA_BITS: ReadonlySet<unknown> = new Set([2048, 3072, 4096]);
const RSA_EXPONENT = 65_537n;
const DER_SEQUENCE = 0x30;

export function createNativeSignatures(memory: { readonly buffer: ArrayBuffer }): NativeSignatures {
  const keys = new KeptResults(readPublicKey);
  return {
    verify: ([number = 0, variant = 0, ...places]) => {
      // Addresses are unsigned; JavaScript gets them as signed numbers.
      const view = (at = 0, length = 0): Uint8Array => new Uint8Array(memory.buffer, at >>> 0, length >>> 0);
      const scheme = SIGNATURE_SCHEMES[number];
      const [hashNumber = HASHES.length] = view(variant, 1);
      const hash = HASHES[hashNumber];
      if (scheme === undefined || hash === undefined) return 0;
      const [signature, data, publicKey] = [
        view(places[0], places[1]),
        view(places[2], places[3]),
        view(places[4], places[5]),
      ];
      return isValidSignature({ scheme, hash, signature, data, publicKey }, keys) ? 1 : 0;
    },
  };
}

/**
 * Whether OpenSSL finds a signature valid of which the engine would say the same. Where the two are known to read keys or
 * signatures differently, or may, the answer is no: the engine then looks itself.
 */
export function isValidSignature(question: SignatureQuestion, keys = new KeptResults(readPublicKey)): boolean {
  const key = keys.of(question.publicKey);
  if (key === null) return false;
  return question.scheme === 'ecdsa' ? isValidEcdsa(question, key) : isValidRsa(question, key);
}

/** Null for a key that is not written as OpenSSL itself would write it: the engine's reader may take it for another. */
function readPublicKey(der: Uint8Array): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
    return key.export({ format: 'der', type: 'spki' }).equals(der) ? key : null;
  } catch {
    // Not a key that OpenSSL knows. The engine says what is wrong with it.
    return null;
  }
}

function isValidEcdsa({ hash, signature, data, publicKey }: SignatureQuestion, key: KeyObject): boolean {
  const curve = CURVES.find(({ name }) => name === key.asymmetricKeyDetails?.namedCurve);
  if (key.asymmetricKeyType !== 'ec' || curve === undefined || publicKey.length !== curve.keyBytes) return false;
  // The engine takes for DER what can be read as DER. A pair that begins like a sequence could be both.
  const isPair = signature.length === curve.pairBytes;
  if (isPair === (signature[0] === DER_SEQUENCE)) return false;
  return isValid(hash, data, { key, dsaEncoding: isPair ? 'ieee-p1363' : 'der' }, signature);
}

function isValidRsa({ scheme, hash, signature, data }: SignatureQuestion, key: KeyObject): boolean {
  const { modulusLength, publicExponent } = key.asymmetricKeyDetails ?? {};
  if (!RSA_BITS.has(modulusLength) || publicExponent !== RSA_EXPONENT) return false;
  const padding =
    scheme === 'rsa_pss'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : { padding: constants.RSA_PKCS1_PADDING };
  return isValid(hash, data, { key, ...padding }, signature);
}

function isValid(hash: string, data: Uint8Array, key: VerifyKeyObjectInput, signature: Uint8Array): boolean {
  try {
    return verify(hash, data, key, signature);
  } catch {
    // A key that must not be used so, by its own parameters. The engine says what it makes of it.
    return false;
  }
}
