import {
  addGrain,
  fractions,
  resample,
  throughCodec,
  type Codec,
  type KernelName,
  type Picture,
} from '@revera/testkit/pixels';
import { BEFORE, cropByChance } from './controls.ts';
import { baseOf, finished } from './draw.ts';
import { sharpen } from './filters.ts';
import { oneOf } from './one-of.ts';
import type { Sample, Truth, Way } from './sample.ts';
import { nativeSamplesOf } from './samples.ts';

/** Enlarged samples of an original: about as many as it has native ones. */
const ENLARGED = 14;
const LEAST_FACTOR = 1.08;
const MOST_FACTOR = 4.1;
/** Factors that people choose. */
const USUAL_FACTORS = [1.1, 1.25, 1.5, 2, 3, 4] as const;
const USUAL_SHARE = 0.6;
/** The usual kernels come more often, as they do in files. */
const USUAL_KERNELS = ['nearest', 'bilinear', 'cubic', 'mitchell', 'lanczos3'] as const satisfies readonly KernelName[];
const OTHER_KERNELS = ['cubic75', 'lanczos2', 'bspline', 'area'] as const satisfies readonly KernelName[];
const USUAL_KERNEL_SHARE = 0.85;
const CODECS = [
  'png',
  'png',
  'jpeg:95',
  'jpeg:90',
  'jpeg:85',
  'jpeg:80',
  'jpeg:75',
  'jpeg:70',
  'jpeg:60',
  'jpeg:50',
  'webp:80',
  'webp:90',
  'avif:60',
] as const satisfies readonly Codec[];

/** For a training: native samples as in an evaluation, and enlarged ones that differ in everything. */
export async function* trainingSamplesOf(original: Picture, codecGrid: 8 | 16, seed: number): AsyncGenerator<Sample> {
  const random = fractions(seed);
  yield* nativeSamplesOf(original, codecGrid, seed, random);
  for (let made = 0; made < ENLARGED; made++) {
    const { picture, truth } = await enlargeByChance(original, random);
    yield* finished(picture, oneOf(CODECS, random), truth);
  }
}

type Enlarged = Extract<Truth, { kind: 'enlarged' }>;

/** One in ten in linear light, one in ten by its corners, a quarter compressed before, a quarter changed afterwards. */
export async function enlargeByChance(
  original: Picture,
  random: () => number,
): Promise<{ picture: Picture; truth: Enlarged }> {
  const factor =
    random() < USUAL_SHARE ? oneOf(USUAL_FACTORS, random) : LEAST_FACTOR + (MOST_FACTOR - LEAST_FACTOR) * random();
  const kernel = oneOf(random() < USUAL_KERNEL_SHARE ? USUAL_KERNELS : OTHER_KERNELS, random);
  const ways: Way[] = [];
  const happens = (way: Way, share: number): boolean => random() < share && ways.push(way) > 0;
  let base = baseOf(original, factor, random);
  if (happens('compressed before', 0.25)) base = await throughCodec(base, oneOf(BEFORE, random));
  const [width, height] = [Math.round(base.width * factor), Math.round(base.height * factor)];
  const light = happens('linear light', 0.1) ? 'linear' : 'stored';
  const align = happens('corner-aligned', 0.1) ? 'corners' : 'centres';
  const enlarged = resample(base, width, height, kernel, { light, align });
  const truth: Enlarged = { kind: 'enlarged', factor, kernel, ways };
  return { picture: changeAfter(enlarged, random, ways), truth };
}

function changeAfter(picture: Picture, random: () => number, ways: Way[]): Picture {
  const chance = random();
  if (chance < 0.08) {
    ways.push('sharpened after');
    return sharpen(picture, 0.7 + random());
  }
  if (chance < 0.14) {
    ways.push('grained after');
    return addGrain(picture, 0.5 + 2.5 * random(), random);
  }
  if (chance >= 0.24) return picture;
  ways.push('cropped after');
  return cropByChance(picture, 0.6 + 0.3 * random(), random);
}
