import { RESOLUTION_LIMITS } from '../limits.ts';
import type { FeatureVector } from '../measure/feature-vector.ts';
import type { Model } from '../model/decode-model.ts';

/** How many times each side was enlarged, and which trace says so. */
export interface FactorEstimate {
  factor: number;
  code: 'interpolation_period' | 'block_symmetry' | 'grid_harmonic';
  /** How strong the trace is, and what one native image in a hundred reaches. */
  strength: number;
  reference: number;
  /** The sum of two frequencies, in cycles a pixel, at which the trace is seen. */
  fold: number;
}

/** Pairs of coefficients of a block and the factor that makes their signs opposite. */
const BLOCK_FACTORS = [
  ['13', 4],
  ['24', 8 / 3],
  ['35', 2],
  ['26', 2],
  ['17', 2],
  ['46', 8 / 5],
  ['57', 4 / 3],
] as const;
const BLOCK_ERRORS = 4;

/** Enlargements that fold on the grid of JPEG, and the harmonics of that grid that they leave alone. */
const LONE_HARMONICS = [
  { factor: 8 / 5, own: 'h5', coherence: 'c5', others: ['h4', 'h6', 'h7'] },
  { factor: 8 / 3, own: 'h3', coherence: 'c3', others: ['h2', 'h4', 'h7'] },
] as const;

/** Null: the image may be enlarged all the same, but nothing says by how much. */
export function estimateFactor(features: FeatureVector, model: Model): FactorEstimate | null {
  const [lone, period] = [loneHarmonic(features), byPeriod(features, model)];
  // The second harmonic of 3.2 falls on that of 1.6.
  const isSecond = lone !== null && period !== null && Math.abs(lone.fold / period.fold - 2) < 0.02;
  if (lone !== null && !isSecond) return lone;
  return period ?? byBlocks(features, model) ?? byHarmonic(features, model);
}

/**
 * An enlargement by 8/5 or 8/3 leaves one harmonic of the grid of JPEG. That grid itself, and the blocks of other codecs, leave
 * several, those of 6/8 and 7/8 first. So a harmonic that stands alone is an enlargement of which no codec has kept blocks.
 */
export function loneHarmonic(features: FeatureVector): FactorEstimate | null {
  const { loneHarmonic: reference, loneCoherence } = RESOLUTION_LIMITS;
  for (const { factor, own, coherence, others } of LONE_HARMONICS) {
    const strength = features.get(own) - Math.max(...others.map((other) => features.get(other)));
    if (strength < reference || features.get(coherence) < loneCoherence) continue;
    return { factor, code: 'grid_harmonic', strength, reference, fold: 1 / factor };
  }
  return null;
}

function byPeriod(features: FeatureVector, { references }: Model): FactorEstimate | null {
  const [height, at] = [features.get('J1'), features.get('a1')];
  if (height < references.J1) return null;
  // The grid of an older JPEG file, enlarged by two or four, shows on the odd sixteenths or thirty-seconds.
  if (isOdd(at, 16) && features.get('c4') > 0.2) return harmonic(2, 'h4', features, references);
  if (isOdd(at, 32) && features.get('c2') > 0.1) return harmonic(4, 'h2', features, references);
  const [second, secondAt] = [features.get('J2'), features.get('a2')];
  const isDouble = Math.abs(secondAt / at - 2) < 0.01 && at < 0.45 && features.get('dr1') < 6;
  const fold = second >= references.J1 && second > 0.6 * height && isDouble ? secondAt : at;
  return { factor: 1 / fold, code: 'interpolation_period', strength: height, reference: references.J1, fold };
}

/**
 * The trace is a grid of 16 pixels and nothing falls off at half of the resolution. An older JPEG file that was doubled has
 * this grid, but so have the blocks of other codecs, and those of colour in most JPEG files.
 */
export function isBareGridOfSixteen(features: FeatureVector): boolean {
  return isOdd(features.get('a1'), 16) && features.get('d05') < RESOLUTION_LIMITS.fallAtHalf;
}

function isOdd(frequency: number, parts: number): boolean {
  const steps = frequency * parts;
  return Math.abs(steps - Math.round(steps)) < (0.012 * parts) / 16 && Math.round(steps) % 2 === 1;
}

function harmonic(
  factor: 2 | 4,
  evidence: 'h2' | 'h4',
  features: FeatureVector,
  references: Model['references'],
): FactorEstimate {
  const [strength, reference] = [features.get(evidence), references[evidence]];
  return { factor, code: 'grid_harmonic', strength, reference, fold: 1 / factor };
}

function byBlocks(features: FeatureVector, { references }: Model): FactorEstimate | null {
  const [strongest] = BLOCK_FACTORS.map(([pair, factor]) => {
    const evidence = `b${pair}` as const;
    return { factor, evidence, value: features.get(evidence), errors: features.get(`z${pair}`) };
  })
    .filter(({ evidence, value, errors }) => value > references[evidence] && errors > BLOCK_ERRORS)
    .toSorted((one, other) => other.value - one.value);
  if (strongest === undefined) return null;
  const { factor, evidence, value } = strongest;
  return { factor, code: 'block_symmetry', strength: value, reference: references[evidence], fold: 1 / factor };
}

function byHarmonic(features: FeatureVector, { references }: Model): FactorEstimate | null {
  const isHalf = features.get('h4') > references.h4 && features.get('c4') > 0.25;
  if (isHalf && features.get('c4r') > references.c4r) return harmonic(2, 'h4', features, references);
  return features.get('h2') > references.h2 && features.get('c2') > 0.15
    ? harmonic(4, 'h2', features, references)
    : null;
}

/**
 * What the same trace could also mean: two frequencies whose sum is `1 / f` cannot be told from those of `f / (f - 1)`, and
 * the harmonic of four stands beside that of two.
 */
export function alternativesOf({ factor, code }: FactorEstimate): number[] {
  const others: number[] = [];
  if (factor > 1 && (factor < 1.6 || factor > 2.6)) others.push(factor / (factor - 1));
  if (factor === 4 && code === 'grid_harmonic') others.push(2);
  return others.map(rounded);
}

/** Factors are known to three digits after the point. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
