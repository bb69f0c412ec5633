/** Joins bytes; text is ASCII. */
export function joinBytes(...parts: (string | readonly number[] | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))),
  );
}

/** A number of four bytes, low byte first. */
export function littleEndian32(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24];
}
