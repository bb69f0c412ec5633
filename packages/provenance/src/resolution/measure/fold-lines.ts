import { smooth } from '../signal/series.ts';
import { LANES } from '../vectors/fold.ts';
import { VALUE_BYTES } from '../vectors/fourier.ts';
import type { Workspace } from '../workspace.ts';
import type { Axis, Plane } from './plane.ts';

/** Pixels of each axis whose lines are transformed. */
const SAMPLES = 600_000;
const LEAST_GROUPS = 16;
const LONGEST_LINE = 4096;
const TAPER = 0.12;
/** The imaginary parts of a value stand behind its real ones. */
const PART_BYTES = VALUE_BYTES / 2;
/** A last step that is not full writes so far beyond its group. */
const BEYOND = 64;
/** Lines of a group, and bytes of one place of it. */
const LINES = 8;

/**
 * Spectra of lines along one axis. Of each group of eight neighbouring lines there are four series, the components of a cosine
 * transform across them, as the four lanes of a vector.
 */
export interface FoldLines {
  /** Length of the transform, and of the lines, which begin at `start`. */
  size: number;
  length: number;
  start: number;
  groups: number;
  /** Address of the spectra: for group after group, `size / 2 + 1` values. */
  spectra: number;
  /** What whitens a series: for each bin, the factors of the four components. */
  whitening: Float64Array;
  /** Of each bin over all groups, for the four components. */
  power: Float32Array;
}

/** The first of the eight lines of a group. */
export function firstLine(group: number, groups: number, across: number): number {
  return Math.floor(((group + 0.5) * (across >> 3)) / groups) * LINES;
}

/** The address of the spectra of a group. */
export function spectrumOfGroup({ spectra, size }: FoldLines, group: number): number {
  return spectra + group * ((size >> 1) + 1) * VALUE_BYTES;
}

/** Groups are spread evenly and lie on the grid of eight pixels in which JPEG files are coded. */
export function foldLines(plane: Plane, axis: Axis, workspace: Workspace): FoldLines {
  const { vectors } = workspace;
  const along = Math.min(axis === 'x' ? plane.width : plane.height, LONGEST_LINE);
  const across = axis === 'x' ? plane.height : plane.width;
  const size = transformSize(along);
  const length = Math.min(along, size);
  const start = (((axis === 'x' ? plane.width : plane.height) - length) >> 1) & ~7;
  const groups = Math.min(across >> 3, Math.max(LEAST_GROUPS, Math.round(SAMPLES / LINES / length)));
  const bins = (size >> 1) + 1;
  // Groups go through the transform two at a time: an odd last one with a group of nothing.
  const pairs = (groups + 1) >> 1;
  const powerAt = vectors.take(bins * LANES * 4);
  const lines: FoldLines = {
    size,
    length,
    start,
    groups,
    spectra: vectors.take(2 * pairs * bins * VALUE_BYTES),
    whitening: workspace.floats(`fold whitening ${axis}`, LANES * bins),
    power: vectors.floats(powerAt, LANES * bins).fill(0),
  };
  const pixels = vectors.take(2 * pairs * length * LINES + BEYOND);
  if (axis === 'x') readRows(plane, lines, pixels, workspace);
  else readColumns(plane, lines, pixels, workspace);
  vectors.bytes(pixels + groups * length * LINES, (2 * pairs - groups) * length * LINES).fill(0);
  transformGroups(lines, pixels, powerAt, workspace);
  whiten(lines, workspace);
  return lines;
}

/** The power of two of which the line fills three quarters at least; a longer line is cut. */
function transformSize(along: number): number {
  let size = 128;
  while (size < along) size <<= 1;
  return along < size * 0.75 ? size >> 1 : size;
}

/** For each place along the lines of a group, its eight bytes of brightness. */
function readRows({ at, width, height }: Plane, lines: FoldLines, into: number, { vectors }: Workspace): void {
  const { groups, length, start } = lines;
  // A last step that is not full writes into the next group, which comes after it, or beyond the last.
  for (let group = 0; group < groups; group++) {
    const first = at + firstLine(group, groups, height) * width + start;
    vectors.kernels.turnRows(first, width, length, into + group * length * LINES);
  }
}

/** Row by row, because memory is read that way: of each row, eight bytes for every group. */
function readColumns({ at, width }: Plane, lines: FoldLines, into: number, { vectors }: Workspace): void {
  const { groups, length, start } = lines;
  const offsets = vectors.take(groups * 4);
  vectors.words32(offsets, groups).set(Array.from({ length: groups }, (_, group) => firstLine(group, groups, width)));
  for (let y = 0; y < length; y++) {
    const row = at + (start + y) * width;
    vectors.kernels.takeEights(row, offsets, groups, into + y * LINES, length * LINES);
  }
}

/**
 * In doubles: what the lines have in common is a million times what is looked for in some bins of drawn pictures, and its rounding
 * would be seen there.
 */
function transformGroups(lines: FoldLines, pixels: number, power: number, { vectors }: Workspace): void {
  const { size, length, groups } = lines;
  const { kernels } = vectors;
  const bins = (size >> 1) + 1;
  const taper = vectors.take(length * 8);
  fillTaper(vectors.doubles(taper, length));
  const lanes = [vectors.take(size * VALUE_BYTES), vectors.take(size * VALUE_BYTES)] as const;
  for (let group = 0; group < groups; group += 2) {
    const bytes = pixels + group * length * LINES;
    kernels.components(bytes, taper, length, ...lanes);
    kernels.components(bytes + length * LINES, taper, length, lanes[0] + PART_BYTES, lanes[1] + PART_BYTES);
    for (const values of lanes) {
      vectors.doubles(values + length * VALUE_BYTES, ((size - length) * VALUE_BYTES) / 8).fill(0);
      kernels.transformDoubles(values, size);
    }
    const one = spectrumOfGroup(lines, group);
    const other = spectrumOfGroup(lines, group + 1);
    kernels.separate(...lanes, vectors.orderAt(size), size, one, other);
    kernels.addPower(one, bins, power);
    kernels.addPower(other, bins, power);
  }
}

/** Rises and falls over the first and last eighth of the line (a Tukey window). */
function fillTaper(taper: Float64Array): void {
  const { length } = taper;
  const ramp = Math.floor(length * TAPER);
  for (let i = 0; i < length; i++) {
    const toEnd = Math.min(i, length - 1 - i);
    taper[i] = toEnd < ramp ? 0.5 - 0.5 * Math.cos((Math.PI * (toEnd + 0.5)) / ramp) : 1;
  }
}

function whiten({ size, groups, whitening, power }: FoldLines, workspace: Workspace): void {
  const bins = (size >> 1) + 1;
  const uneven = workspace.floats('fold uneven', bins);
  const even = workspace.floats('fold smooth', bins);
  for (let component = 0; component < LANES; component++) {
    for (let k = 0; k < bins; k++) uneven[k] = power[k * LANES + component] ?? 0;
    smooth(uneven, Math.max(2, size >> 7), even);
    for (let k = 0; k < bins; k++) {
      whitening[k * LANES + component] = 1 / Math.sqrt((even[k] ?? 0) / groups + 1e-3);
    }
  }
}
