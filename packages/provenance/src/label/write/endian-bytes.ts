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
