import { DCT8 } from '../signal/dct8.ts';
import { smooth } from '../signal/series.ts';
import type { Workspace } from '../workspace.ts';
import { lumaAt, type Axis, type Plane } from './plane.ts';

/** Across eight lines, the components of the cosine transform that are kept. */
const COMPONENTS = 4;
/** Pixels of each axis whose lines are transformed. */
const SAMPLES = 600_000;
const LEAST_GROUPS = 16;
const LONGEST_LINE = 4096;
const TAPER = 0.12;

/** Spectra of lines along one axis. A series is one component of one group of eight neighbouring lines. */
export interface FoldLines {
  /** Length of the transform, and of the lines, which begin at `start`. */
  size: number;
  length: number;
  start: number;
  groups: number;
  /** Series of a group. */
  components: number;
  /** For series after series, `size / 2 + 1` values. */
  real: Float32Array;
  imaginary: Float32Array;
  /** What whitens a component: `components` times `size / 2 + 1` factors. */
  whitening: Float64Array;
  /** Of each bin over all groups, for one component after the other. */
  power: Float64Array;
}

/** The first of the eight lines of a group. */
export function firstLine(group: number, groups: number, across: number): number {
  return Math.floor(((group + 0.5) * (across >> 3)) / groups) * 8;
}

/** Groups are spread evenly and lie on the grid of eight pixels in which JPEG files are coded. */
export function foldLines(plane: Plane, axis: Axis, workspace: Workspace): FoldLines {
  const along = Math.min(axis === 'x' ? plane.width : plane.height, LONGEST_LINE);
  const across = axis === 'x' ? plane.height : plane.width;
  const size = transformSize(along);
  const length = Math.min(along, size);
  const start = (((axis === 'x' ? plane.width : plane.height) - length) >> 1) & ~7;
  const groups = Math.min(across >> 3, Math.max(LEAST_GROUPS, Math.round(SAMPLES / 8 / length)));
  const bins = (size >> 1) + 1;
  const lines: FoldLines = {
    size,
    length,
    start,
    groups,
    components: COMPONENTS,
    real: workspace.singles(`fold real ${axis}`, groups * COMPONENTS * bins),
    imaginary: workspace.singles(`fold imaginary ${axis}`, groups * COMPONENTS * bins),
    whitening: workspace.floats(`fold whitening ${axis}`, COMPONENTS * bins),
    power: workspace.zeros(`fold power ${axis}`, COMPONENTS * bins),
  };
  const columns = workspace.floats('fold columns', COMPONENTS * length);
  const taper = taperOf(length, workspace);
  for (let group = 0; group < groups; group++) {
    readGroup(plane, axis, firstLine(group, groups, across), start, taper, columns);
    for (let component = 0; component < COMPONENTS; component += 2) {
      transformPair(lines, columns, group, component, workspace);
    }
  }
  whiten(lines, workspace);
  return lines;
}

/** The power of two of which the line fills three quarters at least; a longer line is cut. */
function transformSize(along: number): number {
  let size = 128;
  while (size < along) size <<= 1;
  return along < size * 0.75 ? size >> 1 : size;
}

/** Rises and falls over the first and last eighth of the line (a Tukey window). */
function taperOf(length: number, workspace: Workspace): Float64Array {
  const taper = workspace.floats('fold taper', length);
  const ramp = Math.floor(length * TAPER);
  for (let i = 0; i < length; i++) {
    const toEnd = Math.min(i, length - 1 - i);
    taper[i] = toEnd < ramp ? 0.5 - 0.5 * Math.cos((Math.PI * (toEnd + 0.5)) / ramp) : 1;
  }
  return taper;
}

/** Eight lines become the first four components of their cosine transform at each place. */
function readGroup(
  plane: Plane,
  axis: Axis,
  first: number,
  start: number,
  taper: Float64Array,
  columns: Float64Array,
): void {
  const { data, isLuma, width } = plane;
  const [step, line] = axis === 'x' ? [1, width] : [width, 1];
  const length = taper.length;
  const c = DCT8;
  const [e0 = 0, o0 = 0, o1 = 0, o2 = 0, o3 = 0] = [c[0], c[8], c[9], c[10], c[11]];
  const [t0 = 0, t1 = 0, t2 = 0, t3 = 0] = c.subarray(16, 20);
  const [u0 = 0, u1 = 0, u2 = 0, u3 = 0] = c.subarray(24, 28);
  for (let i = 0, p = first * line + start * step; i < length; i++, p += step) {
    const y0 = lumaAt(data, isLuma, p);
    const y1 = lumaAt(data, isLuma, p + line);
    const y2 = lumaAt(data, isLuma, p + 2 * line);
    const y3 = lumaAt(data, isLuma, p + 3 * line);
    const y4 = lumaAt(data, isLuma, p + 4 * line);
    const y5 = lumaAt(data, isLuma, p + 5 * line);
    const y6 = lumaAt(data, isLuma, p + 6 * line);
    const y7 = lumaAt(data, isLuma, p + 7 * line);
    const g = taper[i] ?? 0;
    columns[i] = g * e0 * (y0 + y7 + y1 + y6 + y2 + y5 + y3 + y4);
    columns[length + i] = g * (o0 * (y0 - y7) + o1 * (y1 - y6) + o2 * (y2 - y5) + o3 * (y3 - y4));
    columns[2 * length + i] = g * (t0 * (y0 + y7) + t1 * (y1 + y6) + t2 * (y2 + y5) + t3 * (y3 + y4));
    columns[3 * length + i] = g * (u0 * (y0 - y7) + u1 * (y1 - y6) + u2 * (y2 - y5) + u3 * (y3 - y4));
  }
}

/** Two real lines go through one complex transform, the second as its imaginary part, and are taken apart afterwards. */
function transformPair(
  lines: FoldLines,
  columns: Float64Array,
  group: number,
  component: number,
  workspace: Workspace,
): void {
  const { size, length, real, imaginary, power } = lines;
  const fft = workspace.fft(size);
  const re = workspace.floats('line real', size);
  const im = workspace.floats('line imaginary', size);
  re.set(columns.subarray(component * length, (component + 1) * length));
  im.set(columns.subarray((component + 1) * length, (component + 2) * length));
  re.fill(0, length);
  im.fill(0, length);
  fft.transform(re, im);
  const bins = (size >> 1) + 1;
  const first = (group * lines.components + component) * bins;
  const powerAt = component * bins;
  for (let k = 0; k < bins; k++) {
    const p = fft.order[k] ?? 0;
    const q = fft.order[(size - k) & (size - 1)] ?? 0;
    const ar = re[p] ?? 0;
    const ai = im[p] ?? 0;
    const br = re[q] ?? 0;
    const bi = -(im[q] ?? 0);
    const xr = (ar + br) / 2;
    const xi = (ai + bi) / 2;
    const yr = (ai - bi) / 2;
    const yi = (br - ar) / 2;
    real[first + k] = xr;
    imaginary[first + k] = xi;
    real[first + bins + k] = yr;
    imaginary[first + bins + k] = yi;
    power[powerAt + k] = (power[powerAt + k] ?? 0) + xr * xr + xi * xi;
    power[powerAt + bins + k] = (power[powerAt + bins + k] ?? 0) + yr * yr + yi * yi;
  }
}

function whiten({ size, groups, components, whitening, power }: FoldLines, workspace: Workspace): void {
  const bins = (size >> 1) + 1;
  const even = workspace.floats('fold smooth', bins);
  for (let component = 0; component < components; component++) {
    smooth(power.subarray(component * bins, (component + 1) * bins), Math.max(2, size >> 7), even);
    for (let k = 0; k < bins; k++) {
      whitening[component * bins + k] = 1 / Math.sqrt((even[k] ?? 0) / groups + 1e-3);
    }
  }
}
