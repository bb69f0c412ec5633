export { judgePixels } from './judge/judge-pixels.ts';
export { RESOLUTION_LIMITS } from './limits.ts';
export { MODEL_SUMMARY } from './model/model.ts';
export type { PixelJudgement, PixelWindow, ResolutionStatus } from './types.ts';
export { createWorkspace } from './workspace.ts';

/** For whoever trains and tries models. */
export { FEATURE_NAMES, type FeatureName } from './measure/feature-vector.ts';
export { measureWindow } from './measure/measure-window.ts';
export { decodeModel, REFERENCES } from './model/decode-model.ts';
export { scoreOf } from './model/score.ts';
