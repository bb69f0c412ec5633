import { decodeModel } from './decode-model.ts';
import file from './model.json' with { type: 'json' };

/** The model that answers are made with. Decoded when the module is loaded, so that a broken file is seen at the start. */
export const MODEL = decodeModel(file);

/** For whoever shows how an answer was made: the method, the model's file by digest, and its two thresholds. */
export const MODEL_SUMMARY = {
  method: 'resampling-1',
  sha256: MODEL.sha256,
  enlargedFrom: MODEL.enlarged,
  nativeUpTo: MODEL.native,
} as const;
