import { PIXEL_CODES, type PixelEvidence, type ResolutionStatus, type TraceMap } from './types.ts';

/** What the pixels, the metadata and the container of a file say about enlargement. */
export interface ResolutionFacts {
  pixels: PixelFacts;
  /** What the file says about its own size, the most important first. */
  clues: ResolutionClue[];
  /** As the quantisation table of a JPEG gives it, 1 to 100. Null: no JPEG, or no table of the usual form. */
  jpeg_quality: number | null;
}

/** Why nothing is known of the pixels. */
export const NOT_MEASURED_CODES = [
  /** Sound, a document, a bare manifest store. */
  'not_an_image',
  'not_measured_video',
  /** No decoder for the format, or damaged pixels. */
  'not_decodable',
  /** The decoder broke or used too much memory, and was ended. */
  'decoder_failed',
  'timed_out',
  /** Whoever runs this installation has turned the measurement off. */
  'not_examined',
  'too_many_pixels',
  /** Stated by the header: such pictures are not decoded. */
  'too_small',
] as const;
export type NotMeasuredCode = (typeof NOT_MEASURED_CODES)[number];

export type PixelFacts = MeasuredPixels | { state: 'not_measured'; reason: NotMeasuredCode; image: PictureSize | null };

/** Pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** See `PixelJudgement`. */
export interface MeasuredPixels {
  state: 'measured';
  status: ResolutionStatus;
  evidence: PixelEvidence[];
  confidence: 'high' | 'medium' | 'low' | null;
  estimated_factor: number | null;
  factor_alternatives: number[];
  score: number | null;
  /** What the score is by: the method, the digest of the model, and from and up to which score it decides. */
  model: { method: string; sha256: string; enlarged_from: number; native_up_to: number };
  detail_percent: number | null;
  map: TraceMap | null;
  image: PictureSize;
  /** The part of the image that was measured. */
  window: PictureSize & { left: number; top: number };
  codec_grid: 8 | 16;
  /** The file has further frames or pages, which were not measured. */
  is_first_frame: boolean;
}

/** Statements of the file about its size. All of them are unsigned. */
export const CLUE_CODES = [
  'exif_dimensions_smaller',
  'generator_upscale_factor',
  'generator_declares_enlargement',
  'generator_two_pass',
  'digital_zoom_declared',
  'reduced_or_cropped_after_capture',
  'cropped_after_capture',
  'container_display_larger',
  'container_sizes',
  'container_coded_size',
  'container_shown_part',
  'container_pixel_shape',
] as const;
export type ClueCode = (typeof CLUE_CODES)[number];

/** What a reason, or a piece of evidence, can be. Stable: clients branch on these. */
export const RESOLUTION_CODES = [
  ...PIXEL_CODES,
  ...NOT_MEASURED_CODES.filter((code) => code !== 'too_small'),
  ...CLUE_CODES,
  'animated_first_frame',
  'strong_compression',
] as const;
export type ResolutionCode = (typeof RESOLUTION_CODES)[number];

export interface ResolutionClue {
  code: ClueCode;
  /** The size that the file names; of a video, the size of its display. Null: it names none. */
  size: PictureSize | null;
  /** How many times each side was enlarged, by the file's own account. Null: it gives none. */
  ratio: number | null;
}
