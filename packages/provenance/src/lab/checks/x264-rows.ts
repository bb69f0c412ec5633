import type { H264Pps } from '../bits/h264-pps.ts';
import type { H264Sps } from '../bits/h264-sps.ts';
import { numberOption, type X264Settings } from '../encoders/x264-settings.ts';
import type { LabCheckId } from '../facts.ts';

/** Null where a check does not apply. */
export type Answer = boolean | null;

/** What the settings say of the picture parameter set. */
export function pictureSetRows(settings: X264Settings, pps: H264Pps): (readonly [LabCheckId, Answer])[] {
  const { options } = settings;
  const crf = numberOption(settings, 'crf');
  const isCrf = options.get('rc') === 'crf' && crf !== null;
  const same = (name: string, is: boolean): Answer => {
    const value = numberOption(settings, name);
    return value === null ? null : value > 0 === is;
  };
  return [
    ['x264.crf_vs_pps', isCrf ? pps.initialQp === Math.floor(crf) : null],
    ['x264.cabac', same('cabac', pps.cabac)],
    ['x264.8x8dct', pps.transform8x8 === null ? null : same('8x8dct', pps.transform8x8)],
    ['x264.weightp', same('weightp', pps.weightedPrediction)],
    ['x264.weightb', same('weightb', pps.weightedBiprediction === 2)],
  ];
}

/** What they say of the references and the order of pictures. */
export function sequenceSetRows(settings: X264Settings, sps: H264Sps, pps: H264Pps): (readonly [LabCheckId, Answer])[] {
  const ref = numberOption(settings, 'ref');
  const bframes = numberOption(settings, 'bframes');
  const hasPyramid = (numberOption(settings, 'b_pyramid') ?? 0) > 0;
  const most = ref === null ? 0 : Math.max(ref, 4) + (hasPyramid ? 0 : 1);
  const reorder = sps.vui?.restriction?.reorderFrames ?? null;
  const expected = bframes === null ? null : bframes === 0 ? 0 : hasPyramid ? 2 : 1;
  return [
    ['x264.ref_l0', ref === null ? null : ref === pps.refsL0],
    ['x264.ref_dpb', ref === null ? null : ref <= sps.refFrames && sps.refFrames <= most],
    ['x264.reorder', expected === null || reorder === null ? null : reorder === expected],
  ];
}
