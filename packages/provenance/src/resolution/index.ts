export { judgePixels } from './judge/judge-pixels.ts';
export { RESOLUTION_LIMITS } from './limits.ts';
export { MODEL_SUMMARY } from './model/model.ts';
export {
  PIXEL_CODES,
  type PixelCode,
  type PixelEvidence,
  type PixelJudgement,
  type PixelWindow,
  type ResolutionStatus,
  type TraceMap,
} from './types.ts';
export { createWorkspace, type Workspace } from './workspace.ts';
