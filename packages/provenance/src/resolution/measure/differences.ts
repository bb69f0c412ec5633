import { distanceToGrid, log, median } from '../signal/series.ts';
import type { Workspace } from '../workspace.ts';
import type { FeatureVector } from './feature-vector.ts';
import type { Axis, Plane } from './plane.ts';

const LONGEST = 4096;
/** Lines of each axis whose differences are added up. */
const LINES = 320;
/** A step of a kernel reads and writes this far beyond the end of a line, at most. */
const BEYOND = 80;
/** Rows whose bytes are turned over together, so that a line of the cache is filled while it is there. */
const ROWS_AT_ONCE = 64;
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

function profilesAcross({ at, width, height }: Plane, workspace: Workspace): Profiles {
  const step = Math.max(1, Math.round(height / LINES));
  const lines = { at: at + (step >> 1) * width, apart: step * width, count: Math.ceil((height - (step >> 1)) / step) };
  return profilesOf(lines, width, 'x', workspace);
}

/** Rows of the kernel are lines down the plane: what is needed of the plane is turned over first. */
function profilesDown({ data, width, height }: Plane, workspace: Workspace): Profiles {
  const { vectors } = workspace;
  const step = Math.max(1, Math.round(width / LINES));
  const columns = Math.ceil((width - (step >> 1)) / step);
  // Beginnings of lines a power of two apart would all fall into the same few places of the cache.
  const apart = height + BEYOND;
  const at = vectors.take(columns * apart);
  const turned = vectors.bytes(at, columns * apart);
  for (let top = 0; top < height; top += ROWS_AT_ONCE) {
    const bottom = Math.min(height, top + ROWS_AT_ONCE);
    for (let y = top; y < bottom; y++) {
      const end = (y + 1) * width;
      for (let p = y * width + (step >> 1), to = y; p < end; p += step, to += apart) turned[to] = data[p] ?? 0;
    }
  }
  return profilesOf({ at, apart, count: columns }, height, 'y', workspace);
}

/** Sums over lines that begin `apart` bytes from one another. */
function profilesOf(
  lines: { at: number; apart: number; count: number },
  length: number,
  axis: Axis,
  workspace: Workspace,
): Profiles {
  const { vectors } = workspace;
  const bytes = 2 * (length + BEYOND);
  const [first, second] = [vectors.take(bytes), vectors.take(bytes)];
  for (const sums of [first, second]) vectors.bytes(sums, bytes).fill(0);
  for (let line = 0; line < lines.count; line++) {
    vectors.kernels.addDifferences(lines.at + line * lines.apart, length, first, second);
  }
  const profile = (sums: number, order: 1 | 2): Float64Array => {
    const into = workspace.floats(`differences ${axis} ${order}`, length);
    into.set(vectors.words16(sums, length));
    return into;
  };
  return repeatEnds(profile(first, 1), profile(second, 2));
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
