import { Cursor } from '../../bytes/cursor.ts';
import { toHex } from '../../bytes/hex.ts';
import type { Nal } from '../bits/nal.ts';
import { LAB_LIMITS } from '../limits.ts';

/** Parameter sets that stand outside of the samples. */
export interface CodecConfig {
  codec: 'h264' | 'hevc';
  lengthBytes: number;
  nals: Nal[];
  /** The part that profiles from High on may have behind it (ISO/IEC 14496-15 §5.3.3); null when the profile has none. */
  hasExtension: boolean | null;
  /** The two bytes whose upper bits are reserved, in hexadecimal. */
  reserved: string | null;
}

const HIGH_PROFILES = new Set([100, 110, 122, 144]);
const EXTENSION_BYTES = 4;
const HVCC_HEAD_BYTES = 22;

/** `avcC`. @throws {DecodeError} cut off */
export function decodeAvcConfig(bytes: Uint8Array): CodecConfig {
  const cursor = new Cursor(bytes);
  cursor.skip(1, 'avcC version');
  const profile = cursor.u8('avcC profile');
  cursor.skip(2, 'avcC level');
  const lengthByte = cursor.u8('avcC length size');
  const countByte = cursor.u8('avcC count');
  const nals = readSets(cursor, countByte & 31);
  nals.push(...readSets(cursor, cursor.u8('avcC count')));
  return {
    codec: 'h264',
    lengthBytes: 1 + (lengthByte & 3),
    nals,
    hasExtension: HIGH_PROFILES.has(profile) ? cursor.remaining >= EXTENSION_BYTES : null,
    reserved: toHex(Uint8Array.of(lengthByte, countByte)),
  };
}

/** `hvcC`. @throws {DecodeError} cut off */
export function decodeHevcConfig(bytes: Uint8Array): CodecConfig {
  const cursor = new Cursor(bytes);
  cursor.skip(HVCC_HEAD_BYTES - 1, 'hvcC head');
  const lengthBytes = 1 + (cursor.u8('hvcC length size') & 3);
  const arrays = cursor.u8('hvcC arrays');
  const nals: Nal[] = [];
  for (let array = 0; array < arrays && nals.length < LAB_LIMITS.nals; array += 1) {
    cursor.skip(1, 'hvcC type');
    nals.push(...readSets(cursor, Math.min(cursor.u16('hvcC count'), LAB_LIMITS.nals)));
  }
  return { codec: 'hevc', lengthBytes, nals, hasExtension: null, reserved: null };
}

function readSets(cursor: Cursor, count: number): Nal[] {
  const nals: Nal[] = [];
  for (let index = 0; index < count; index += 1) {
    const length = cursor.u16('parameter set length');
    const offset = cursor.offset;
    nals.push({ offset, bytes: cursor.slice(length, 'parameter set'), whole: true });
  }
  return nals;
}
