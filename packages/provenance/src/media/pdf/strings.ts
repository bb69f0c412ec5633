import { hexDigit } from './characters.ts';

interface StringToken {
  bytes: Uint8Array;
  /** Behind the closing sign. */
  end: number;
}

const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };
const [OPEN, CLOSE, BACKSLASH, CR, LF] = [0x28, 0x29, 0x5c, 13, 10];

/** `(…)` whose parenthesis opens at `start` (ISO 32000-2 §7.3.4.2). Null when it does not end. */
export function literalString(source: Uint8Array, start: number): StringToken | null {
  let depth = 1;
  let isPlain = true;
  for (let at = start + 1; at < source.length; at += 1) {
    const byte = source[at];
    if (byte === BACKSLASH || byte === CR) isPlain = false;
    if (byte === BACKSLASH) at += 1;
    else if (byte === OPEN) depth += 1;
    else if (byte === CLOSE) depth -= 1;
    if (depth > 0) continue;
    const inside = source.subarray(start + 1, at);
    return { bytes: isPlain ? inside : unescaped(inside), end: at + 1 };
  }
  return null;
}

function unescaped(inside: Uint8Array): Uint8Array {
  const out: number[] = [];
  let at = 0;
  while (at < inside.length) {
    const byte = inside[at] ?? 0;
    at += 1;
    if (byte === BACKSLASH) {
      at = escaped(inside, at, out);
      continue;
    }
    // Any line end inside a string is one line feed.
    if (byte === CR && inside[at] === LF) at += 1;
    out.push(byte === CR ? LF : byte);
  }
  return Uint8Array.from(out);
}

/** Reads what follows a backslash; returns where the string continues. An unknown letter stands for itself. */
function escaped(source: Uint8Array, start: number, out: number[]): number {
  const byte = source[start];
  if (byte === undefined) return start;
  if (byte === CR) return source[start + 1] === LF ? start + 2 : start + 1;
  if (byte === LF) return start + 1;
  let [value, at] = [0, start];
  while (at < start + 3 && isOctal(source[at])) {
    value = value * 8 + (source[at] ?? 0) - 0x30;
    at += 1;
  }
  if (at > start) {
    out.push(value & 0xff);
    return at;
  }
  out.push(ESCAPES[String.fromCharCode(byte)] ?? byte);
  return start + 1;
}

function isOctal(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x37;
}

/** `<…>` that opens at `start` (§7.3.4.3); a missing last digit is 0. Null when it does not end. */
export function hexString(source: Uint8Array, start: number): StringToken | null {
  const end = source.indexOf(0x3e, start);
  if (end === -1) return null;
  const digits: number[] = [];
  for (let at = start + 1; at < end; at += 1) {
    const digit = hexDigit(source[at]);
    if (digit >= 0) digits.push(digit);
  }
  const bytes = new Uint8Array(Math.ceil(digits.length / 2));
  for (const [index, digit] of digits.entries()) {
    bytes[index >> 1] = (bytes[index >> 1] ?? 0) | (digit << (index % 2 === 0 ? 4 : 0));
  }
  return { bytes, end: end + 1 };
}
