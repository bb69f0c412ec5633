import { BitReader } from './bit-reader.ts';
import { withoutEscapes } from './nal.ts';
import { readVui, type Vui } from './h264-vui.ts';

/** What a sequence parameter set of H.264 says (clause 7.3.2.1); pictures in pixels after cropping. */
export interface H264Sps {
  profile: number;
  constraints: number;
  level: number;
  frameNumBits: number;
  pocType: number;
  /** Bits of the least significant part of the picture order; null unless `pocType` is 0. */
  pocBits: number | null;
  refFrames: number;
  width: number;
  height: number;
  vui: Vui | null;
}

const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);
/** Cropping counts in units of this many luma samples, by chroma format (clause 6.2). */
const CHROMA_UNITS: readonly (readonly [number, number])[] = [
  [1, 1],
  [2, 2],
  [2, 1],
  [1, 1],
];
const POC_CYCLES_MAX = 255;

/** @throws {DecodeError} cut off, or not a parameter set */
export function decodeH264Sps(nal: Uint8Array): H264Sps {
  const bits = new BitReader(withoutEscapes(nal.subarray(1)), 'H.264 SPS');
  const [profile, constraints, level] = [bits.u(8), bits.u(8), bits.u(8)];
  bits.ue();
  const chroma = HIGH_PROFILES.has(profile) ? readHighProfile(bits) : 1;
  const frameNumBits = bits.ue() + 4;
  const pocType = bits.ue();
  const pocBits = pocType === 0 ? bits.ue() + 4 : null;
  if (pocType === 1) skipPocCycle(bits);
  const refFrames = bits.ue();
  bits.skip(1);
  const [columns, rows] = [bits.ue() + 1, bits.ue() + 1];
  const fields = bits.flag() ? 1 : 2;
  if (fields === 2) bits.skip(1);
  bits.skip(1);
  const crop = bits.flag() ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0];
  const [unitX, unitY] = CHROMA_UNITS[chroma] ?? [1, 1];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const width = columns * 16 - (left + right) * unitX;
  const height = rows * 16 * fields - (top + bottom) * unitY * fields;
  const vui = bits.flag() ? readVui(bits) : null;
  return { profile, constraints, level, frameNumBits, pocType, pocBits, refFrames, width, height, vui };
}

/** Returns the chroma format. */
function readHighProfile(bits: BitReader): number {
  const chroma = bits.ue();
  if (chroma === 3) bits.skip(1);
  bits.ue();
  bits.ue();
  bits.skip(1);
  if (!bits.flag()) return chroma;
  for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1) {
    if (bits.flag()) skipScalingList(bits, list < 6 ? 16 : 64);
  }
  return chroma;
}

function skipScalingList(bits: BitReader, size: number): void {
  let [last, next] = [8, 8];
  for (let index = 0; index < size && next !== 0; index += 1) {
    next = (last + bits.se() + 256) % 256;
    last = next === 0 ? last : next;
  }
}

function skipPocCycle(bits: BitReader): void {
  bits.skip(1);
  bits.se();
  bits.se();
  const cycles = Math.min(bits.ue(), POC_CYCLES_MAX);
  for (let index = 0; index < cycles; index += 1) bits.se();
}
