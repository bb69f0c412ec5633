import { LAB_LIMITS } from '../limits.ts';

export interface Nal {
  /** Where its header is, from the start of the bytes that were split. */
  offset: number;
  /** Header and payload, escapes still in place; clipped to what was read. */
  bytes: Uint8Array;
  /** False when the bytes at hand end before it does. */
  whole: boolean;
}

export interface NalList {
  nals: Nal[];
  /** False when a length is zero, or larger than the sample: what follows is not looked at. */
  wellFormed: boolean;
}

/** Units with their lengths in front, as in MP4 and Matroska. `sampleBytes` is the size of the whole sample. */
export function nalsByLength(bytes: Uint8Array, lengthBytes: number, sampleBytes: number): NalList {
  const nals: Nal[] = [];
  let at = 0;
  while (at + lengthBytes < bytes.length && nals.length < LAB_LIMITS.nals) {
    let length = 0;
    for (const byte of bytes.subarray(at, at + lengthBytes)) length = length * 256 + byte;
    const offset = at + lengthBytes;
    if (length === 0 || offset + length > sampleBytes) return { nals, wellFormed: false };
    nals.push({ offset, bytes: bytes.subarray(offset, offset + length), whole: offset + length <= bytes.length });
    at = offset + length;
  }
  return { nals, wellFormed: true };
}

/** Units behind start codes, as in transport streams and AVI (H.264 annex B). */
export function nalsByStartCode(bytes: Uint8Array): Nal[] {
  const nals: Nal[] = [];
  let start = nextStartCode(bytes, 0);
  while (start !== -1 && nals.length < LAB_LIMITS.nals) {
    const next = nextStartCode(bytes, start);
    let end = next === -1 ? bytes.length : next - 3;
    while (end > start && bytes[end - 1] === 0) end -= 1;
    if (end > start) nals.push({ offset: start, bytes: bytes.subarray(start, end), whole: next !== -1 });
    start = next;
  }
  return nals;
}

/** The offset behind the next `00 00 01`; -1 when there is none. */
function nextStartCode(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 2 < bytes.length; at += 1) {
    if (bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 1) return at + 3;
  }
  return -1;
}

/**
 * The payload without its emulation prevention bytes: every `03` behind two zeros (H.264 clause 7.4.1). Sizes and
 * identifiers in a message count the bytes after this.
 */
export function withoutEscapes(bytes: Uint8Array, max: number = LAB_LIMITS.rbspBytes): Uint8Array {
  const out = new Uint8Array(Math.min(bytes.length, max));
  let length = 0;
  let zeros = 0;
  for (const byte of bytes) {
    if (length >= out.length) break;
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    out[length] = byte;
    length += 1;
  }
  return out.subarray(0, length);
}
