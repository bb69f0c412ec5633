/** Parts of media files, for tests that compare them before and after. */

const RIFF_HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const PNG_SIGNATURE_BYTES = 8;
const APP11 = 0xeb;
const START_OF_SCAN = 0xda;

export interface FilePart {
  name: string;
  /** With head and padding. */
  bytes: Buffer;
}

/** Segments up to the first scan, and the rest as one. */
export function jpegParts(file: Uint8Array): FilePart[] {
  const bytes = Buffer.from(file);
  const parts = [{ name: 'SOI', bytes: bytes.subarray(0, 2) }];
  let at = 2;
  while (at < bytes.length && bytes[at + 1] !== START_OF_SCAN) {
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    parts.push({ name: (bytes[at + 1] ?? 0).toString(16), bytes: bytes.subarray(at, end) });
    at = end;
  }
  return [...parts, { name: 'image', bytes: bytes.subarray(at) }];
}

export const JPEG_CREDENTIAL = APP11.toString(16);

export function pngParts(file: Uint8Array): FilePart[] {
  const bytes = Buffer.from(file);
  const parts = [{ name: 'signature', bytes: bytes.subarray(0, PNG_SIGNATURE_BYTES) }];
  for (let at = PNG_SIGNATURE_BYTES; at < bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    parts.push({ name: bytes.toString('latin1', at + 4, at + 8), bytes: bytes.subarray(at, end) });
    at = end;
  }
  return parts;
}

/** Chunks of a RIFF file; its own head, which counts them, is left out. */
export function riffParts(file: Uint8Array): FilePart[] {
  const bytes = Buffer.from(file);
  const parts: FilePart[] = [];
  for (let at = RIFF_HEAD_BYTES; at < bytes.length;) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + CHUNK_HEAD_BYTES + length + (length % 2);
    parts.push({ name: bytes.toString('latin1', at, at + 4), bytes: bytes.subarray(at, end) });
    at = end;
  }
  return parts;
}

/** Boxes of the top level. */
export function bmffParts(file: Uint8Array): FilePart[] {
  const bytes = Buffer.from(file);
  const parts: FilePart[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + bytes.readUInt32BE(at);
    parts.push({ name: bytes.toString('latin1', at + 4, at + 8), bytes: bytes.subarray(at, end) });
    at = end;
  }
  return parts;
}

/** Whether the longer file is the shorter one with bytes put in at one place. */
export function isOneInsertion(shorter: Uint8Array, longer: Uint8Array): boolean {
  const fromEnd = (bytes: Uint8Array, index: number) => bytes[bytes.length - 1 - index];
  let [head, tail] = [0, 0];
  while (head < shorter.length && shorter[head] === longer[head]) head += 1;
  while (tail < shorter.length && fromEnd(shorter, tail) === fromEnd(longer, tail)) tail += 1;
  return shorter.length < longer.length && head + tail >= shorter.length;
}
