import { codecGridOf, cropPicture, resample, throughCodec, type Codec, type Picture } from '@revera/testkit/pixels';
import type { PixelWindow } from '@revera/provenance';
import type { Sample, Truth } from './sample.ts';

/** The largest sample; smaller originals make smaller ones. */
const LONG_SIDE = 1024;
const SHORT_SIDE = 768;
const LEAST_PIXELS = 120_000;
const LEAST_SIDE = 256;
/** An original with this many times the pixels of a side is also reduced to a base without the traces of its camera. */
const CLEAN_FACTOR = 1.5;

/** Part of the original that has the size of a sample after it was enlarged; half of them are reduced to it first. */
export function baseOf(original: Picture, factor: number, random: () => number): Picture {
  const [long, short] = [LONG_SIDE / factor, SHORT_SIDE / factor].map(Math.round);
  const [across, down] = original.width >= original.height ? [long, short] : [short, long];
  const width = Math.min(original.width, across ?? 1);
  const height = Math.min(original.height, down ?? 1);
  const room = Math.min(original.width / width, original.height / height);
  const shrink = random() < 0.5 && room >= CLEAN_FACTOR ? CLEAN_FACTOR + (room - CLEAN_FACTOR) * random() : 1;
  const [cutWidth, cutHeight] = [Math.floor(width * shrink), Math.floor(height * shrink)];
  const left = Math.floor(random() * (original.width - cutWidth + 1));
  const top = Math.floor(random() * (original.height - cutHeight + 1));
  const cut = cropPicture(original, left, top, cutWidth, cutHeight);
  return shrink === 1 ? cut : resample(cut, width, height, 'lanczos3');
}

/** The sample of a picture after a codec; none of a picture that would not be measured. */
export async function* finished(picture: Picture, codec: Codec, truth: Truth): AsyncGenerator<Sample> {
  const { width, height } = picture;
  if (Math.min(width, height) < LEAST_SIDE || width * height < LEAST_PIXELS) return;
  yield { window: windowOf(await throughCodec(picture, codec), codecGridOf(codec)), codec, truth };
}

/** The middle, if the picture is larger than a window may be. */
export function windowOf(picture: Picture, codecGrid: 8 | 16): PixelWindow {
  const side = 4096;
  const [width, height] = [Math.min(side, picture.width), Math.min(side, picture.height)];
  const [left, top] = [((picture.width - width) >> 1) & ~15, ((picture.height - height) >> 1) & ~15];
  const { data } = cropPicture(picture, left, top, width, height);
  return { data, width, height, left, top, imageWidth: picture.width, imageHeight: picture.height, codecGrid };
}
