import { createHash, sign, timingSafeEqual, verify, type KeyObject } from 'node:crypto';
import { canonicalBytes, hasBlankValue, type BlankRule } from './canonical.ts';
import type { EpayParameters } from './parameters.ts';

/** The value of `sign_type` in each protocol. */
export const SIGN_TYPES = { v1: 'MD5', v2: 'RSA' } as const;

const MD5_HEX = /^[0-9a-f]{32}$/;
const DIGEST = 'RSA-SHA256';

/** V1: the MD5 of what is signed followed by the key, in lower-case hexadecimal. */
export function signV1(parameters: EpayParameters, key: string, blank: BlankRule = 'keep'): string {
  return createHash('md5').update(canonicalBytes(parameters, blank)).update(key, 'utf8').digest('hex');
}

/** V2: RSA (PKCS#1 v1.5) with SHA-256, in base64. */
export function signV2(parameters: EpayParameters, privateKey: KeyObject): string {
  return sign(DIGEST, canonicalBytes(parameters, 'drop'), privateKey).toString('base64');
}

/** Whether `signature` is the one of V1. Never throws; an empty key verifies nothing. */
export function verifyV1(parameters: EpayParameters, signature: string, key: string): boolean {
  if (key === '' || !MD5_HEX.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  return blankRules(parameters).some((blank) =>
    timingSafeEqual(given, Buffer.from(signV1(parameters, key, blank), 'hex')),
  );
}

/** Whether `signature` is one of V2 by the owner of this key. Never throws. */
export function verifyV2(parameters: EpayParameters, signature: string, publicKey: KeyObject): boolean {
  const bytes = Buffer.from(signature, 'base64');
  // Node.js reads base64 with anything in between; a signature is written in one way only.
  if (bytes.length * 8 !== publicKey.asymmetricKeyDetails?.modulusLength) return false;
  if (bytes.toString('base64') !== signature) return false;
  return blankRules(parameters).some((blank) => verify(DIGEST, canonicalBytes(parameters, blank), publicKey, bytes));
}

/** Gateways of one protocol differ in what they do with values of spaces only, so both ways count. */
function blankRules(parameters: EpayParameters): readonly BlankRule[] {
  return hasBlankValue(parameters) ? ['keep', 'drop'] : ['keep'];
}
