const SPACES = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'));

/** ISO 32000-2 §7.2.3, table 1. */
export function isSpace(byte: number | undefined): boolean {
  return byte !== undefined && SPACES.has(byte);
}

/** Whether the byte belongs to a name, number or keyword. False at the end of the bytes. */
export function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && !SPACES.has(byte) && !DELIMITERS.has(byte);
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** The value of a hexadecimal digit; -1 for other bytes. */
export function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
