import { RESOLUTION_LIMITS } from '../limits.ts';
import type { FeatureVector } from '../measure/feature-vector.ts';
import type { Model, Reference } from '../model/decode-model.ts';
import type { PixelCode, PixelEvidence, PixelJudgement } from '../types.ts';
import {
  alternativesOf,
  estimateFactor,
  isBareGridOfSixteen,
  loneHarmonic,
  rounded,
  type FactorEstimate,
} from './factor.ts';

/** Steps of 1/64 cycle a pixel up to half a cycle. */
const SPECTRUM_STEPS = 32;
/** Above the threshold, where a named factor makes the answer sure. */
const HIGH_MARGIN = 2;

/** All of a judgement but the map. */
type Decision = Omit<PixelJudgement, 'map'>;

/** A decision and what a map can be drawn of. */
export interface Decided {
  decision: Decision;
  /** The frequency at which the trace is seen, in cycles a pixel. Null: there is no single one. */
  fold: number | null;
}

export function notMeasurable(code: 'too_small' | 'flat' | 'regular_pattern'): Decision {
  return { ...UNDECIDED, evidence: [bare(code)], score: null, detailPercent: null };
}

/** What is measured decides in this order, and the first that holds ends it. */
export function decide(features: FeatureVector, model: Model, score: number, pixels: number): Decided {
  const limits = RESOLUTION_LIMITS;
  const activity = features.get('act');
  if (activity < limits.flatActivity) return { decision: notMeasurable('flat'), fold: null };
  const measured = { score, detailPercent: detailPercent(features) };
  const uncertain = (evidence: PixelEvidence): Decided => ({
    decision: { ...UNDECIDED, ...measured, evidence: [evidence] },
    fold: null,
  });
  // In few details the grid of a codec is as strong as what was enlarged.
  const isCodecGrid = activity < limits.lowActivity && isBareGridOfSixteen(features);
  if (score >= model.enlarged && !isCodecGrid) return enlarged(features, model, measured);
  if (activity < limits.lowActivity || features.get('actAll') < limits.lowActivityOfAll) {
    return uncertain(bare('low_detail'));
  }
  // The model was trained on compressed files for the most part, and takes harmonics of the grid for a codec's.
  if (loneHarmonic(features) !== null) return enlarged(features, model, measured);
  if (score > model.native) return uncertain(bare('weak_or_contradictory'));
  if (features.get('cut') <= limits.softCutOff) return uncertain({ ...bare('soft'), value: measured.detailPercent });
  const isDrawn = features.get('flat8') > limits.graphicsShare;
  const evidence = [bare('no_interpolation_trace'), ...(isDrawn ? [bare('graphics')] : [])];
  const confidence = isDrawn || pixels < limits.smallPixels ? 'low' : 'medium';
  return { decision: { ...UNDECIDED, ...measured, status: 'native', confidence, evidence }, fold: null };
}

const UNDECIDED = {
  status: 'uncertain',
  confidence: null,
  estimatedFactor: null,
  factorAlternatives: [],
} as const satisfies Partial<Decision>;

function bare(code: PixelCode): PixelEvidence {
  return { code, strength: null, reference: null, value: null };
}

function detailPercent(features: FeatureVector): number {
  return Math.round((features.get('cut') / SPECTRUM_STEPS) * 100);
}

type Measured = Pick<Decision, 'score' | 'detailPercent'> & { score: number };

function enlarged(features: FeatureVector, model: Model, measured: Measured): Decided {
  const estimate = estimateFactor(features, model);
  const isSure = estimate !== null && measured.score >= model.enlarged + HIGH_MARGIN;
  return {
    decision: {
      status: 'likely_upscaled',
      ...measured,
      evidence: evidenceOf(features, model, estimate, measured),
      confidence: isSure ? 'high' : 'medium',
      estimatedFactor: estimate === null ? null : rounded(estimate.factor),
      factorAlternatives: estimate === null ? [] : alternativesOf(estimate),
    },
    fold: estimate?.fold ?? null,
  };
}

function evidenceOf(
  features: FeatureVector,
  model: Model,
  estimate: FactorEstimate | null,
  { score, detailPercent: detail }: Measured,
): PixelEvidence[] {
  const { references } = model;
  const evidence: PixelEvidence[] = [];
  const add = (code: PixelCode, name: Reference, value: number | null): void => {
    evidence.push({ code, strength: features.get(name), reference: references[name], value });
  };
  const reaches = (name: Reference): boolean => features.get(name) >= references[name];
  if (estimate !== null) {
    const { code, strength, reference, factor } = estimate;
    evidence.push({ code, strength, reference, value: rounded(factor) });
  }
  if (reaches('G') && !reaches('J1')) add('enlarged_then_compressed', 'G', null);
  if (reaches('D1')) add('repeated_differences', 'D1', null);
  else if (reaches('D2')) add('repeated_differences', 'D2', null);
  if (reaches('GU') && features.get('GUg') > 0) add('older_grid', 'GU', rounded(1 / features.get('GUg')));
  if (features.get('cut') <= RESOLUTION_LIMITS.earlyCutOff) {
    evidence.push({ ...bare('spectrum_ends_early'), value: detail });
  }
  if (evidence.length > 0) return evidence;
  return [{ code: 'combined_statistics', strength: score, reference: model.enlarged, value: null }];
}
