import { RESOLUTION_LIMITS } from '../limits.ts';
import { bandMemory, bandsOf, fillGain, makeSignal, type Band } from '../measure/fold-bands.ts';
import { firstLine, type FoldLines } from '../measure/fold-lines.ts';
import type { Measurement } from '../measure/measure-window.ts';
import type { Axis, Plane } from '../measure/plane.ts';
import { log } from '../signal/series.ts';
import type { TraceMap } from '../types.ts';
import { LANES } from '../vectors/fold.ts';
import type { Workspace } from '../workspace.ts';

/** Cells on the long side of the window. */
const CELLS = 12;
/** Pixels between those at which the activity of a cell is read. */
const LATTICE = 6;

interface Grid {
  columns: number;
  rows: number;
}

/** What the lines of one axis leave in each cell. */
interface CellSums {
  re: Float64Array;
  im: Float64Array;
  energy: Float64Array;
  magnitude: Float64Array;
}

/**
 * Where the phases are bound whose frequencies add up to `fold` cycles a pixel: the coherence in each cell, above what chance
 * gives, as the mean of both axes in hundredths. 100: every line of the cell agrees.
 */
export function traceMap({ plane, lines }: Measurement, fold: number, workspace: Workspace): TraceMap {
  const { width, height } = plane;
  const unit = Math.max(width, height) / CELLS;
  const grid = { columns: Math.max(1, Math.round(width / unit)), rows: Math.max(1, Math.round(height / unit)) };
  const x = sumCells(lines.x, 'x', plane, grid, bandAround(lines.x, fold), fold, workspace);
  const y = sumCells(lines.y, 'y', plane, grid, bandAround(lines.y, fold), fold, workspace);
  const cells = Array.from({ length: grid.columns * grid.rows }, (_, cell) => {
    const found = [coherenceOf(x, cell), coherenceOf(y, cell)].filter((value) => value !== null);
    if (found.length === 0 || isFlat(plane, grid, cell)) return null;
    return Math.round((100 * found.reduce((sum, value) => sum + value, 0)) / found.length);
  });
  return { ...grid, cells };
}

/** Null: no line of this axis passes the cell. */
function coherenceOf({ re, im, energy, magnitude }: CellSums, cell: number): number | null {
  const length = magnitude[cell] ?? 0;
  if (length === 0) return null;
  const power = (re[cell] ?? 0) ** 2 + (im[cell] ?? 0) ** 2;
  return Math.min(1, Math.sqrt(Math.max(0, power - (energy[cell] ?? 0))) / length);
}

function sumCells(
  lines: FoldLines,
  axis: Axis,
  plane: Plane,
  grid: Grid,
  band: Band,
  fold: number,
  workspace: Workspace,
): CellSums {
  const count = grid.columns * grid.rows;
  const sums: CellSums = {
    re: new Float64Array(count),
    im: new Float64Array(count),
    energy: new Float64Array(count),
    magnitude: new Float64Array(count),
  };
  const memory = bandMemory(lines, workspace);
  fillGain(band, lines, memory.gain, workspace);
  const signal = workspace.vectors.floats(memory.signal, band.size * 2 * LANES);
  const moments = momentsOf(lines, band, axis, plane, grid, fold, workspace);
  const across = axis === 'x' ? plane.height : plane.width;
  const cellsAcross = axis === 'x' ? grid.rows : grid.columns;
  for (let group = 0; group < lines.groups; group++) {
    const place = Math.floor((firstLine(group, lines.groups, across) * cellsAcross) / across);
    makeSignal(lines, group, band, memory, workspace);
    addMoments(signal, moments, axis === 'x' ? place * grid.columns : place, sums);
  }
  return sums;
}

function addMoments(signal: Float32Array, moments: readonly Moment[], first: number, sums: CellSums): void {
  for (const { at, cell, cosine, sine } of moments) {
    const into = first + cell;
    for (let lane = at * 2 * LANES; lane < at * 2 * LANES + LANES; lane++) {
      const [a, b] = [signal[lane + LANES] ?? 0, signal[lane] ?? 0];
      const size = Math.hypot(a, b);
      if (size === 0) continue;
      const [doubledRe, doubledIm] = [(a * a - b * b) / size, (2 * a * b) / size];
      sums.re[into] = (sums.re[into] ?? 0) + doubledRe * cosine - doubledIm * sine;
      sums.im[into] = (sums.im[into] ?? 0) + doubledRe * sine + doubledIm * cosine;
      sums.energy[into] = (sums.energy[into] ?? 0) + size * size;
      sums.magnitude[into] = (sums.magnitude[into] ?? 0) + size;
    }
  }
}

/** The band whose pairs of frequencies lie closest around half of the sum. */
function bandAround(lines: FoldLines, fold: number): Band {
  const bands = bandsOf(lines.size);
  const away = ({ first, bins }: Band): number => Math.abs((first + bins / 2) / lines.size - fold / 2);
  return bands.reduce((nearest, band) => (away(band) < away(nearest) ? band : nearest));
}

/** A moment of the band's signal: where it stands, in which cell along the line, and the turn that undoes the fold's phase. */
interface Moment {
  at: number;
  cell: number;
  cosine: number;
  sine: number;
}

function momentsOf(
  lines: FoldLines,
  band: Band,
  axis: Axis,
  plane: Plane,
  grid: Grid,
  fold: number,
  workspace: Workspace,
): Moment[] {
  const { order } = workspace.fft(band.size);
  const along = axis === 'x' ? plane.width : plane.height;
  const [cellsAlong, step] = axis === 'x' ? [grid.columns, 1] : [grid.rows, grid.columns];
  const turns = (fold * lines.size - 2 * band.first) / band.size;
  const moments: Moment[] = [];
  for (let t = 0; t < band.size; t++) {
    const x = (t * lines.size) / band.size;
    if (x >= lines.length) break;
    const cell = Math.floor(((lines.start + x) * cellsAlong) / along) * step;
    const angle = -2 * Math.PI * turns * t;
    moments.push({ at: order[t] ?? 0, cell, cosine: Math.cos(angle), sine: Math.sin(angle) });
  }
  return moments;
}

/** A cell without detail says nothing, whichever way its few differences lean. */
function isFlat(plane: Plane, { columns, rows }: Grid, cell: number): boolean {
  const { data, width, height } = plane;
  const [column, row] = [cell % columns, Math.trunc(cell / columns)];
  const right = Math.floor(((column + 1) * width) / columns) - 2;
  const bottom = Math.floor(((row + 1) * height) / rows) - 2;
  let [sum, count] = [0, 0];
  for (let y = Math.floor((row * height) / rows) + 2; y < bottom; y += LATTICE) {
    for (let x = Math.floor((column * width) / columns) + 2; x < right; x += LATTICE) {
      const p = y * width + x;
      const centre = data[p] ?? 0;
      sum += Math.abs((data[p + 2] ?? 0) - centre) + Math.abs((data[p + 2 * width] ?? 0) - centre);
      count += 2;
    }
  }
  return log(1 + sum / Math.max(1, count)) < RESOLUTION_LIMITS.lowActivityOfAll;
}
