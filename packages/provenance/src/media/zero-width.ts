import { LIMITS } from '../limits.ts';
import type { MediaSource } from './media-source.ts';

/** A message in characters without width: U+200D, then one U+200B or U+200C for each bit. */
export interface ZeroWidthText {
  /** In the source, as stored. */
  offset: number;
  length: number;
  bytes: Uint8Array;
}

const LEAD = [0xe2, 0x80] as const;
const ZERO = 0x8b;
const ONE = 0x8c;
const SENTINEL = 0x8d;
const SIGN_BYTES = 3;
const MIN_BYTES = 8;
/** White space that editors add after the end. */
const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);
const TAIL_BYTES = 256;

/** Null when the text does not end in such a message. Only text with a brace counts: joiners are ordinary in many scripts. */
export function findZeroWidthText(source: MediaSource): ZeroWidthText | null {
  const tailStart = Math.max(0, source.size - TAIL_BYTES);
  const tail = source.upTo(tailStart, TAIL_BYTES, 'text document');
  if (signAt(tail, endOfText(tail) - SIGN_BYTES) === null) return null;
  const start = Math.max(0, source.size - LIMITS.textScanBytes);
  const bytes = source.upTo(start, LIMITS.textScanBytes, 'text document');
  const end = endOfText(bytes);
  let at = end - SIGN_BYTES;
  while (signAt(bytes, at) === ZERO || signAt(bytes, at) === ONE) at -= SIGN_BYTES;
  if (signAt(bytes, at) !== SENTINEL) return null;
  const message = decodeBits(bytes, at + SIGN_BYTES, end);
  return isText(message) ? { offset: start + at, length: end - at, bytes: message } : null;
}

function endOfText(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && SPACE.has(bytes[end - 1] ?? 0)) end -= 1;
  return end;
}

function signAt(bytes: Uint8Array, at: number): number | null {
  if (at < 0 || bytes[at] !== LEAD[0] || bytes[at + 1] !== LEAD[1]) return null;
  const sign = bytes[at + 2] ?? 0;
  return sign === ZERO || sign === ONE || sign === SENTINEL ? sign : null;
}

function decodeBits(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const out = new Uint8Array(Math.floor((end - start) / SIGN_BYTES / 8));
  for (let index = 0; index < out.length; index += 1) {
    let value = 0;
    for (let bit = 0; bit < 8; bit += 1) {
      value = value * 2 + (bytes[start + (index * 8 + bit) * SIGN_BYTES + 2] === ONE ? 1 : 0);
    }
    out[index] = value;
  }
  return out;
}

function isText(message: Uint8Array): boolean {
  if (message.length < MIN_BYTES || !message.includes(0x7b)) return false;
  if (message.some((byte) => byte < 0x20 && !SPACE.has(byte))) return false;
  return Buffer.from(message).equals(Buffer.from(Buffer.from(message).toString('utf8'), 'utf8'));
}
