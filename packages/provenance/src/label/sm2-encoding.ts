import { Cursor } from '../bytes/cursor.ts';
import { DecodeError } from '../bytes/decode-error.ts';
import { pointOfHex, type Point } from './sm2-curve.ts';

const SCALAR_CHARS = 64;
const HEX = /^[0-9a-f]+$/;
/** A public key with the names of its kind and curve around it (GB/T 35276, X.509); the point follows. */
const SPKI_START = '3059301306072a8648ce3d020106082a811ccf5501822d034200';
/** A sequence of two integers of at most 33 bytes each. */
const SIGNATURE_BYTES = 72;
const DER_SEQUENCE = 0x30;
const DER_INTEGER = 0x02;

export interface Signature {
  r: bigint;
  s: bigint;
}

/** `unknown`: its form is not known. `invalid`: the form is known, but it cannot be right. */
export type Decoded<T> = T | 'unknown' | 'invalid';

/**
 * A public key in hexadecimal: as SPKI, as a point (with both coordinates or one and the other's sign), or as x alone,
 * with or without a zero byte in front; x alone means the point with the even y, as MiniMax writes it.
 */
export function decodePublicKey(text: string): Decoded<Point> {
  const lower = hexOf(text);
  if (lower === null) return 'unknown';
  const hex = lower.startsWith(SPKI_START) ? lower.slice(SPKI_START.length) : lower;
  const sec1 = sec1Of(hex);
  return sec1 === null ? 'unknown' : (pointOfHex(sec1) ?? 'invalid');
}

/** The point in the form of SEC 1, with a leading byte that names the form. Null when the form is not known. */
function sec1Of(hex: string): string | null {
  const [lead, rest] = hex.length % SCALAR_CHARS === 2 ? [hex.slice(0, 2), hex.slice(2)] : ['', hex];
  if (rest.length === 2 * SCALAR_CHARS) return lead === '' || lead === '04' ? `04${rest}` : null;
  if (rest.length !== SCALAR_CHARS) return null;
  if (lead === '' || lead === '00' || lead === '02') return `02${rest}`;
  return lead === '03' ? hex : null;
}

/** A signature in hexadecimal: the two numbers as DER, or concatenated. */
export function decodeSignature(text: string): Decoded<Signature> {
  const hex = hexOf(text);
  if (hex === null) return 'unknown';
  if (hex.length === 2 * SCALAR_CHARS) {
    return { r: BigInt(`0x${hex.slice(0, SCALAR_CHARS)}`), s: BigInt(`0x${hex.slice(SCALAR_CHARS)}`) };
  }
  if (hex.length > 2 * SIGNATURE_BYTES) return 'invalid';
  try {
    return decodeDer(Buffer.from(hex, 'hex'));
  } catch (error) {
    if (error instanceof DecodeError) return 'invalid';
    throw error;
  }
}

/** Whole bytes in lower case, or null. */
function hexOf(text: string): string | null {
  const hex = text.trim().toLowerCase();
  return hex.length % 2 === 0 && HEX.test(hex) ? hex : null;
}

function decodeDer(bytes: Uint8Array): Signature {
  const outer = new Cursor(bytes);
  const inner = new Cursor(takeDer(outer, DER_SEQUENCE), { base: 2 });
  const signature = { r: takeInteger(inner), s: takeInteger(inner) };
  if (outer.remaining + inner.remaining > 0) throw new DecodeError('bytes behind a signature', outer.offset);
  return signature;
}

function takeInteger(cursor: Cursor): bigint {
  const bytes = takeDer(cursor, DER_INTEGER);
  const isNegative = ((bytes[0] ?? 0x80) & 0x80) !== 0;
  if (isNegative) throw new DecodeError('number of a signature', cursor.offset);
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

/** Lengths below 128 take one byte, and nothing in a signature is longer. */
function takeDer(cursor: Cursor, tag: number): Uint8Array {
  const at = cursor.offset;
  if (cursor.u8('signature') !== tag) throw new DecodeError('signature', at);
  return cursor.slice(cursor.u8('signature'), 'signature');
}
