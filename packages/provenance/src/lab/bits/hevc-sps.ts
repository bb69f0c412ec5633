import { BitReader } from './bit-reader.ts';
import { withoutEscapes } from './nal.ts';

/** What a sequence parameter set of HEVC says of the picture (H.265 clause 7.3.2.2), in pixels after cropping. */
export interface HevcSps {
  profile: number;
  level: number;
  width: number;
  height: number;
}

const HEADER_BYTES = 2;
const LAYERS_MAX = 7;

/** @throws {DecodeError} cut off, or not a parameter set */
export function decodeHevcSps(nal: Uint8Array): HevcSps {
  const bits = new BitReader(withoutEscapes(nal.subarray(HEADER_BYTES)), 'HEVC SPS');
  bits.skip(4);
  const layers = bits.u(3);
  bits.skip(1);
  bits.skip(3);
  const profile = bits.u(5);
  bits.skip(80);
  const level = bits.u(8);
  skipLayers(bits, layers);
  bits.ue();
  const chroma = bits.ue();
  if (chroma === 3) bits.skip(1);
  const [fullWidth, fullHeight] = [bits.ue(), bits.ue()];
  const [left = 0, right = 0, top = 0, bottom = 0] = bits.flag() ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [];
  const [unitX, unitY] = [chroma === 1 || chroma === 2 ? 2 : 1, chroma === 1 ? 2 : 1];
  return { profile, level, width: fullWidth - (left + right) * unitX, height: fullHeight - (top + bottom) * unitY };
}

/** Profiles and levels of temporal layers, which have flags for all of them first. */
function skipLayers(bits: BitReader, layers: number): void {
  if (layers === 0) return;
  const present: { profile: boolean; level: boolean }[] = [];
  for (let layer = 0; layer < Math.min(layers, LAYERS_MAX); layer += 1) {
    present.push({ profile: bits.flag(), level: bits.flag() });
  }
  bits.skip(2 * (8 - layers));
  for (const { profile, level } of present) bits.skip((profile ? 88 : 0) + (level ? 8 : 0));
}
