import { BitReader } from './bit-reader.ts';
import { withoutEscapes } from './nal.ts';

/** What a picture parameter set of H.264 says (clause 7.3.2.2), as far as encoders differ in it. */
export interface H264Pps {
  cabac: boolean;
  /** Reference pictures that a P picture may use unless it says otherwise. */
  refsL0: number;
  weightedPrediction: boolean;
  weightedBiprediction: number;
  initialQp: number;
  chromaQpOffset: number;
  deblockingControl: boolean;
  /** Null when the set ends before it, as those of profiles below High do. */
  transform8x8: boolean | null;
}

/** Null when it has several slice groups, which no encoder of our tables writes. @throws {DecodeError} cut off */
export function decodeH264Pps(nal: Uint8Array): H264Pps | null {
  const bits = new BitReader(withoutEscapes(nal.subarray(1)), 'H.264 PPS');
  bits.ue();
  bits.ue();
  const cabac = bits.flag();
  bits.skip(1);
  if (bits.ue() !== 0) return null;
  const refsL0 = bits.ue() + 1;
  bits.ue();
  const weightedPrediction = bits.flag();
  const weightedBiprediction = bits.u(2);
  const initialQp = 26 + bits.se();
  bits.se();
  const chromaQpOffset = bits.se();
  const deblockingControl = bits.flag();
  bits.skip(2);
  const transform8x8 = bits.hasMore() ? bits.flag() : null;
  return {
    cabac,
    refsL0,
    weightedPrediction,
    weightedBiprediction,
    initialQp,
    chromaQpOffset,
    deblockingControl,
    transform8x8,
  };
}
