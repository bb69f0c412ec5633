import type { Samples } from '../bmff/samples.ts';
import type { Track } from '../bmff/track.ts';
import { numberOption, type X264Settings } from '../encoders/x264-settings.ts';
import type { VideoStream } from '../encoders/video-stream.ts';
import type { H264Pps } from '../bits/h264-pps.ts';
import type { H264Sps } from '../bits/h264-sps.ts';
import type { LabCheckId, LabVideo } from '../facts.ts';
import type { Notebook } from '../notebook.ts';

export interface CheckedVideo {
  video: LabVideo;
  track: Track;
  samples: Samples;
  isFragmented: boolean;
}

type Answer = boolean | null;

const RATE_TOLERANCE = 0.01;

/** The checks by which a message that was taken from another stream is found out: it describes other parameter sets. */
export function checkX264(notebook: Notebook, stream: VideoStream, checked: CheckedVideo): void {
  checkPicture(notebook, stream, checked);
  const { settings, sps, pps } = stream;
  if (settings === null || settings.options.size === 0 || sps === null || pps === null) return;
  const rows: readonly (readonly [LabCheckId, Answer])[] = [
    ...pictureSetRows(settings, pps),
    ...sequenceSetRows(settings, sps, pps),
    ...tableRows(notebook, settings, sps, checked),
  ];
  for (const [id, answer] of rows) notebook.check(id, answer);
  if (rows.some(([, answer]) => answer === false)) notebook.warn('settings_contradicted');
}

function pictureSetRows(settings: X264Settings, pps: H264Pps): (readonly [LabCheckId, Answer])[] {
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

function sequenceSetRows(settings: X264Settings, sps: H264Sps, pps: H264Pps): (readonly [LabCheckId, Answer])[] {
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

function tableRows(
  notebook: Notebook,
  settings: X264Settings,
  sps: H264Sps,
  { video, samples, isFragmented }: CheckedVideo,
): (readonly [LabCheckId, Answer])[] {
  const [keyint, bframes] = [numberOption(settings, 'keyint'), numberOption(settings, 'bframes')];
  const gap = video.longest_gap;
  const expectsOffsets = bframes !== null && bframes > 0;
  const reorders = (sps.vui?.restriction?.reorderFrames ?? 0) > 0;
  // A raw stream without times, put into a container as it is: no contradiction, and worth a remark.
  const isRaw = !isFragmented && expectsOffsets && !samples.hasTimeOffsets && reorders;
  if (isRaw) notebook.warn('remuxed_from_raw_es');
  const ctts = isFragmented || isRaw || bframes === null || samples.count < 3;
  return [
    ['x264.keyint', keyint === null || gap === null || isFragmented ? null : gap <= keyint],
    ['x264.ctts', ctts ? null : samples.hasTimeOffsets === expectsOffsets],
  ];
}

/** What the parameter set says of size and rate, against the container. */
function checkPicture(notebook: Notebook, { sps }: VideoStream, { video, track, samples }: CheckedVideo): void {
  const hasSize = sps !== null && video.width !== null && video.height !== null;
  notebook.check('size_vs_sps', hasSize ? sps.width === video.width && sps.height === video.height : null);
  const timing = sps?.vui?.timing ?? null;
  const delta = samples.delta;
  if (timing === null || timing.units === 0 || delta === null || delta === 0 || track.timescale === 0) {
    return notebook.check('rate_vs_vui', null);
  }
  const [stated, real] = [timing.scale / 2 / timing.units, track.timescale / delta];
  notebook.check('rate_vs_vui', Math.abs(stated - real) <= real * RATE_TOLERANCE);
}
