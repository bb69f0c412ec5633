import { DCT8 } from '../signal/dct8.ts';
import type { Workspace } from '../workspace.ts';
import type { FeatureVector } from './feature-vector.ts';
import type { Plane } from './plane.ts';

/**
 * Frequencies of a block whose coefficients have opposite signs after an enlargement by `16 / (u + c)`. These are the factors
 * that fall on the codec's own grid and are hidden from the spectral fold.
 */
const PAIRS = [
  ['13', 1, 3],
  ['15', 1, 5],
  ['17', 1, 7],
  ['24', 2, 4],
  ['26', 2, 6],
  ['35', 3, 5],
  ['37', 3, 7],
  ['46', 4, 6],
  ['57', 5, 7],
] as const;
const COUNT = PAIRS.length;
/** Where the masks of the two frequencies of a pair stand: those across, and then those down. */
const FIRSTS = Uint8Array.from([...PAIRS.map(([, u]) => u), ...PAIRS.map(([, u]) => 8 + u)]);
const SECONDS = Uint8Array.from([...PAIRS.map(([, , c]) => c), ...PAIRS.map(([, , c]) => 8 + c)]);
/** A coefficient below it may be rounding. */
const LEAST = 1.2;
/** Blocks that are compared, on the codec's grid and off it. */
const ON_GRID = 4096;
const OFF_GRID = 2500;

interface SignCounts {
  /** Opposite minus equal signs, of pairs across and then of pairs down. */
  balance: Float64Array;
  pairs: Float64Array;
  /** Of all blocks, that have at most two neighbouring levels of grey. */
  flatShare: number;
}

export function blockSigns(plane: Plane, features: FeatureVector, workspace: Workspace): void {
  const onGrid = countSigns(plane, ON_GRID, 0, workspace);
  PAIRS.forEach(([name], k) => {
    const [across, down] = [k, COUNT + k].map((at) => lean(onGrid, at));
    const weaker = Math.min(error(onGrid, k), error(onGrid, COUNT + k));
    features.set(`b${name}`, ((across ?? 0) + (down ?? 0)) / 2);
    features.set(`z${name}`, Math.sign(Math.min(across ?? 0, down ?? 0)) * weaker);
  });
  features.set('bn', Math.log(1 + (onGrid.pairs[5] ?? 0) + (onGrid.pairs[COUNT + 5] ?? 0)));
  features.set('flat8', onGrid.flatShare);
  const offGrid = countSigns(plane, OFF_GRID, 1, workspace);
  PAIRS.forEach(([name], k) => features.set(`q${name}`, (lean(offGrid, k) + lean(offGrid, COUNT + k)) / 2));
}

function lean({ balance, pairs }: SignCounts, at: number): number {
  return (balance[at] ?? 0) / ((pairs[at] ?? 0) + 30);
}

/** The balance in standard errors. */
function error({ balance, pairs }: SignCounts, at: number): number {
  return Math.abs(balance[at] ?? 0) / Math.sqrt((pairs[at] ?? 0) + 1);
}

function countSigns(plane: Plane, most: number, offset: number, workspace: Workspace): SignCounts {
  const across = (plane.width - offset) >> 3;
  const total = across * ((plane.height - offset) >> 3);
  const step = Math.max(1, total / most);
  const counts: SignCounts = {
    balance: workspace.zeros('block balance', 2 * COUNT),
    pairs: workspace.zeros('block pairs', 2 * COUNT),
    flatShare: 0,
  };
  const above = workspace.bytes('block above', 16);
  const below = workspace.bytes('block below', 16);
  const rows = workspace.floats('block rows', 64);
  const block = workspace.floats('block', 64);
  let [blocks, flat] = [0, 0];
  for (let at = 0; at < total; at += step) {
    const index = Math.trunc(at);
    const left = offset + (index % across) * 8;
    const top = offset + Math.trunc(index / across) * 8;
    blocks++;
    if (transformRows(plane, top * plane.width + left, rows)) flat++;
    transformColumns(rows, block);
    signMasks(block, above, below);
    countPairs(above, below, counts);
  }
  return { ...counts, flatShare: flat / Math.max(1, blocks) };
}

/** Whether the block is flat. */
function transformRows(plane: Plane, first: number, rows: Float64Array): boolean {
  const { data, width } = plane;
  let [least, most] = [255, 0];
  for (let y = 0; y < 8; y++) {
    const p = first + y * width;
    const x0 = data[p] ?? 0;
    const x1 = data[p + 1] ?? 0;
    const x2 = data[p + 2] ?? 0;
    const x3 = data[p + 3] ?? 0;
    const x4 = data[p + 4] ?? 0;
    const x5 = data[p + 5] ?? 0;
    const x6 = data[p + 6] ?? 0;
    const x7 = data[p + 7] ?? 0;
    least = Math.min(least, x0, x1, x2, x3, x4, x5, x6, x7);
    most = Math.max(most, x0, x1, x2, x3, x4, x5, x6, x7);
    cosine(x0, x1, x2, x3, x4, x5, x6, x7, rows, y * 8, 1);
  }
  return most - least <= 1;
}

function transformColumns(rows: Float64Array, block: Float64Array): void {
  for (let u = 0; u < 8; u++) {
    cosine(
      rows[u] ?? 0,
      rows[8 + u] ?? 0,
      rows[16 + u] ?? 0,
      rows[24 + u] ?? 0,
      rows[32 + u] ?? 0,
      rows[40 + u] ?? 0,
      rows[48 + u] ?? 0,
      rows[56 + u] ?? 0,
      block,
      u,
      8,
    );
  }
}

const [EVEN, W2A = 0, W2B = 0, W6A = 0, W6B = 0] = [DCT8[0] ?? 0, DCT8[16], DCT8[17], DCT8[48], DCT8[49]];
const [O1 = 0, O2 = 0, O3 = 0, O4 = 0] = DCT8.subarray(8, 12);

/** Eight values to eight coefficients, written every `step` places. */
function cosine(
  x0: number,
  x1: number,
  x2: number,
  x3: number,
  x4: number,
  x5: number,
  x6: number,
  x7: number,
  into: Float64Array,
  at: number,
  step: number,
): void {
  const a0 = x0 + x7;
  const a1 = x1 + x6;
  const a2 = x2 + x5;
  const a3 = x3 + x4;
  const b0 = x0 - x7;
  const b1 = x1 - x6;
  const b2 = x2 - x5;
  const b3 = x3 - x4;
  into[at] = EVEN * (a0 + a1 + a2 + a3);
  into[at + step] = O1 * b0 + O2 * b1 + O3 * b2 + O4 * b3;
  into[at + 2 * step] = W2A * (a0 - a3) + W2B * (a1 - a2);
  into[at + 3 * step] = O2 * b0 - O4 * b1 - O1 * b2 - O3 * b3;
  into[at + 4 * step] = EVEN * (a0 - a1 - a2 + a3);
  into[at + 5 * step] = O3 * b0 - O1 * b1 + O4 * b2 + O2 * b3;
  into[at + 6 * step] = W6A * (a0 - a3) + W6B * (a1 - a2);
  into[at + 7 * step] = O4 * b0 - O3 * b1 + O2 * b2 - O1 * b3;
}

/** Coefficients as whole numbers: 2040 at most, so that they fit into 31 bits. */
const UNITS = 2 ** 19;
const LEAST_UNITS = Math.floor(LEAST * UNITS);

/** How many bits of a byte are set. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/**
 * Coefficients as bits: for each of the eight columns, and then rows, which of its coefficients are above `LEAST`, and which
 * below minus that.
 */
function signMasks(block: Float64Array, above: Uint8Array, below: Uint8Array): void {
  above.fill(0, 0, 8);
  below.fill(0, 0, 8);
  for (let v = 0; v < 8; v++) {
    let [rowAbove, rowBelow] = [0, 0];
    for (let u = 0; u < 8; u++) {
      // The sign bit of a difference: branches would go one way as often as the other.
      const value = ((block[v * 8 + u] ?? 0) * UNITS) | 0;
      const isAbove = (LEAST_UNITS - value) >>> 31;
      const isBelow = (LEAST_UNITS + value) >>> 31;
      above[u] = (above[u] ?? 0) | (isAbove << v);
      below[u] = (below[u] ?? 0) | (isBelow << v);
      rowAbove |= isAbove << u;
      rowBelow |= isBelow << u;
    }
    above[8 + v] = rowAbove;
    below[8 + v] = rowBelow;
  }
}

function countPairs(above: Uint8Array, below: Uint8Array, counts: SignCounts): void {
  const { balance, pairs } = counts;
  for (let k = 0; k < 2 * COUNT; k++) {
    const one = FIRSTS[k] ?? 0;
    const other = SECONDS[k] ?? 0;
    const a = above[one] ?? 0;
    const b = below[one] ?? 0;
    const c = above[other] ?? 0;
    const d = below[other] ?? 0;
    const same = ONES[(a & c) | (b & d)] ?? 0;
    const opposite = ONES[(a & d) | (b & c)] ?? 0;
    pairs[k] = (pairs[k] ?? 0) + same + opposite;
    balance[k] = (balance[k] ?? 0) + opposite - same;
  }
}
