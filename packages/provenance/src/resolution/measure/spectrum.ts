import type { Workspace } from '../workspace.ts';
import type { Plane } from './plane.ts';

const TILE = 64;
const HALF = TILE / 2;
const ROW = HALF + 1;
/** Whose spectra are averaged. */
const USED = 48;
const MOST_CANDIDATES = 4000;
const LEAST_UNCLIPPED = 8;
const CLIPPED_SHARE = 0.3;
const RADII = 46;

/** The mean spectrum of the liveliest tiles of 64 by 64 pixels, in dB; the index counts steps of 1/64 cycle a pixel. */
export interface Spectrum {
  x: number[];
  y: number[];
  /** Null at a radius that no frequency has. */
  diagonal: (number | null)[];
  /** Mean difference to pixels at distance two, in levels of grey: of these tiles, and of all. */
  activity: number;
  activityOfAll: number;
}

interface Tile {
  left: number;
  top: number;
  activity: number;
  clipped: number;
}

interface Polar {
  radius: number;
  /** From the horizontal, 0 to half of pi. */
  angle: number;
}

const POLAR: readonly Polar[] = Array.from({ length: TILE * ROW }, (_, at) => {
  const [u, v] = [at % ROW, Math.trunc(at / ROW)];
  const [fx, fy] = [u / TILE, (v <= HALF ? v : v - TILE) / TILE];
  return { radius: Math.hypot(fx, fy), angle: Math.atan2(Math.abs(fy), fx) };
});
/** Each tile is normalised by what it has here. */
const LOW_BAND = POLAR.flatMap(({ radius }, at) => (radius > 0.04 && radius < 0.13 ? [at] : []));
const HANN = Float64Array.from({ length: TILE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / TILE));

export function spectrumOf(plane: Plane, workspace: Workspace): Spectrum {
  const all = tilesOf(plane).toSorted((one, other) => other.activity - one.activity);
  const unclipped = all.filter(({ clipped }) => clipped < CLIPPED_SHARE);
  const used = (unclipped.length >= LEAST_UNCLIPPED ? unclipped : all).slice(0, USED);
  const sum = workspace.zeros('spectrum sum', TILE * ROW);
  for (const tile of used) addTile(plane, tile, sum, workspace);
  return {
    ...profiles(sum, Math.max(1, used.length)),
    activity: mean(used.map(({ activity }) => activity)),
    activityOfAll: mean(all.map(({ activity }) => activity)),
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Looked at on a lattice of 10 by 10 pixels; in very large windows, every n-th tile each way. */
function tilesOf(plane: Plane): Tile[] {
  const { data, width, height } = plane;
  const [across, down] = [Math.floor(width / TILE), Math.floor(height / TILE)];
  const step = Math.max(1, Math.floor(Math.sqrt((across * down) / MOST_CANDIDATES)));
  const tiles: Tile[] = [];
  for (let ty = 0; ty < down; ty += step) {
    for (let tx = 0; tx < across; tx += step) {
      let [sum, clipped] = [0, 0];
      for (let y = 2; y < TILE - 2; y += 6) {
        for (let x = 2; x < TILE - 2; x += 6) {
          const p = (ty * TILE + y) * width + tx * TILE + x;
          const c = data[p] ?? 0;
          sum += Math.abs((data[p - 2] ?? 0) - c) + Math.abs((data[p + 2] ?? 0) - c);
          sum += Math.abs((data[p - 2 * width] ?? 0) - c) + Math.abs((data[p + 2 * width] ?? 0) - c);
          if (c <= 2 || c >= 253) clipped++;
        }
      }
      tiles.push({ left: tx * TILE, top: ty * TILE, activity: sum / 400, clipped: clipped / 100 });
    }
  }
  return tiles;
}

/** Rows two at a time through one transform, then columns. */
function addTile(plane: Plane, { left, top }: Tile, sum: Float64Array, workspace: Workspace): void {
  const { data, width } = plane;
  const fft = workspace.fft(TILE);
  const re = workspace.floats('tile line real', TILE);
  const im = workspace.floats('tile line imaginary', TILE);
  const rowsRe = workspace.floats('tile real', TILE * ROW);
  const rowsIm = workspace.floats('tile imaginary', TILE * ROW);
  const power = workspace.floats('tile power', TILE * ROW);
  let brightness = 0;
  for (let y = 0; y < TILE; y++) {
    const p = (top + y) * width + left;
    for (let x = 0; x < TILE; x++) brightness += data[p + x] ?? 0;
  }
  brightness /= TILE * TILE;
  for (let y = 0; y < TILE; y += 2) {
    const p = (top + y) * width + left;
    for (let x = 0; x < TILE; x++) {
      const window = HANN[x] ?? 0;
      re[x] = ((data[p + x] ?? 0) - brightness) * window * (HANN[y] ?? 0);
      im[x] = ((data[p + width + x] ?? 0) - brightness) * window * (HANN[y + 1] ?? 0);
    }
    fft.transform(re, im);
    for (let k = 0; k <= HALF; k++) {
      const one = fft.order[k] ?? 0;
      const other = fft.order[(TILE - k) & (TILE - 1)] ?? 0;
      const [ar, ai, br, bi] = [re[one] ?? 0, im[one] ?? 0, re[other] ?? 0, -(im[other] ?? 0)];
      // One column after the other, so that the second pass reads in a row.
      const at = k * TILE + y;
      rowsRe[at] = (ar + br) / 2;
      rowsIm[at] = (ai + bi) / 2;
      rowsRe[at + 1] = (ai - bi) / 2;
      rowsIm[at + 1] = (br - ar) / 2;
    }
  }
  for (let k = 0; k <= HALF; k++) {
    const column = rowsRe.subarray(k * TILE, (k + 1) * TILE);
    const columnIm = rowsIm.subarray(k * TILE, (k + 1) * TILE);
    fft.transform(column, columnIm);
    for (let y = 0; y < TILE; y++) {
      const place = fft.order[y] ?? 0;
      power[y * ROW + k] = (column[place] ?? 0) ** 2 + (columnIm[place] ?? 0) ** 2;
    }
  }
  let low = 1;
  for (const at of LOW_BAND) low += power[at] ?? 0;
  for (let at = 0; at < TILE * ROW; at++) sum[at] = (sum[at] ?? 0) + (power[at] ?? 0) / low;
}

interface Bins {
  sum: number;
  count: number;
}

function profiles(sum: Float64Array, tiles: number): Pick<Spectrum, 'x' | 'y' | 'diagonal'> {
  const empty = (length: number): Bins[] => Array.from({ length }, () => ({ sum: 0, count: 0 }));
  const [x, y, diagonal] = [empty(ROW), empty(ROW), empty(RADII)];
  POLAR.forEach(({ radius, angle }, at) => {
    const [u, v] = [at % ROW, Math.trunc(at / ROW)];
    const down = v <= HALF ? v : TILE - v;
    const value = sum[at] ?? 0;
    if (down >= 1 && down <= 6) add(x[u], value);
    if (u >= 1 && u <= 6) add(y[down], value);
    if (Math.abs(angle - Math.PI / 4) < 0.245) add(diagonal[Math.round(radius * TILE)], value);
  });
  const decibels = (bins: Bins): number => 10 * Math.log10(bins.sum / Math.max(1, bins.count) / tiles + 1e-12);
  return {
    x: x.map(decibels),
    y: y.map(decibels),
    diagonal: diagonal.map((bins) => (bins.count > 0 ? decibels(bins) : null)),
  };
}

function add(bins: Bins | undefined, value: number): void {
  if (bins === undefined) return;
  bins.sum += value;
  bins.count++;
}
