import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import type { RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { MediaSource } from '../media/media-source.ts';
import { findMediaType, type MediaType } from '../media/media-types.ts';
import type { MetadataFindings } from '../media/metadata-item.ts';
import { containerClues } from './container-clues.ts';
import { exifClues } from './exif-clues.ts';
import type { NotMeasuredCode, PictureSize, ResolutionClue, ResolutionFacts } from './facts.ts';
import { matroskaClues } from './matroska-sizes.ts';
import { generatorClues } from './generator-clues.ts';
import { RESOLUTION_LIMITS } from './limits.ts';
import { readPictureHeader, type PictureHeader } from './picture-header.ts';

/** A picture whose pixels can be measured, and what is known of it before. */
export interface MeasurablePicture extends Omit<ResolutionFacts, 'pixels'> {
  media_type: MediaType;
  /** Its decoder holds all of its pixels, and they are many. */
  is_heavy: boolean;
  is_animated: boolean;
}

/** Exactly one of them is null. */
export type ResolutionReading = { picture: MeasurablePicture; facts: null } | { picture: null; facts: ResolutionFacts };

const HELD_WHOLE = LIMITS.decodedPixelsWhole;

/** How many pixels of each format are decoded: by the memory that its decoder needs. */
const MOST_PIXELS: ReadonlyMap<MediaType, { inRows: number; whole: number }> = new Map<
  MediaType,
  { inRows: number; whole: number }
>([
  ['image/jpeg', { inRows: LIMITS.decodedPixels, whole: HELD_WHOLE }],
  ['image/png', { inRows: LIMITS.decodedPixels, whole: HELD_WHOLE }],
  ['image/webp', { inRows: HELD_WHOLE, whole: HELD_WHOLE }],
  ['image/gif', { inRows: HELD_WHOLE, whole: HELD_WHOLE }],
  ['image/tiff', { inRows: LIMITS.decodedPixelsTiff, whole: LIMITS.decodedPixelsTiff }],
  ['image/avif', { inRows: LIMITS.decodedPixelsAvif, whole: LIMITS.decodedPixelsAvif }],
]);

/** 0 for a format that is not decoded. */
export function mostPixels(mediaType: MediaType, isHeldWhole: boolean): number {
  const most = MOST_PIXELS.get(mediaType);
  return most === undefined ? 0 : isHeldWhole ? most.whole : most.inRows;
}

/**
 * What a file says about its size, and whether its pixels can be measured. Only headers are read here: the bytes of pixels are
 * decoded elsewhere.
 * @param findings what was found when its metadata was read
 */
export function readResolution(
  source: RandomAccess,
  mediaType: MediaType,
  findings: MetadataFindings | null,
): ResolutionReading {
  const kind = findMediaType(mediaType)?.kind;
  const notMeasured = (reason: NotMeasuredCode, clues: ResolutionClue[] = [], image: PictureSize | null = null) => {
    const facts: ResolutionFacts = { pixels: { state: 'not_measured', reason, image }, clues, jpeg_quality: null };
    return { picture: null, facts };
  };
  if (kind === 'video') return notMeasured('not_measured_video', videoClues(source, mediaType));
  if (kind !== 'image') return notMeasured('not_an_image');
  const header = readOr(null, () => readPictureHeader(MediaSource.of(source), mediaType));
  const image = header === null ? null : { width: header.width, height: header.height };
  const clues = image === null || findings === null ? [] : pictureClues(findings, image);
  if (!MOST_PIXELS.has(mediaType)) return notMeasured('not_decodable', clues, image);
  if (header === null) return { picture: pictureOf(mediaType, clues, null), facts: null };
  const pixels = header.width * header.height;
  if (pixels > mostPixels(mediaType, header.isHeldWhole)) return notMeasured('too_many_pixels', clues, image);
  const { leastSide, leastPixels } = RESOLUTION_LIMITS;
  const isSmall = Math.min(header.width, header.height) < leastSide || pixels < leastPixels;
  if (isSmall) return notMeasured('too_small', clues, image);
  return { picture: pictureOf(mediaType, clues, header), facts: null };
}

function pictureOf(mediaType: MediaType, clues: ResolutionClue[], header: PictureHeader | null): MeasurablePicture {
  return {
    media_type: mediaType,
    clues,
    jpeg_quality: header?.jpegQuality ?? null,
    is_animated: header?.isAnimated ?? false,
    is_heavy: header !== null && header.isHeldWhole && header.width * header.height > LIMITS.resolutionHeavyPixels,
  };
}

function pictureClues({ items }: MetadataFindings, image: PictureSize): ResolutionClue[] {
  return readOr([], () => [...exifClues(items, image), ...generatorClues(items, image)]);
}

const VIDEO_READERS: ReadonlyMap<MediaType, (source: MediaSource) => ResolutionClue[]> = new Map<
  MediaType,
  (source: MediaSource) => ResolutionClue[]
>([
  ['video/mp4', containerClues],
  ['video/quicktime', containerClues],
  ['video/x-matroska', matroskaClues],
  ['video/webm', matroskaClues],
]);

function videoClues(source: RandomAccess, mediaType: MediaType): ResolutionClue[] {
  const read = VIDEO_READERS.get(mediaType);
  return read === undefined ? [] : readOr([], () => read(MediaSource.of(source)));
}

/** A damaged structure says nothing about its size; the reader of metadata reports it as damage. */
function readOr<Value>(otherwise: Value, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodeError || error instanceof LimitError) return otherwise;
    throw error;
  }
}
