import type { LabVideo } from '../facts.ts';
import type { Notebook } from '../notebook.ts';
import { round } from '../round.ts';
import type { Samples } from './samples.ts';
import type { Track } from './track.ts';

const PATH = 'moov/trak(vide)';

/** Size, rate, length and key frames of the video, from its headers and tables. */
export function describeVideo(notebook: Notebook, track: Track, samples: Samples): LabVideo {
  const { entry, timescale } = track;
  const [width, height] = [entry?.width ?? null, entry?.height ?? null];
  const frames = samples.count > 0 ? samples.count : null;
  const video: LabVideo = {
    codec: entry?.codec ?? 'unknown',
    width,
    height,
    fps: rateOf(track, samples),
    frames,
    ...keyFrames(samples),
  };
  notebook.clip.video = video;
  notebook.see('video.codec', video.codec, PATH, entry?.offset ?? null);
  notebook.see('video.entry', video.codec, PATH, entry?.offset ?? null);
  if (width !== null && height !== null) {
    notebook.see('video.width', width, PATH, entry?.offset ?? null);
    notebook.see('video.height', height, PATH, entry?.offset ?? null);
    notebook.see('video.size', `${width}x${height}`, PATH, entry?.offset ?? null);
  }
  if (video.fps !== null) notebook.see('video.fps', video.fps, PATH);
  if (frames !== null) notebook.see('video.frames', frames, PATH);
  const { duration_seconds } = notebook.clip;
  if (duration_seconds !== null) notebook.see('video.seconds', duration_seconds, PATH);
  notebook.see('video.timescale', timescale, `${PATH}/mdia/mdhd`);
  notebook.see('video.tkhd_flags', track.flags, `${PATH}/tkhd`);
  notebook.see('video.handler', track.handlerName, `${PATH}/mdia/hdlr`);
  if (track.isPascalName) notebook.see('video.handler_pascal', true, `${PATH}/mdia/hdlr`);
  if (entry !== null) {
    notebook.see('video.compressor', entry.compressor, PATH, entry.offset);
    if (entry.vendor !== '') notebook.see('video.vendor', entry.vendor, PATH, entry.offset);
  }
  if (video.key_frames !== null) notebook.see('gop.sync', video.key_frames, `${PATH}/stbl/stss`);
  if (video.longest_gap !== null) notebook.see('gop.longest', video.longest_gap, `${PATH}/stbl/stss`);
  return video;
}

/** Over the whole track when its length is known: cuts on phones leave a first sample of another length. */
function rateOf({ timescale, duration }: Track, samples: Samples): number | null {
  const delta = samples.delta;
  if (timescale > 0 && duration > 0 && samples.count > 0) return round((samples.count * timescale) / duration);
  return timescale > 0 && delta !== null && delta > 0 ? round(timescale / delta) : null;
}

/** Null without a table: then every picture stands alone, or the table was cut off. */
function keyFrames(samples: Samples): Pick<LabVideo, 'key_frames' | 'longest_gap'> {
  const sync = samples.sync;
  if (sync === null || sync.length === 0) return { key_frames: null, longest_gap: null };
  let longest = Math.max(0, samples.count - (sync.at(-1) ?? 0));
  for (const [index, sample] of sync.entries()) longest = Math.max(longest, sample - (sync[index - 1] ?? 0));
  return { key_frames: sync.length, longest_gap: longest };
}
