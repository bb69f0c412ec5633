import type { Report } from '../report.ts';
import type { ResolutionVerdict } from '../verdict/resolution.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { Language } from './language.ts';
import type { ResolutionIntegrityResult, ResolutionMeasurement } from './verification-result.ts';
import { fill, words, wordNote } from './words.ts';

/** The part of the result on resolution. It is uncertain where the reader failed, and where nobody looked, as in results of earlier versions. */
export function presentResolution(report: Report, verdict: Verdict, language: Language): ResolutionIntegrityResult {
  const judged = verdict.resolution ?? null;
  if (judged === null) return { ...NOTHING_KNOWN, reasons: [nothingKnown(report, language)] };
  const { status, confidence, estimated_factor, estimated_source, factor_alternatives, not_measured } = judged;
  return {
    status,
    reasons: judged.reasons.map((reason) => sentence(reason, language)),
    confidence,
    estimated_factor,
    estimated_source,
    factor_alternatives,
    kernel_family: null,
    evidence: judged.evidence,
    not_measured,
    measurement: presentMeasurement(report),
  };
}

function nothingKnown({ resolution_integrity: { state } }: Report, language: Language): string {
  if (state !== 'failed') return words(language).not_examined;
  return wordNote({ code: 'resolution_reader_failed', level: 'warning', values: {} }, language).text;
}

const NOTHING_KNOWN: Omit<ResolutionIntegrityResult, 'reasons'> = {
  status: 'uncertain',
  confidence: null,
  estimated_factor: null,
  estimated_source: null,
  factor_alternatives: [],
  kernel_family: null,
  evidence: [],
  not_measured: null,
  measurement: null,
};

function presentMeasurement({ resolution_integrity: section }: Report): ResolutionMeasurement | null {
  if (section.state !== 'examined' || section.facts.pixels.state !== 'measured') return null;
  const { image, window, codec_grid, score, detail_percent, map, model } = section.facts.pixels;
  return {
    method: model.method,
    model: model.sha256,
    score,
    thresholds: { likely_upscaled: model.enlarged_from, native_at_most: model.native_up_to },
    detail_percent,
    ...image,
    window,
    codec_grid,
    trace_map: map,
  };
}

/** The first of its sentences whose values are all there. */
function sentence({ code, values }: ResolutionVerdict['reasons'][number], language: Language): string {
  const forms = words(language).resolution[code].map((form) => fill(form, values));
  return forms.find((form) => !form.includes('{')) ?? forms.at(-1) ?? '';
}
