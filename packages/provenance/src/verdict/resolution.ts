import type { Report } from '../report.ts';
import type {
  ClueCode,
  MeasuredPixels,
  NotMeasuredCode,
  PictureSize,
  ResolutionClue,
  ResolutionCode,
  ResolutionFacts,
} from '../resolution/facts.ts';
import type { ResolutionStatus } from '../resolution/types.ts';

/** What pixels, metadata and container together amount to. */
export interface ResolutionVerdict {
  status: ResolutionStatus;
  /** What to tell a reader, the most important first. */
  reasons: { code: ResolutionCode; values: Record<string, string> }[];
  evidence: ResolutionEvidence[];
  confidence: 'high' | 'medium' | 'low' | null;
  estimated_factor: number | null;
  estimated_source: PictureSize | null;
  factor_alternatives: number[];
  not_measured: NotMeasuredCode | null;
}

export interface ResolutionEvidence {
  code: ResolutionCode;
  /** `pixels`: measured. `metadata`: a statement of the file. `file`: how it is coded. */
  kind: 'pixels' | 'metadata' | 'file';
  strength: number | null;
  reference: number | null;
  value: number | string | null;
}

/** Clues that a picture was enlarged, and the status that each makes of the one that the pixels have. */
const MOVES: Partial<Record<ClueCode, Readonly<Record<ResolutionStatus, ResolutionStatus>>>> = {
  exif_dimensions_smaller: { native: 'uncertain', uncertain: 'likely_upscaled', likely_upscaled: 'likely_upscaled' },
  generator_upscale_factor: {
    native: 'likely_upscaled',
    uncertain: 'likely_upscaled',
    likely_upscaled: 'likely_upscaled',
  },
  generator_declares_enlargement: { native: 'uncertain', uncertain: 'uncertain', likely_upscaled: 'likely_upscaled' },
  generator_two_pass: { native: 'uncertain', uncertain: 'uncertain', likely_upscaled: 'likely_upscaled' },
};

/** Clues that are told whatever the pixels say; a declared zoom only where they agree. */
const ALWAYS_TOLD: ReadonlySet<ClueCode> = new Set<ClueCode>([
  'reduced_or_cropped_after_capture',
  'cropped_after_capture',
  'container_display_larger',
  'container_shown_part',
  'container_pixel_shape',
]);

/** A quality below it hides traces. */
const STRONG_COMPRESSION = 60;

/** Null when nobody looked. Metadata may raise suspicion and never removes one; nothing else of the verdict depends on it. */
export function resolutionVerdict({ resolution_integrity: section }: Report): ResolutionVerdict | null {
  if (section.state !== 'examined') return null;
  const { facts } = section;
  const { pixels, clues } = facts;
  const measured = pixels.state === 'measured' ? pixels : null;
  const before = measured?.status ?? 'uncertain';
  const moving = clues.filter(({ code }) => MOVES[code] !== undefined && movesPixels(facts));
  const status = mostSuspicious([before, ...moving.map(({ code }) => MOVES[code]?.[before] ?? before)]);
  const factor = factorOf(measured, moving, status);
  return {
    status,
    reasons: reasonsOf(facts, { status, moving }),
    evidence: evidenceOf(facts),
    confidence: confidenceOf(measured, status, isStronglyCompressed(facts)),
    ...factor,
    not_measured: pixels.state === 'not_measured' ? pixels.reason : null,
  };
}

/** The measurement broke or ran out of time, so that the result as a whole is partial. */
export function hasFailed({ not_measured }: Pick<ResolutionVerdict, 'not_measured'>): boolean {
  return not_measured === 'timed_out' || not_measured === 'decoder_failed';
}

const BY_SUSPICION = ['likely_upscaled', 'uncertain', 'native'] as const satisfies readonly ResolutionStatus[];

function mostSuspicious(statuses: readonly ResolutionStatus[]): ResolutionStatus {
  return BY_SUSPICION.find((status) => statuses.includes(status)) ?? 'uncertain';
}

/** The container of a video names sizes and says nothing about its pixels. */
function movesPixels({ pixels }: ResolutionFacts): boolean {
  return pixels.state === 'measured' || (pixels.reason !== 'not_measured_video' && pixels.reason !== 'not_an_image');
}

type Factor = Pick<ResolutionVerdict, 'estimated_factor' | 'estimated_source' | 'factor_alternatives'>;

function factorOf(measured: MeasuredPixels | null, moving: ResolutionClue[], status: ResolutionStatus): Factor {
  if (measured?.status === 'likely_upscaled') {
    const { estimated_factor: factor, factor_alternatives, image } = measured;
    return {
      estimated_factor: factor,
      estimated_source: factor === null ? null : shrunk(image, factor),
      factor_alternatives,
    };
  }
  const clue = status === 'likely_upscaled' ? moving.find(({ ratio }) => ratio !== null) : undefined;
  return { estimated_factor: clue?.ratio ?? null, estimated_source: clue?.size ?? null, factor_alternatives: [] };
}

function shrunk({ width, height }: PictureSize, factor: number): PictureSize {
  return { width: Math.max(1, Math.round(width / factor)), height: Math.max(1, Math.round(height / factor)) };
}

function confidenceOf(
  measured: MeasuredPixels | null,
  status: ResolutionStatus,
  isCompressed: boolean,
): ResolutionVerdict['confidence'] {
  if (status === 'uncertain') return null;
  // Metadata alone: anyone can write them.
  if (measured?.status !== status) return 'medium';
  return status === 'native' && isCompressed ? 'low' : measured.confidence;
}

type Reason = ResolutionVerdict['reasons'][number];

function reasonsOf(
  facts: ResolutionFacts,
  { status, moving }: { status: ResolutionStatus; moving: ResolutionClue[] },
): Reason[] {
  const { pixels, clues, jpeg_quality } = facts;
  const agreeing = clues.filter(({ code }) => code === 'digital_zoom_declared' && status === 'likely_upscaled');
  const told = [...moving, ...agreeing].map(clueReason);
  const found = pixels.state === 'measured' ? pixelReasons(pixels) : [{ code: pixels.reason, values: {} }];
  return [
    // The measurement leads, unless the metadata have the last word.
    ...(pixels.state === 'measured' && pixels.status === status ? [...found, ...told] : [...told, ...found]),
    ...clues.filter(({ code }) => ALWAYS_TOLD.has(code)).map(clueReason),
    ...(status === 'uncertain' && isStronglyCompressed(facts)
      ? [{ code: 'strong_compression', values: { quality: String(jpeg_quality) } } as const]
      : []),
    ...(pixels.state === 'measured' && pixels.is_first_frame
      ? [{ code: 'animated_first_frame', values: {} } as const]
      : []),
  ];
}

function pixelReasons({ evidence, image, estimated_factor: factor, detail_percent: detail }: MeasuredPixels): Reason[] {
  const source = factor === null ? null : shrunk(image, factor);
  const values = {
    ...(factor === null ? {} : { factor: factor.toFixed(2), period: factor.toFixed(3) }),
    ...(source === null ? {} : { source: sizeText(source) }),
    ...(detail === null ? {} : { detail: String(Math.round(detail)) }),
  };
  return evidence.map(({ code, value }) => ({
    code,
    values: { ...values, ...(value === null ? {} : { value: value.toFixed(2) }) },
  }));
}

function clueReason({ code, size, ratio }: ResolutionClue): Reason {
  return {
    code,
    values: {
      ...(size === null ? {} : { size: sizeText(size) }),
      ...(ratio === null ? {} : { ratio: ratio.toFixed(2) }),
    },
  };
}

function evidenceOf({ pixels, clues, jpeg_quality }: ResolutionFacts): ResolutionEvidence[] {
  const measured = pixels.state === 'measured' ? pixels.evidence : [];
  return [
    ...measured.map((one) => ({ ...one, kind: 'pixels' as const })),
    ...clues.map(({ code, size, ratio }) => {
      const kind = code.startsWith('container_') ? ('file' as const) : ('metadata' as const);
      return { code, kind, strength: null, reference: null, value: size === null ? ratio : sizeText(size) };
    }),
    ...(jpeg_quality !== null && jpeg_quality < STRONG_COMPRESSION
      ? [{ code: 'strong_compression', kind: 'file', strength: null, reference: null, value: jpeg_quality } as const]
      : []),
  ];
}

function isStronglyCompressed({ pixels, jpeg_quality }: ResolutionFacts): boolean {
  return pixels.state === 'measured' && jpeg_quality !== null && jpeg_quality < STRONG_COMPRESSION;
}

function sizeText({ width, height }: PictureSize): string {
  return `${width}x${height}`;
}
