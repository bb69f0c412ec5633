import type { Samples } from '../bmff/samples.ts';
import type { Track } from '../bmff/track.ts';
import { numberOption, type X264Settings } from '../encoders/x264-settings.ts';
import type { VideoStream } from '../encoders/video-stream.ts';
import type { H264Sps } from '../bits/h264-sps.ts';
import type { LabCheckId, LabVideo } from '../facts.ts';
import type { Notebook } from '../notebook.ts';
import { checkStream } from './stream.ts';
import type { Answer } from './x264-rows.ts';

export interface CheckedVideo {
  video: LabVideo;
  track: Track;
  samples: Samples;
  isFragmented: boolean;
}

const RATE_TOLERANCE = 0.01;
/** No clip has more pictures in a second. */
const FASTEST = 500;

/** The checks by which a message that was taken from another stream is found out: it describes other parameter sets. */
export function checkX264(notebook: Notebook, stream: VideoStream, checked: CheckedVideo): void {
  checkPicture(notebook, stream, checked);
  const { settings, sps } = stream;
  checkStream(notebook, stream, settings === null || sps === null ? [] : tableRows(notebook, settings, sps, checked));
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
  // Pictures that last differently are timed by a clock, and it is the clock's rate that stands there.
  if (stated > FASTEST) return notebook.check('rate_vs_vui', null);
  notebook.check('rate_vs_vui', Math.abs(stated - real) <= real * RATE_TOLERANCE);
}
