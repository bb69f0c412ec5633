import { boxesIn, childrenOf, type Box } from '../media/bmff/boxes.ts';
import type { MediaSource } from '../media/media-source.ts';
import type { PictureSize, ResolutionClue } from './facts.ts';

/** Reserved bytes, an index and unused fields before the size of a visual sample entry (ISO/IEC 14496-12 §12.1.3). */
const ENTRY_SIZE_AT = 24;
const ENTRY_BYTES = 78;
const ENTRY_COUNT_BYTES = 8;
/** The size of the display ends a track header, as two numbers with 16 bits behind the point. */
const DISPLAY_BYTES = 8;
const FIXED_POINT = 2 ** 16;
const SAME_SIZE = 1.02;

/**
 * What the first video track of an MP4 or QuickTime file says about its sizes: as coded, and as displayed. No statement about
 * the pixels: anamorphic video is displayed wider than it is coded.
 * @throws {DecodeError} {LimitError} the structure is damaged, or the file's budget is spent
 */
export function containerClues(source: MediaSource): ResolutionClue[] {
  const movie = first(boxesIn(source, { start: 0, end: source.size, what: 'file', isSparse: true }), 'moov');
  if (movie === null) return [];
  for (const track of childrenOf(source, movie, 'moov')) {
    if (track.type !== 'trak') continue;
    const coded = codedSize(source, track);
    const display = displaySize(source, track);
    if (coded === null || display === null) continue;
    const ratios = [display.width / coded.width, display.height / coded.height];
    const isLarger = ratios.every((ratio) => ratio > SAME_SIZE);
    const ratio = isLarger ? Math.min(...ratios) : null;
    return [{ code: isLarger ? 'container_display_larger' : 'container_sizes', size: display, ratio }];
  }
  return [];
}

function displaySize(source: MediaSource, track: Box): PictureSize | null {
  const head = first(childrenOf(source, track, 'trak'), 'tkhd');
  if (head === null || head.end - head.contentStart < DISPLAY_BYTES) return null;
  const cursor = source.cursor(head.end - DISPLAY_BYTES, DISPLAY_BYTES, 'tkhd');
  const width = cursor.u32('tkhd width') / FIXED_POINT;
  return sizeOf({ width, height: cursor.u32('tkhd height') / FIXED_POINT });
}

/** With the shape of its pixels (`pasp`) when it is stated. */
function codedSize(source: MediaSource, track: Box): PictureSize | null {
  let table: Box | null = track;
  for (const type of ['mdia', 'minf', 'stbl', 'stsd']) table = table && first(childrenOf(source, table, type), type);
  if (table === null) return null;
  const entry = first(childrenOf(source, table, 'stsd', ENTRY_COUNT_BYTES), null);
  if (entry === null || entry.end - entry.contentStart < ENTRY_BYTES) return null;
  const cursor = source.cursor(entry.contentStart + ENTRY_SIZE_AT, 4, 'sample entry');
  const width = cursor.u16('coded width');
  return sizeOf({ width, height: cursor.u16('coded height') });
}

function sizeOf({ width, height }: PictureSize): PictureSize | null {
  return width > 0 && height > 0 ? { width: Math.round(width), height: Math.round(height) } : null;
}

/** The first box of a type, or of any type. */
function first(boxes: Iterable<Box>, type: string | null): Box | null {
  for (const box of boxes) if (type === null || box.type === type) return box;
  return null;
}
