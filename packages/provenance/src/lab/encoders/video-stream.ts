import type { H264Pps } from '../bits/h264-pps.ts';
import type { H264Sps } from '../bits/h264-sps.ts';
import type { X264Settings } from './x264-settings.ts';

/** What is known of one stream of H.264 or HEVC, for checks that compare one place with another. */
export interface VideoStream {
  codec: 'h264' | 'hevc';
  sps: H264Sps | null;
  pps: H264Pps | null;
  /** Parameter sets as they were first seen, in hexadecimal. */
  sets: { sps: string | null; pps: string | null };
  /** Settings of the first sample, and the texts of later ones that differ. */
  settings: X264Settings | null;
  firstText: string | null;
  hasOtherText: boolean;
  hasOtherSets: boolean;
}

export function newStream(codec: VideoStream['codec']): VideoStream {
  return {
    codec,
    sps: null,
    pps: null,
    sets: { sps: null, pps: null },
    settings: null,
    firstText: null,
    hasOtherText: false,
    hasOtherSets: false,
  };
}

/** Whether a parameter set is one that x264 and encoders derived from it write; null when that cannot be said. */
export function isX264Like({ sps, pps }: VideoStream): boolean | null {
  if (sps === null || pps === null) return null;
  const { vui } = sps;
  const restriction = vui?.restriction ?? null;
  if (vui === null || restriction === null || vui.timing === null) return false;
  // A buffer model can be asked of x264 too, so its presence says neither.
  if (vui.hasHrd) return null;
  return (
    sps.frameNumBits === 4 &&
    sps.pocType === 0 &&
    restriction.overBoundaries &&
    restriction.bytesDenominator === 0 &&
    restriction.bitsDenominator === 0 &&
    !vui.timing.fixed &&
    pps.weightedBiprediction === 2 &&
    pps.cabac &&
    pps.deblockingControl
  );
}
