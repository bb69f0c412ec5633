import { log } from '../signal/series.ts';
import type { FeatureVector } from './feature-vector.ts';
import type { Spectrum } from './spectrum.ts';

/** Steps of 1/64 cycle a pixel: half a cycle, and the end of the diagonal. */
const END = 32;
const DIAGONAL_END = 45;
const FLOOR_DB = -70;
const CUT_OFF_DB = -48;

/** Needs `a1`, the place of the highest fold peak: an enlargement ends its spectrum there. */
export function spectrumFeatures(spectrum: Spectrum, features: FeatureVector): void {
  const axes = spectrum.x.map((value, i) => (value + (spectrum.y[i] ?? 0)) / 2);
  const axis = interpolated(axes, END);
  const diagonal = interpolated(spectrum.diagonal, DIAGONAL_END);
  for (const i of [6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32] as const) features.set(`p${i}`, axes[i] ?? 0);
  for (const i of [8, 12, 16, 20, 24, 28, 32, 36, 40, 44] as const) features.set(`d${i}`, diagonal(i));
  for (const i of [10, 14, 18, 22, 26, 30] as const) features.set(`e${i}`, diagonal(i) - (axes[i] ?? 0));
  let unequal = 0;
  for (let i = 12; i <= 30; i += 2) unequal += Math.abs((spectrum.x[i] ?? 0) - (spectrum.y[i] ?? 0)) / 10;
  features.set('xy', unequal);
  fallOf(axes, features);
  const fall = (at: number): number => axis(Math.max(4, at * 0.85)) - axis(Math.min(END, at * 1.18));
  const edge = END * Math.max(0.2, features.get('a1'));
  features.set('dr1', fall(edge));
  features.set('anis', diagonal(Math.min(44, edge * 1.12)) - axis(Math.min(END, edge * 1.12)));
  features.set('d025', fall(8));
  features.set('d05', fall(16));
  features.set('d075', fall(24));
  features.set('an025', diagonal(9.5) - axis(9.5));
  features.set('an033', diagonal(12.5) - axis(12.5));
  features.set('an05', diagonal(18) - axis(18));
  features.set('an066', diagonal(24) - axis(24));
  features.set('act', log(1 + spectrum.activity));
  features.set('actAll', log(1 + spectrum.activityOfAll));
}

/** The steepest fall, the rise after the lowest value, the floor, and where the spectrum ends. */
function fallOf(axes: readonly number[], features: FeatureVector): void {
  const at = (i: number): number => axes[i] ?? 0;
  let [steepest, place] = [0, 0];
  for (let i = 5; i <= 29; i++) {
    const slope = at(i - 1) + at(i) - at(i + 2) - at(i + 3);
    if (slope > steepest) [steepest, place] = [slope, i];
  }
  let [lowest, rebound] = [Infinity, 0];
  for (let i = 8; i <= END; i++) {
    lowest = Math.min(lowest, at(i));
    rebound = Math.max(rebound, at(i) - lowest);
  }
  const end = axes.findIndex((value, i) => i >= 5 && value < CUT_OFF_DB);
  features.set('slope', steepest);
  features.set('slopeAt', place + 0.5);
  features.set('reb', rebound);
  features.set('floor', Math.min(...axes.slice(10)));
  features.set('cut', end < 0 ? END : end);
}

/** Between two values by a line; where there is none, the one before. */
function interpolated(values: readonly (number | null)[], end: number): (at: number) => number {
  return (at) => {
    const below = Math.min(end, Math.floor(at));
    const part = at - below;
    const low = values[below] ?? values[below - 1] ?? FLOOR_DB;
    return low * (1 - part) + (values[Math.min(end, below + 1)] ?? low) * part;
  };
}
