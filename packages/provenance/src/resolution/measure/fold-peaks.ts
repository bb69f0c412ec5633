import { distanceToGrid, log, median } from '../signal/series.ts';
import type { Workspace } from '../workspace.ts';
import type { FoldSpectrum } from './fold-bands.ts';
import type { FeatureVector } from './feature-vector.ts';
import type { Axis } from './plane.ts';

const LOWEST = 0.2;
const HIGHEST = 0.955;
const RADIUS = 24;
const LEAST_VALUES = 6;
/** The median of what noise gives, whose mean is 1: the logarithm of two, to two digits as the model was trained. */
export const MEDIAN_OF_NOISE = 0.69;

/** The statistic over its local background. */
export interface FoldRatio extends FoldSpectrum {
  ratio: Float64Array;
  background: Float64Array;
  /** 1 on the codec's own grid, where the codec itself makes peaks. */
  onGrid: Uint8Array;
}

/** Both axes together, on the finer of their two scales. */
export interface JointFold {
  x: FoldRatio;
  y: FoldRatio;
  size: number;
  /** Of the shorter line. */
  length: number;
  /** The geometric mean of the two ratios; a peak at `K / size` is the trace of an enlargement by `size / K`. */
  joint: Float64Array;
  /** How far apart, in cycles a pixel, peaks of both axes may be and still be one. */
  tolerance: number;
}

export function foldRatio(fold: FoldSpectrum, codecGrid: number, axis: Axis, workspace: Workspace): FoldRatio {
  const { size, length, statistic } = fold;
  const ratio = workspace.floats(`fold ratio ${axis}`, size + 1);
  const background = workspace.floats(`fold background ${axis}`, size + 1);
  const onGrid = workspace.bytes(`fold on grid ${axis}`, size + 1);
  for (let K = 0; K <= size; K++) onGrid[K] = distanceToGrid(K / size, codecGrid) < 4 / length ? 1 : 0;
  const near = workspace.floats('near', 2 * RADIUS + 1);
  let last = 1;
  for (let K = 0; K <= size; K++) {
    if (K % 4 === 0) {
      let count = 0;
      for (let k = Math.max(0, K - RADIUS); k <= Math.min(size, K + RADIUS); k++) {
        const value = statistic[k] ?? 0;
        if (onGrid[k] === 0 && value > 0) near[count++] = value;
      }
      if (count >= LEAST_VALUES) last = median(near, count);
    }
    background[K] = last;
    ratio[K] = (statistic[K] ?? 0) / (last / MEDIAN_OF_NOISE + 0.5);
  }
  return { ...fold, ratio, background, onGrid };
}

/** The three highest peaks of both axes together, and the highest of each alone. */
export function foldPeaks(x: FoldRatio, y: FoldRatio, features: FeatureVector, workspace: Workspace): JointFold {
  const size = Math.max(x.size, y.size);
  const length = Math.min(x.length, y.length);
  const tolerance = 0.8 / x.length + 0.8 / y.length + 0.5 / size;
  const joint = workspace.zeros('fold joint', size + 2);
  const alongX = workspace.zeros('fold along x', size + 2);
  const alongY = workspace.zeros('fold along y', size + 2);
  const [lowest, highest] = [Math.ceil(LOWEST * size), Math.floor(HIGHEST * size)];
  for (let K = lowest; K <= highest; K++) {
    const at = K / size;
    const ratioX = highestRatio(x, at, 0.6 / x.size);
    alongX[K] = ratioX;
    alongY[K] = highestRatio(y, at, 0.6 / y.size);
    joint[K] = Math.sqrt(ratioX * highestRatio(y, at, tolerance));
  }
  const apart = Math.ceil((6 * size) / length);
  const peak = (values: Float64Array, others: readonly number[]): [number, number] => {
    let [best, place] = [0, lowest];
    for (let K = lowest; K <= highest; K++) {
      const value = values[K] ?? 0;
      if (value > best && !others.some((other) => Math.abs(other - K) < apart)) [best, place] = [value, K];
    }
    return [best, place];
  };
  const [first, firstAt] = peak(joint, []);
  const [second, secondAt] = peak(joint, [firstAt]);
  const [third] = peak(joint, [firstAt, secondAt]);
  const [ofX, ofXAt] = peak(alongX, []);
  const [ofY, ofYAt] = peak(alongY, []);
  features.set('J1', log(1 + first));
  features.set('a1', firstAt / size);
  features.set('J2', log(1 + second));
  features.set('a2', secondAt / size);
  features.set('J3', log(1 + third));
  features.set('X1', log(1 + ofX));
  features.set('ax', ofXAt / size);
  features.set('Y1', log(1 + ofY));
  features.set('ay', ofYAt / size);
  const coherence = highestCoherence(x, firstAt / size, tolerance) + highestCoherence(y, firstAt / size, tolerance);
  features.set('C1', coherence / 2);
  return { x, y, size, length, joint, tolerance };
}

function highestRatio({ size, ratio, onGrid }: FoldRatio, at: number, tolerance: number): number {
  let best = 0;
  const end = Math.min(size, Math.floor((at + tolerance) * size));
  for (let K = Math.max(0, Math.ceil((at - tolerance) * size)); K <= end; K++) {
    const value = ratio[K] ?? 0;
    if (onGrid[K] === 0 && value > best) best = value;
  }
  return best;
}

function highestCoherence({ size, coherence }: FoldRatio, at: number, tolerance: number): number {
  let best = 0;
  const end = Math.min(size, Math.floor((at + tolerance) * size));
  for (let K = Math.max(0, Math.ceil((at - tolerance) * size)); K <= end; K++) {
    best = Math.max(best, coherence[K] ?? 0);
  }
  return best;
}
