import { LIMITS } from '../limits.ts';

const UNSIGNED = 0;
const BYTES = 2;
const TEXT = 3;
const ARRAY = 4;
const TAG = 6;
const INDEFINITE = 31;
/** Bytes of the argument after the first byte, by the additional information from 24. */
const ARGUMENT_BYTES = [1, 2, 4, 8] as const;

/**
 * Whether every byte string in well-formed CBOR, and in CBOR inside its byte strings, stands there in one piece. Not so in
 * strings of indefinite length, which are written in parts, and in arrays of numbers, which decoders also accept for bytes.
 * False when the bytes are not well-formed.
 */
export function hasPlainStrings(bytes: Uint8Array): boolean {
  return readItems(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), 0) === 'plain';
}

type Reading = 'plain' | 'in_parts' | 'malformed';

/** The items in the order in which they stand; how they nest makes no difference. */
function readItems(bytes: Buffer, depth: number): Reading {
  if (depth > LIMITS.plainCborDepth) return 'in_parts';
  let numbers = 0;
  for (let at = 0; at < bytes.length;) {
    const initial = bytes.readUInt8(at);
    const major = initial >> 5;
    const info = initial & 0x1f;
    const argumentBytes = info < 24 || info === INDEFINITE ? 0 : ARGUMENT_BYTES[info - 24];
    const start = at + 1 + (argumentBytes ?? 0);
    if (argumentBytes === undefined || start > bytes.length) return 'malformed';
    const isString = major === BYTES || major === TEXT;
    if (isString && info === INDEFINITE) return 'in_parts';
    if (major === UNSIGNED) numbers += 1;
    else if (major !== TAG) numbers = 0;
    if (numbers > LIMITS.plainCborNumbers) return 'in_parts';
    const length = isString ? argumentOf(bytes, at, info) : 0;
    if (length > bytes.length - start) return 'malformed';
    at = start + length;
    if (major === BYTES && isPart(bytes, start, at, depth)) return 'in_parts';
  }
  return 'plain';
}

/** A byte string may itself be CBOR: a protected header, or the signature of an identity assertion. */
function isPart(bytes: Buffer, start: number, end: number, depth: number): boolean {
  const major = start < end ? bytes.readUInt8(start) >> 5 : UNSIGNED;
  return major >= ARRAY && major <= TAG && readItems(bytes.subarray(start, end), depth + 1) === 'in_parts';
}

function argumentOf(bytes: Buffer, at: number, info: number): number {
  switch (info) {
    case 24:
      return bytes.readUInt8(at + 1);
    case 25:
      return bytes.readUInt16BE(at + 1);
    case 26:
      return bytes.readUInt32BE(at + 1);
    case 27:
      // Not exact above 2^53, where every length reaches past the end.
      return bytes.readUInt32BE(at + 1) * 2 ** 32 + bytes.readUInt32BE(at + 5);
    default:
      return info;
  }
}
