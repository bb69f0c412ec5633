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

/** For whoever trains and tries models. */
export { FEATURE_NAMES, type FeatureName } from './measure/feature-vector.ts';
export { measureWindow } from './measure/measure-window.ts';
export { decodeModel, REFERENCES } from './model/decode-model.ts';
export { scoreOf } from './model/score.ts';
