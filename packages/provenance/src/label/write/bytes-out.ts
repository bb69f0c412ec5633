const encoder = new TextEncoder();

export type BytesPart = Uint8Array | readonly number[] | string;

/** Joins bytes and text (as UTF-8) into an array of their own. */
export function joinBytes(...parts: BytesPart[]): Uint8Array {
  const arrays = parts.map((part) => (typeof part === 'string' ? encoder.encode(part) : Uint8Array.from(part)));
  const out = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    out.set(array, at);
    at += array.length;
  }
  return out;
}

/** A number in that many bytes, the highest first. @throws {RangeError} it does not fit */
export function bigEndianBytes(value: number, width: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0 || value >= 256 ** width) throw new RangeError('Number out of range');
  const out = new Uint8Array(width);
  let rest = value;
  for (let at = width - 1; at >= 0; at -= 1) {
    out[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return out;
}

/** As `bigEndianBytes`, the lowest byte first. */
export function littleEndianBytes(value: number, width: number): Uint8Array {
  return bigEndianBytes(value, width).toReversed();
}
