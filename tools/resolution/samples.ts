import { fractions, scale, type Codec, type KernelName, type Picture } from '@revera/testkit/pixels';
import { CONTROLS, listControls } from './controls.ts';
import { baseOf, finished, windowOf } from './draw.ts';
import type { Sample } from './sample.ts';

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

/** For an evaluation: each control once with a codec that goes round, and each factor with two codecs; the kernels go round too. */
export async function* samplesOf(original: Picture, codecGrid: 8 | 16, seed: number): AsyncGenerator<Sample> {
  const random = fractions(seed);
  const turn = seed % KERNELS.length;
  yield* nativeSamplesOf(original, codecGrid, seed, random);
  for (const [at, factor] of FACTORS.entries()) {
    const kernel = KERNELS[(at + turn) % KERNELS.length] ?? 'cubic';
    const enlarged = scale(baseOf(original, factor, random), factor, kernel);
    for (const step of [0, 2]) {
      const codec = CODECS[(at + seed + step) % CODECS.length] ?? 'png';
      yield* finished(enlarged, codec, { kind: 'enlarged', factor, kernel, ways: [] });
    }
  }
}

/** The file as it is, and every control once. */
export async function* nativeSamplesOf(
  original: Picture,
  codecGrid: 8 | 16,
  seed: number,
  random: () => number,
): AsyncGenerator<Sample> {
  yield { window: windowOf(original, codecGrid), codec: 'png', truth: { kind: 'native', control: 'file as it is' } };
  for (const [at, control] of listControls().entries()) {
    const codec = CONTROL_CODECS[(at + seed) % CONTROL_CODECS.length] ?? 'png';
    const picture = await CONTROLS[control](baseOf(original, 1, random), random);
    yield* finished(picture, codec, { kind: 'native', control });
  }
}
