import {
  addGrain,
  bayerCapture,
  codecGridOf,
  cropPicture,
  fractions,
  resample,
  scale,
  throughCodec,
  type Codec,
  type KernelName,
  type Picture,
} from '@revera/testkit/pixels';
import type { PixelWindow } from '@revera/provenance';
import { defocus, denoise, median, sharpen } from './filters.ts';

/** What is known of a sample, because it was made so. */
export type Truth =
  { kind: 'enlarged'; factor: number; kernel: KernelName } | { kind: 'native'; control: Control | 'file as it is' };

export interface Sample {
  window: PixelWindow;
  codec: Codec;
  truth: Truth;
}

const FACTORS = [1.25, 1.5, 2, 3, 4] as const;
const KERNELS = ['nearest', 'bilinear', 'cubic', 'lanczos3'] as const satisfies readonly KernelName[];
const CODECS = ['png', 'jpeg:95', 'jpeg:85', 'jpeg:75', 'webp:80'] as const satisfies readonly Codec[];
const CONTROL_CODECS = [
  ...CODECS,
  'jpeg:90',
  'jpeg:60',
  'jpeg:50',
  'avif:60',
  'palette:256',
] as const satisfies readonly Codec[];

/** Changes after which an image is still native at its size. */
export const CONTROLS = {
  untouched: (picture) => picture,
  'reduced to 0.75': (picture, random) => scale(picture, 0.75, oneOf(REDUCING, random)),
  'reduced to half': (picture, random) => scale(picture, 0.5, oneOf(REDUCING, random)),
  'reduced by chance': (picture, random) => scale(picture, 0.35 + 0.6 * random(), oneOf(REDUCING, random)),
  'enlarged and back': (picture) => resample(scale(picture, 2, 'cubic'), picture.width, picture.height, 'lanczos3'),
  cropped: (picture, random) => {
    const [width, height] = [Math.floor(picture.width * 0.7), Math.floor(picture.height * 0.7)];
    const within = (rest: number): number => Math.floor(random() * (rest + 1));
    return cropPicture(picture, within(picture.width - width), within(picture.height - height), width, height);
  },
  grain: (picture, random) => addGrain(picture, 1 + 4 * random(), random),
  'Bayer pattern': (picture, random) => bayerCapture(picture, random),
  sharpened: (picture, random) => sharpen(picture, 0.6 + random()),
  denoised: (picture) => denoise(picture),
  'median of nine': (picture) => median(picture),
  'compressed before': async (picture, random) => {
    // The grid of the second file does not lie on that of the first.
    const [left, top] = [1, 1].map((least) => least + Math.floor(7 * random()));
    const first = await throughCodec(picture, oneOf(BEFORE, random));
    return cropPicture(first, left ?? 1, top ?? 1, picture.width - 8, picture.height - 8);
  },
  blurred: (picture) => scale(scale(picture, 1, 'bspline'), 1, 'bspline'),
  'out of focus': (picture, random) => defocus(picture, 0.8 + 2 * random()),
} as const satisfies Record<string, (picture: Picture, random: () => number) => Picture | Promise<Picture>>;
export type Control = keyof typeof CONTROLS;
/** Soft images are rather uncertain than native, and do not set the threshold. */
export const SOFT_CONTROLS: ReadonlySet<string> = new Set<Control>(['blurred', 'out of focus']);

const BEFORE = ['jpeg:70', 'jpeg:80', 'jpeg:90', 'webp:80'] as const satisfies readonly Codec[];
const REDUCING = ['lanczos3', 'bilinear', 'cubic', 'area'] as const satisfies readonly KernelName[];

/** The largest sample; smaller originals make smaller ones. */
const LONG_SIDE = 1024;
const SHORT_SIDE = 768;
const LEAST_PIXELS = 120_000;
const LEAST_SIDE = 256;
/** An original with this many times the pixels of a side is also reduced to a base without the traces of its camera. */
const CLEAN_FACTOR = 1.5;

/** Each control once with a codec that goes round, and each factor with two codecs; the kernels go round too. */
export async function* samplesOf(original: Picture, codecGrid: 8 | 16, seed: number): AsyncGenerator<Sample> {
  const random = fractions(seed);
  const turn = seed % KERNELS.length;
  yield { window: windowOf(original, codecGrid), codec: 'png', truth: { kind: 'native', control: 'file as it is' } };
  for (const [at, control] of listControls().entries()) {
    const codec = CONTROL_CODECS[(at + seed) % CONTROL_CODECS.length] ?? 'png';
    const picture = await CONTROLS[control](baseOf(original, 1, random), random);
    yield* finished(picture, codec, { kind: 'native', control });
  }
  for (const [at, factor] of FACTORS.entries()) {
    const kernel = KERNELS[(at + turn) % KERNELS.length] ?? 'cubic';
    const enlarged = scale(baseOf(original, factor, random), factor, kernel);
    for (const step of [0, 2]) {
      yield* finished(enlarged, CODECS[(at + seed + step) % CODECS.length] ?? 'png', {
        kind: 'enlarged',
        factor,
        kernel,
      });
    }
  }
}

function listControls(): Control[] {
  const names: Control[] = [];
  for (const name in CONTROLS) if (isControl(name)) names.push(name);
  return names;
}

function isControl(name: string): name is Control {
  return Object.hasOwn(CONTROLS, name);
}

async function* finished(picture: Picture, codec: Codec, truth: Truth): AsyncGenerator<Sample> {
  const { width, height } = picture;
  if (Math.min(width, height) < LEAST_SIDE || width * height < LEAST_PIXELS) return;
  yield { window: windowOf(await throughCodec(picture, codec), codecGridOf(codec)), codec, truth };
}

/** Part of the original that has the size of a sample after it was enlarged; half of them are reduced to it first. */
function baseOf(original: Picture, factor: number, random: () => number): Picture {
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

function oneOf<T>(values: readonly [T, ...T[]], random: () => number): T {
  return values[Math.floor(random() * values.length)] ?? values[0];
}

/** The middle, if the picture is larger than a window may be. */
function windowOf(picture: Picture, codecGrid: 8 | 16): PixelWindow {
  const side = 4096;
  const [width, height] = [Math.min(side, picture.width), Math.min(side, picture.height)];
  const [left, top] = [((picture.width - width) >> 1) & ~15, ((picture.height - height) >> 1) & ~15];
  const { data } = cropPicture(picture, left, top, width, height);
  return { data, width, height, left, top, imageWidth: picture.width, imageHeight: picture.height, codecGrid };
}
