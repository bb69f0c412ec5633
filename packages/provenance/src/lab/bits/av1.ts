import { BitReader } from './bit-reader.ts';
import { LAB_LIMITS } from '../limits.ts';

/** One open bitstream unit (AV1 clause 5.3). */
export interface Obu {
  type: number;
  offset: number;
  payload: Uint8Array;
}

/** What a sequence header says of the picture, at its largest. */
export interface Av1Sequence {
  profile: number;
  width: number;
  height: number;
}

export const OBU = { sequenceHeader: 1, frameHeader: 3, metadata: 5, frame: 6 } as const;
const LEB128_BYTES = 8;

/** The units of one sample or configuration. Stops where a size leads out of the bytes. */
export function obusIn(bytes: Uint8Array): Obu[] {
  const obus: Obu[] = [];
  let at = 0;
  while (at < bytes.length && obus.length < LAB_LIMITS.obus) {
    const header = bytes[at] ?? 0;
    const type = (header >> 3) & 15;
    const hasSize = (header & 2) !== 0;
    const sizeAt = at + ((header & 4) === 0 ? 1 : 2);
    const size = hasSize ? leb128(bytes, sizeAt) : { value: bytes.length - sizeAt, next: sizeAt };
    if (size === null || (header & 0x80) !== 0) return obus;
    obus.push({ type, offset: at, payload: bytes.subarray(size.next, size.next + size.value) });
    at = size.next + size.value;
  }
  return obus;
}

/** Null for streams with timing or operating parameters, whose sizes stand behind much else. @throws {DecodeError} cut off */
export function decodeAv1Sequence(payload: Uint8Array): Av1Sequence | null {
  const bits = new BitReader(payload, 'AV1 sequence header');
  const profile = bits.u(3);
  bits.skip(1);
  const isReduced = bits.flag();
  if (isReduced) bits.skip(5);
  else {
    if (bits.flag()) return null;
    if (bits.flag()) return null;
    const points = bits.u(5) + 1;
    for (let point = 0; point < points; point += 1) {
      bits.skip(12);
      if (bits.u(5) > 7) bits.skip(1);
    }
  }
  const [widthBits, heightBits] = [bits.u(4) + 1, bits.u(4) + 1];
  return { profile, width: bits.u(widthBits) + 1, height: bits.u(heightBits) + 1 };
}

/** A little-endian number of seven bits a byte; null when it does not end. */
export function leb128(bytes: Uint8Array, from: number): { value: number; next: number } | null {
  let value = 0;
  for (let index = 0; index < LEB128_BYTES; index += 1) {
    const byte = bytes[from + index];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: from + index + 1 };
  }
  return null;
}
