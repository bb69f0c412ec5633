import { constants, verify, type KeyObject } from 'node:crypto';
import { algorithmDetails } from '@revera/provenance';
import type { SignatureAlgorithm } from '../../shared/signature-algorithms.ts';

const COORDINATE_BYTES = { prime256v1: 32, secp384r1: 48, secp521r1: 66 } as const;
const ED25519_BYTES = 64;
const BASE64 = /^[A-Za-z0-9+/]{16,}={0,2}\s*$/;
const ASN1_SEQUENCE = 0x30;
const ASN1_INTEGER = 0x02;

/** How `node:crypto` makes and checks signatures in the form of COSE (RFC 9053 §2). */
export function signatureOptions(algorithm: SignatureAlgorithm) {
  const { keyType, hash } = algorithmDetails(algorithm);
  const options =
    keyType === 'rsa'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : { dsaEncoding: 'ieee-p1363' as const };
  return { hash, options };
}

/** Whether this is the key's signature over these bytes, in the form of COSE. */
export function isSignature(
  algorithm: SignatureAlgorithm,
  key: KeyObject,
  bytes: Uint8Array,
  signature: Uint8Array,
): boolean {
  const { hash, options } = signatureOptions(algorithm);
  return verify(hash, bytes, { key, ...options }, signature);
}

/**
 * The signatures, in the form of COSE, that a key store's answer may mean: raw or in base64; ECDSA as r and s or as the DER
 * structure of them (RFC 3279 §2.2.3). A raw one may by chance look like DER, so the caller tries each.
 */
export function readSignatures(answer: Uint8Array, algorithm: SignatureAlgorithm, key: KeyObject): Uint8Array[] {
  const text = Buffer.from(answer).toString('latin1');
  const forms = BASE64.test(text) ? [answer, new Uint8Array(Buffer.from(text, 'base64'))] : [answer];
  const { curve } = algorithmDetails(algorithm);
  if (curve === null) {
    const bits = key.asymmetricKeyDetails?.modulusLength;
    const length = bits === undefined ? ED25519_BYTES : Math.ceil(bits / 8);
    return forms.filter((form) => form.length === length);
  }
  const size = COORDINATE_BYTES[curve];
  return forms.flatMap((form) => [...(form.length === 2 * size ? [form] : []), ...(fromDer(form, size) ?? [])]);
}

/** SEQUENCE { INTEGER r, INTEGER s } as r and s of fixed length; null when it is not such a structure. */
function fromDer(der: Uint8Array, size: number): [Uint8Array] | null {
  const sequence = readElement(der, 0, ASN1_SEQUENCE);
  if (sequence === null || sequence.end !== der.length) return null;
  const r = readElement(der, sequence.start, ASN1_INTEGER);
  const s = r === null ? null : readElement(der, r.end, ASN1_INTEGER);
  if (r === null || s === null || s.end !== der.length) return null;
  const [left, right] = [r, s].map(({ start, end }) => fixed(der.subarray(start, end), size));
  return left == null || right == null ? null : [Uint8Array.from([...left, ...right])];
}

/** One element of DER with a length of one or two bytes; a signature needs no more. */
function readElement(der: Uint8Array, at: number, tag: number): { start: number; end: number } | null {
  const first = der[at + 1];
  if (der[at] !== tag || first === undefined) return null;
  const [start, length] = first === 0x81 ? [at + 3, der[at + 2] ?? 0] : [at + 2, first];
  const end = start + length;
  return first > 0x81 || end > der.length ? null : { start, end };
}

/** Without the zero that marks an integer as positive, and padded on the left; null when it is too long. */
function fixed(integer: Uint8Array, size: number): Uint8Array | null {
  const begin = integer.findIndex((byte) => byte !== 0);
  const digits = begin < 0 ? new Uint8Array() : integer.subarray(begin);
  if (digits.length > size) return null;
  const filled = new Uint8Array(size);
  filled.set(digits, size - digits.length);
  return filled;
}
