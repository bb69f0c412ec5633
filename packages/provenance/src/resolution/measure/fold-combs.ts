import { distanceToGrid, log } from '../signal/series.ts';
import type { FeatureVector } from './feature-vector.ts';
import { MEDIAN_OF_NOISE, type FoldRatio, type JointFold } from './fold-peaks.ts';

/** Spacings, in cycles a pixel, that an older grid of eight pixels has after it was enlarged, and after it was reduced. */
const ENLARGED_GRID = [1 / 40, 0.1215] as const;
const REDUCED_GRID = [0.1285, 0.42] as const;

/** Peaks that come in rows: those of an enlargement that was compressed afterwards, and those of an older codec grid. */
export function foldCombs(fold: JointFold, features: FeatureVector): void {
  const [sides, offset] = sideLines(fold);
  features.set('G', sides);
  features.set('Gb', offset);
  const [enlarged, enlargedAt] = comb(fold, ...ENLARGED_GRID);
  features.set('GU', enlarged);
  features.set('GUg', enlargedAt);
  const [reduced, reducedAt] = comb(fold, ...REDUCED_GRID);
  features.set('GD', reduced);
  features.set('GDg', reducedAt);
}

/** The highest of a place and its two neighbours. */
function around(joint: Float64Array, K: number): number {
  return Math.max(joint[K] ?? 0, joint[K - 1] ?? 0, joint[K + 1] ?? 0);
}

/** Lines at one distance from all multiples of an eighth. */
function sideLines({ joint, size, length }: JointFold): [strength: number, offset: number] {
  let [best, bestAt] = [0, 0];
  for (let offset = 5 / length; offset < 0.125 - 5 / length; offset += 1 / size) {
    let sum = 0;
    for (let m = 0; m < 8; m++) {
      const at = offset + m / 8;
      if (at < 0.2 || at > 0.955) continue;
      const height = around(joint, Math.round(at * size));
      if (height > 2) sum += log(height / 2);
    }
    if (sum > best) [best, bestAt] = [sum, offset];
  }
  return [best, bestAt];
}

/** Regular peaks at the multiples of one spacing; those that fall on the codec's own grid count for nothing. */
function comb({ joint, size, length }: JointFold, from: number, to: number): [strength: number, spacing: number] {
  let [best, bestAt] = [0, 0];
  for (let spacing = from; spacing < to; spacing += (0.25 / size) * Math.max(1, spacing * 8)) {
    let [sum, count] = [0, 0];
    for (let k = Math.ceil(0.21 / spacing); k * spacing < 0.95; k++) {
      const at = k * spacing;
      if (distanceToGrid(at, 8) < 5 / length) continue;
      const height = around(joint, Math.round(at * size));
      count++;
      if (height > 2.5) sum += log(height / 2.5);
    }
    const strength = count >= 2 ? sum / Math.sqrt(count) : 0;
    if (strength > best) [best, bestAt] = [strength, spacing];
  }
  return [best, bestAt];
}

/**
 * What stands exactly on the codec's grid: enlargements by two and four fall there too, so that only its strength against its
 * neighbours tells them from the codec.
 */
export function foldHarmonics({ x, y }: JointFold, features: FeatureVector): void {
  const height: Record<number, number> = {};
  const bound: Record<number, number> = {};
  for (const k of [2, 3, 4, 5, 6, 7] as const) {
    const [ofX, ofY] = [harmonic(x, k / 8), harmonic(y, k / 8)];
    height[k] = (log(1 + ofX.ratio) + log(1 + ofY.ratio)) / 2;
    bound[k] = (ofX.coherence + ofY.coherence) / 2;
    features.set(`h${k}`, height[k]);
    features.set(`c${k}`, bound[k]);
  }
  let odd = 0;
  for (const k of [5, 7, 9, 11, 13, 15] as const) {
    const value = (log(1 + harmonic(x, k / 16).ratio) + log(1 + harmonic(y, k / 16).ratio)) / 2;
    if (k <= 13) odd += value / 5;
    features.set(`o${k}`, value);
  }
  features.set('o16', odd);
  for (const [k, before, after] of [
    [4, 3, 5],
    [2, 3, 3],
    [6, 5, 7],
  ] as const) {
    features.set(`h${k}r`, (height[k] ?? 0) - ((height[before] ?? 0) + (height[after] ?? 0)) / 2);
    features.set(`c${k}r`, (bound[k] ?? 0) - ((bound[before] ?? 0) + (bound[after] ?? 0)) / 2);
  }
}

function harmonic(fold: FoldRatio, at: number): { ratio: number; coherence: number } {
  const { size, statistic, background, coherence } = fold;
  let [best, place] = [0, 0];
  const end = Math.min(size, Math.ceil(at * size + 2));
  for (let K = Math.max(0, Math.floor(at * size - 2)); K <= end; K++) {
    const value = statistic[K] ?? 0;
    if (value > best) [best, place] = [value, K];
  }
  return { ratio: best / ((background[place] ?? 0) / MEDIAN_OF_NOISE + 0.5), coherence: coherence[place] ?? 0 };
}
