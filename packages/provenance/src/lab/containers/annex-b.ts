import { nalsByStartCode } from '../bits/nal.ts';
import { checkStream } from '../checks/stream.ts';
import { readNals } from '../encoders/read-nals.ts';
import { newStream, type VideoStream } from '../encoders/video-stream.ts';
import type { Notebook } from '../notebook.ts';

/** The beginning of a stream with start codes: what it says of its encoder, and whether that agrees with itself. */
export function readStartCodes(
  notebook: Notebook,
  codec: VideoStream['codec'],
  { bytes, path, offset }: { bytes: Uint8Array; path: string; offset: number },
): VideoStream {
  const stream = newStream(codec);
  readNals(notebook, stream, nalsByStartCode(bytes), { path, offset, from: 'first' });
  checkStream(notebook, stream);
  return stream;
}

/** What the parameter set says of the picture, where the container says nothing. */
export function describeStream(notebook: Notebook, { codec, sps }: VideoStream): void {
  const timing = sps?.vui?.timing ?? null;
  const fps = timing === null || timing.units === 0 ? null : timing.scale / 2 / timing.units;
  const [width, height] = [sps?.width ?? null, sps?.height ?? null];
  notebook.clip.video = { codec, width, height, fps, frames: null, key_frames: null, longest_gap: null };
  notebook.see('video.codec', codec, 'stream');
  if (width !== null && height !== null) notebook.see('video.size', `${width}x${height}`, 'stream');
  if (fps !== null) notebook.see('video.fps', fps, 'stream');
}
