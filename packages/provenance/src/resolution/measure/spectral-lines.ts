import { median } from '../signal/series.ts';
import { LANES } from '../vectors/fold.ts';
import type { Workspace } from '../workspace.ts';
import type { FoldLines } from './fold-lines.ts';

/** Below this bin there is nothing on the lower side to compare with. */
const FIRST = 4;
/** Bins away from a line at which the spectrum beside it begins and ends. */
const NEAR = 4;
const FAR = 12;
/** A line has this many times the power of both sides. Spectra of photographs fall evenly and have none. */
const LEAST_RATIO = 30;

/**
 * The share of the power of both axes that stands in single lines of the spectrum, 0 to 1: stripes, grids and tiles have nearly
 * all of it there.
 */
export function lineShare(x: FoldLines, y: FoldLines, workspace: Workspace): number {
  const [ofX, ofY] = [linePower(x, workspace), linePower(y, workspace)];
  return (ofX.inLines + ofY.inLines) / (ofX.whole + ofY.whole + 1e-9);
}

function linePower({ size, power }: FoldLines, workspace: Workspace): { whole: number; inLines: number } {
  const bins = (size >> 1) + 1;
  const sum = workspace.zeros('line power', bins);
  for (let at = 0; at < LANES * bins; at++) sum[at >> 2] = (sum[at >> 2] ?? 0) + (power[at] ?? 0);
  const near = workspace.floats('near', FAR);
  const middle = (from: number, to: number): number | null => {
    let count = 0;
    for (let k = Math.max(2, from); k <= Math.min(bins - 1, to); k++) near[count++] = sum[k] ?? 0;
    return count === 0 ? null : median(near, count);
  };
  const found = { whole: 0, inLines: 0 };
  for (let k = FIRST; k < bins; k++) {
    const value = sum[k] ?? 0;
    found.whole += value;
    const beside = Math.max(middle(k - FAR, k - NEAR) ?? Infinity, middle(k + NEAR, k + FAR) ?? 0);
    if (value > LEAST_RATIO * beside) found.inLines += value;
  }
  return found;
}
