import { distanceToGrid, log, median } from '../signal/series.ts';
import type { Workspace } from '../workspace.ts';
import type { FeatureVector } from './feature-vector.ts';
import { lumaAt, type Axis, type Plane } from './plane.ts';

const LONGEST = 4096;
/** Lines of each axis whose differences are added up. */
const LINES = 320;
/** Edges count no more than this, in levels of grey, so that none of them stands for a whole line. */
const MOST = 24;
const RADIUS = 8;
const NEAR = 24;

/** The spectrum of one profile over its local median. */
interface Period {
  ratio: Float64Array;
  size: number;
  length: number;
}

/** Periods of the mean first and second difference along both axes: of repeated, and of linearly interpolated, pixels. */
export function differencePeriods(plane: Plane, features: FeatureVector, workspace: Workspace): void {
  const x = profilesAcross(plane, workspace);
  const y = profilesDown(plane, workspace);
  for (const order of [1, 2] as const) {
    const ofX = period(x[order - 1] ?? x[0], 'x', workspace);
    const ofY = period(y[order - 1] ?? y[0], 'y', workspace);
    const [height, at] = jointPeak(ofX, ofY);
    features.set(`D${order}`, log(1 + height));
    features.set(`Da${order}`, at);
    const [one, two, three, four] = [1, 2, 3, 4].map((k) => (onGrid(ofX, k) + onGrid(ofY, k)) / 2);
    features.set(`Dh${order}`, (four ?? 0) - (three ?? 0));
    features.set(`Dg${order}`, (two ?? 0) - ((one ?? 0) + (three ?? 0)) / 2);
  }
}

type Profiles = readonly [first: Float64Array, second: Float64Array];

/**
 * The sizes of a first difference (-255 to 255) and of a second one (-510 to 510), clipped. Tables, because which way a branch
 * goes is as random as the pixels. Those of second differences stand in the upper half of a word, so that one sum holds both:
 * of one and a half times `LINES` at most.
 */
const CLIPPED = Int32Array.from({ length: 511 }, (_, at) => Math.min(MOST, Math.abs(at - 255)));
const CLIPPED_SECOND = Int32Array.from({ length: 1021 }, (_, at) => Math.min(MOST, Math.abs(at - 510)) << 16);

function profilesAcross(plane: Plane, workspace: Workspace): Profiles {
  const { data, isLuma, width, height } = plane;
  const sums = workspace.integers('differences sums', width).fill(0);
  const step = Math.max(1, Math.round(height / LINES));
  for (let y = step >> 1; y < height; y += step) {
    const p = y * width;
    let centre = lumaAt(data, isLuma, p + 1);
    let before = centre - lumaAt(data, isLuma, p);
    for (let x = 1; x < width - 1; x++) {
      const next = lumaAt(data, isLuma, p + x + 1);
      const after = next - centre;
      sums[x] = (sums[x] ?? 0) + (CLIPPED[before + 255] ?? 0) + (CLIPPED_SECOND[after - before + 510] ?? 0);
      centre = next;
      before = after;
    }
  }
  return profilesOf(sums, 'x', workspace);
}

/** Row by row, with the row above and its difference kept, so that each pixel is read once. */
function profilesDown(plane: Plane, workspace: Workspace): Profiles {
  const { data, isLuma, width, height } = plane;
  const sums = workspace.integers('differences sums', height).fill(0);
  const step = Math.max(1, Math.round(width / LINES));
  const columns = Math.ceil((width - (step >> 1)) / step);
  const row = workspace.bytes('differences row', columns);
  const gap = workspace.integers('differences gap', columns);
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let column = 0, p = y * width + (step >> 1); column < columns; column++, p += step) {
      const value = lumaAt(data, isLuma, p);
      const before = gap[column] ?? 0;
      const after = value - (row[column] ?? 0);
      row[column] = value;
      gap[column] = after;
      sum += (CLIPPED[before + 255] ?? 0) + (CLIPPED_SECOND[after - before + 510] ?? 0);
    }
    // Both belong to the row between the two differences.
    if (y >= 2) sums[y - 1] = sum;
  }
  return profilesOf(sums, 'y', workspace);
}

function profilesOf(sums: Int32Array, axis: Axis, workspace: Workspace): Profiles {
  const first = workspace.floats(`differences ${axis} 1`, sums.length);
  const second = workspace.floats(`differences ${axis} 2`, sums.length);
  for (let at = 0; at < sums.length; at++) {
    const sum = sums[at] ?? 0;
    first[at] = sum & 0xffff;
    second[at] = sum >>> 16;
  }
  return repeatEnds(first, second);
}

function repeatEnds(...profiles: [Float64Array, Float64Array]): Profiles {
  for (const profile of profiles) {
    profile[0] = profile[1] ?? 0;
    profile[profile.length - 1] = profile[profile.length - 2] ?? 0;
  }
  return profiles;
}

function period(whole: Float64Array, axis: Axis, workspace: Workspace): Period {
  const start = Math.max(0, (whole.length - LONGEST) >> 1);
  const profile = whole.subarray(start, start + LONGEST);
  const { length } = profile;
  let size = 128;
  while (size < length) size <<= 1;
  const fft = workspace.fft(size);
  const re = workspace.zeros('line real', size);
  const im = workspace.zeros('line imaginary', size);
  highPass(profile, re);
  fft.transform(re, im);
  const half = size >> 1;
  const magnitude = workspace.floats('difference magnitude', half + 1);
  for (let k = 0; k <= half; k++) {
    const place = fft.order[k] ?? 0;
    magnitude[k] = Math.hypot(re[place] ?? 0, im[place] ?? 0);
  }
  const ratio = workspace.floats(`difference ratio ${axis}`, half + 1);
  const near = workspace.floats('near', 2 * NEAR + 1);
  let background = 1;
  for (let k = 0; k <= half; k++) {
    if (k % 4 === 0) {
      let count = 0;
      for (let q = Math.max(2, k - NEAR); q <= Math.min(half, k + NEAR); q++) {
        if (distanceToGrid(q / size, 8) >= 3 / length) near[count++] = magnitude[q] ?? 0;
      }
      background = count > 0 ? median(near, count) : 1;
    }
    ratio[k] = (magnitude[k] ?? 0) / (background + 1e-6);
  }
  return { ratio, size, length };
}

/** Each value against the mean of its neighbourhood, under a sine over the line. */
function highPass(profile: Float64Array, into: Float64Array): void {
  const last = profile.length - 1;
  const at = (index: number): number => profile[index < 0 ? 0 : index > last ? last : index] ?? 0;
  let sum = 0;
  for (let k = -RADIUS; k <= RADIUS; k++) sum += at(k);
  for (let i = 0; i <= last; i++) {
    const mean = sum / (2 * RADIUS + 1);
    into[i] = ((at(i) - mean) / (mean + 1)) * Math.sin((Math.PI * (i + 0.5)) / profile.length);
    sum += at(i + RADIUS + 1) - at(i - RADIUS);
  }
}

/** The highest peak of both axes at one frequency, off the codec's grid. */
function jointPeak(x: Period, y: Period): [height: number, frequency: number] {
  const length = Math.min(x.length, y.length);
  const reach = 1 + y.size / x.size;
  let [best, bestAt] = [0, 0];
  for (let k = Math.ceil(0.03 * x.size); k <= x.size / 2; k++) {
    const at = k / x.size;
    if (distanceToGrid(at, 8) < 4 / length) continue;
    const centre = at * y.size;
    let ofY = 0;
    const end = Math.min(y.size / 2, Math.floor(centre + reach));
    for (let j = Math.max(0, Math.ceil(centre - reach)); j <= end; j++) ofY = Math.max(ofY, y.ratio[j] ?? 0);
    const height = Math.sqrt((x.ratio[k] ?? 0) * ofY);
    if (height > best) [best, bestAt] = [height, at];
  }
  return [best, bestAt];
}

function onGrid({ ratio, size }: Period, eighths: number): number {
  const centre = Math.round((eighths / 8) * size);
  return log(1 + Math.max(0, ratio[centre - 1] ?? 0, ratio[centre] ?? 0, ratio[centre + 1] ?? 0));
}
