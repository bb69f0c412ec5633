/** What the pixels of an image say about enlargement by interpolation, before metadata is joined in and before any words. */

export type ResolutionStatus = 'native' | 'likely_upscaled' | 'uncertain';

/** Decoded pixels of the stored grid: never rotated, never resized. */
export interface PixelWindow {
  /** Red, green, blue; three bytes a pixel, row by row. */
  data: Uint8Array;
  width: number;
  height: number;
  /** Where the window lies in the image; multiples of 16. */
  left: number;
  top: number;
  /** Of the whole image. */
  imageWidth: number;
  imageHeight: number;
  /** The size of the blocks that the codec works in: 16 for WebP and AVIF, else 8. */
  codecGrid: 8 | 16;
}

/** Why pixels could be measured and did not decide, or what they show. One meaning each; words are elsewhere. */
export const PIXEL_CODES = [
  'too_small',
  'flat',
  'low_detail',
  'regular_pattern',
  'weak_or_contradictory',
  'soft',
  'no_interpolation_trace',
  'graphics',
  'interpolation_period',
  'block_symmetry',
  'grid_harmonic',
  'enlarged_then_compressed',
  'repeated_differences',
  'older_grid',
  'spectrum_ends_early',
  'combined_statistics',
] as const;
export type PixelCode = (typeof PIXEL_CODES)[number];

export interface PixelEvidence {
  code: PixelCode;
  /** How strong the trace is. Null: the code is no measurement. */
  strength: number | null;
  /** What one native image in a hundred reaches. */
  reference: number | null;
  /** For example the pixels of an older grid. */
  value: number | null;
}

/** How strong the trace is in each cell of the window, row by row; 0 to 100. Null in a cell: too flat to say. */
export interface TraceMap {
  columns: number;
  rows: number;
  cells: (number | null)[];
}

export interface PixelJudgement {
  status: ResolutionStatus;
  evidence: PixelEvidence[];
  /** Never high for native. Null: uncertain. */
  confidence: 'high' | 'medium' | 'low' | null;
  /** How many times each side was enlarged, and what the same trace could also mean. */
  estimatedFactor: number | null;
  factorAlternatives: number[];
  /** Log-odds of the model; no probability about the world. Null: not measured. */
  score: number | null;
  /** Up to which share of the pixel resolution there is detail, 0 to 100. Null: not measured. */
  detailPercent: number | null;
  map: TraceMap | null;
}
