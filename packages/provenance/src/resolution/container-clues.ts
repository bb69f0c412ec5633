import { boxesIn, childrenOf, type Box } from '../media/bmff/boxes.ts';
import type { MediaSource } from '../media/media-source.ts';
import type { PictureSize, ResolutionClue } from './facts.ts';
import { sizeClues, sizeOf, type VideoSizes } from './video-sizes.ts';

/** Reserved bytes, an index and unused fields before the size of a visual sample entry (ISO/IEC 14496-12 §12.1.3). */
const ENTRY_SIZE_AT = 24;
const ENTRY_BYTES = 78;
const ENTRY_COUNT_BYTES = 8;
/** The size of the display ends a track header, as two numbers with 16 bits behind the point. */
const DISPLAY_BYTES = 8;
const FIXED_POINT = 2 ** 16;
/** Two numbers, the shape of a pixel (`pasp`); of the clean aperture (`clap`), width and height as fractions (§12.1.4). */
const SHAPE_BYTES = 8;
const APERTURE_BYTES = 16;

/**
 * What the first video track of an MP4 or QuickTime file says about its sizes: as coded, as shown, and as displayed, before the
 * matrix of the track turns it. No statement about the pixels: anamorphic video is displayed wider than it is coded.
 * @throws {DecodeError} {LimitError} the structure is damaged, or the file's budget is spent
 */
export function containerClues(source: MediaSource): ResolutionClue[] {
  const movie = first(boxesIn(source, { start: 0, end: source.size, what: 'file', isSparse: true }), 'moov');
  if (movie === null) return [];
  for (const track of childrenOf(source, movie, 'moov')) {
    if (track.type !== 'trak') continue;
    const display = displaySize(source, track);
    const sizes = display === null ? null : codedSizes(source, track);
    if (sizes !== null) return sizeClues({ ...sizes, display });
  }
  return [];
}

function displaySize(source: MediaSource, track: Box): PictureSize | null {
  const head = first(childrenOf(source, track, 'trak'), 'tkhd');
  if (head === null || head.end - head.contentStart < DISPLAY_BYTES) return null;
  const cursor = source.cursor(head.end - DISPLAY_BYTES, DISPLAY_BYTES, 'tkhd');
  const width = cursor.u32('tkhd width') / FIXED_POINT;
  return sizeOf(width, cursor.u32('tkhd height') / FIXED_POINT);
}

/** Of the first sample entry. Null when the track has none of a picture. */
function codedSizes(source: MediaSource, track: Box): Omit<VideoSizes, 'display'> | null {
  let table: Box | null = track;
  for (const type of ['mdia', 'minf', 'stbl', 'stsd']) table = table && first(childrenOf(source, table, type), type);
  if (table === null) return null;
  const entry = first(childrenOf(source, table, 'stsd', ENTRY_COUNT_BYTES), null);
  if (entry === null || entry.end - entry.contentStart < ENTRY_BYTES) return null;
  const cursor = source.cursor(entry.contentStart + ENTRY_SIZE_AT, 4, 'sample entry');
  const width = cursor.u16('coded width');
  const coded = sizeOf(width, cursor.u16('coded height'));
  if (coded === null) return null;
  let [shown, pixelShape]: [PictureSize | null, number | null] = [null, null];
  for (const box of childrenOf(source, entry, 'sample entry', ENTRY_BYTES)) {
    if (box.type === 'pasp') pixelShape ??= readPixelShape(source, box);
    if (box.type === 'clap') shown ??= readCleanAperture(source, box);
  }
  return { coded, shown, pixelShape };
}

function readPixelShape(source: MediaSource, { contentStart }: Box): number | null {
  const cursor = source.cursor(contentStart, SHAPE_BYTES, 'pasp');
  const [across, down] = [cursor.u32('pasp'), cursor.u32('pasp')];
  return across === 0 || down === 0 ? null : across / down;
}

/** Also a property of a HEIF item (ISO/IEC 23008-12 §6.5.9). */
export function readCleanAperture(source: MediaSource, { contentStart }: Box): PictureSize | null {
  const cursor = source.cursor(contentStart, APERTURE_BYTES, 'clap');
  const side = (): number => {
    const [numerator, denominator] = [cursor.u32('clap'), cursor.u32('clap')];
    return denominator === 0 ? 0 : numerator / denominator;
  };
  const width = side();
  return sizeOf(width, side());
}

/** The first box of a type, or of any type. */
function first(boxes: Iterable<Box>, type: string | null): Box | null {
  for (const box of boxes) if (type === null || box.type === type) return box;
  return null;
}
