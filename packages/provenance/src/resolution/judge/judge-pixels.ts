import { RESOLUTION_LIMITS } from '../limits.ts';
import { measureWindow } from '../measure/measure-window.ts';
import { lineShare } from '../measure/spectral-lines.ts';
import { MODEL } from '../model/model.ts';
import { scoreOf } from '../model/score.ts';
import type { PixelJudgement, PixelWindow } from '../types.ts';
import { createWorkspace, type Workspace } from '../workspace.ts';
import { decide, notMeasurable } from './decide.ts';
import { traceMap } from './trace-map.ts';

/**
 * What the pixels say about enlargement by interpolation. The same window gives the same answer. A thread that judges one
 * window after another passes its workspace, which then holds all memory that is needed, some 30 MB for the largest window.
 *
 * @throws {RangeError} when the window is larger than `RESOLUTION_LIMITS.windowSide`, or not of the size that it says
 */
export function judgePixels(window: PixelWindow, workspace: Workspace = createWorkspace()): PixelJudgement {
  const { data, width, height } = window;
  const { windowSide, leastSide, leastPixels, patternShare } = RESOLUTION_LIMITS;
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < 1 || side > windowSide) throw new RangeError(`a window of ${side} pixels`);
  }
  if (data.length !== width * height * 3) {
    throw new RangeError(`${data.length} bytes for a window of ${width} x ${height} pixels`);
  }
  if (Math.min(width, height) < leastSide || width * height < leastPixels) {
    return { ...notMeasurable('too_small'), map: null };
  }
  const measurement = measureWindow(window, workspace);
  const { features, lines } = measurement;
  const { decision, fold } = decide(features, MODEL, scoreOf(MODEL, features), width * height);
  if (decision.status === 'likely_upscaled' && lineShare(lines.x, lines.y, workspace) >= patternShare) {
    const { score, detailPercent } = decision;
    return { ...notMeasurable('regular_pattern'), score, detailPercent, map: null };
  }
  return { ...decision, map: fold === null ? null : traceMap(measurement, fold, workspace) };
}
