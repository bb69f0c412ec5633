import { concat, type Bytes, type Part } from './bytes.ts';

/** One ASN.1 value in DER form: a tag, the length, and the parts one after another. */
export function der(tag: number, ...parts: Part[]): Bytes {
  const content = concat(...parts);
  return concat([tag, ...lengthOf(content.length)], content);
}

/** An object identifier, given in dotted form. */
export function oid(dotted: string): Bytes {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, [first * 40 + second, ...rest].flatMap(base128));
}

function base128(arc: number): number[] {
  const digits = [arc & 0x7f];
  for (let left = arc >> 7; left > 0; left >>= 7) digits.unshift(0x80 | (left & 0x7f));
  return digits;
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

/** The whole value that begins at this place. */
export function elementAt(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.subarray(at, at + headerLength(bytes, at) + contentLength(bytes, at));
}

/** What the value at this place holds. */
export function contentAt(bytes: Uint8Array, at: number): Uint8Array {
  const from = at + headerLength(bytes, at);
  return bytes.subarray(from, from + contentLength(bytes, at));
}

function headerLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at + 1] ?? 0;
  return first < 0x80 ? 2 : 2 + (first & 0x7f);
}

function contentLength(bytes: Uint8Array, at: number): number {
  const more = bytes.subarray(at + 2, at + headerLength(bytes, at));
  return more.length === 0 ? (bytes[at + 1] ?? 0) : more.reduce((sum, byte) => sum * 256 + byte, 0);
}
