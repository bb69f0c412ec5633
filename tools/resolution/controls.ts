import {
  addGrain,
  bayerCapture,
  cropPicture,
  resample,
  scale,
  throughCodec,
  type Codec,
  type KernelName,
  type Picture,
} from '@revera/testkit/pixels';
import { defocus, denoise, median, sharpen } from './filters.ts';
import { oneOf } from './one-of.ts';

/** Changes after which an image is still native at its size. */
export const CONTROLS = {
  untouched: (picture) => picture,
  'reduced to 0.75': (picture, random) => scale(picture, 0.75, oneOf(REDUCING, random)),
  'reduced to half': (picture, random) => scale(picture, 0.5, oneOf(REDUCING, random)),
  'reduced by chance': (picture, random) => scale(picture, 0.35 + 0.6 * random(), oneOf(REDUCING, random)),
  'enlarged and back': (picture) => resample(scale(picture, 2, 'cubic'), picture.width, picture.height, 'lanczos3'),
  cropped: (picture, random) => cropByChance(picture, 0.7, random),
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

/** Files in which a picture was kept before. */
export const BEFORE = ['jpeg:70', 'jpeg:80', 'jpeg:90', 'webp:80'] as const satisfies readonly Codec[];
const REDUCING = ['lanczos3', 'bilinear', 'cubic', 'area'] as const satisfies readonly KernelName[];

export function listControls(): Control[] {
  const names: Control[] = [];
  for (const name in CONTROLS) if (isControl(name)) names.push(name);
  return names;
}

function isControl(name: string): name is Control {
  return Object.hasOwn(CONTROLS, name);
}

/** A part with this share of each side. */
export function cropByChance(picture: Picture, share: number, random: () => number): Picture {
  const [width, height] = [Math.floor(picture.width * share), Math.floor(picture.height * share)];
  const within = (rest: number): number => Math.floor(random() * (rest + 1));
  return cropPicture(picture, within(picture.width - width), within(picture.height - height), width, height);
}
