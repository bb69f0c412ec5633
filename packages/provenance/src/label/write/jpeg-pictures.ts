import { DecodeError } from '../../bytes/decode-error.ts';
import { hasAscii } from '../../bytes/match.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { shiftedOffset, sortSplices, type Splice } from './splice.ts';

export interface JpegSegment {
  /** Second byte of the marker. */
  marker: number;
  /** Of the marker. */
  start: number;
  end: number;
  /** Whole where a label or the list of pictures can stand in it, else only its beginning. */
  payload: Uint8Array;
}

const APP2 = 0xe2;
const MPF = 'MPF\0';
const SEGMENT_HEAD_BYTES = 4;
const MP_ENTRY_TAG = 0xb002;
const MP_ENTRY_BYTES = 16;
const TIFF_ENTRY_BYTES = 12;

/**
 * A phone's JPEG lists further pictures behind the first, such as the gain map of an HDR picture, by their distance from the
 * list (CIPA DC-007 §5.2.3). What changes in between moves them, and the first picture's size is listed too.
 */
export function jpegPictureShift(
  source: MediaSource,
  segments: readonly JpegSegment[],
  changes: readonly Splice[],
): Splice[] {
  const list = segments.find(({ marker, payload }) => isPictureList(marker, payload));
  if (list === undefined) return [];
  const start = list.start + SEGMENT_HEAD_BYTES + MPF.length;
  try {
    return shiftEntries(source.within(start, list.end - start), source, changes);
  } catch (error) {
    // A list that cannot be read led nowhere before.
    if (error instanceof DecodeError) return [];
    throw error;
  }
}

function shiftEntries(tiff: MediaSource, source: MediaSource, changes: readonly Splice[]): Splice[] {
  const littleEndian = hasAscii(tiff.bytes(0, 8, 'MPF header'), 0, 'II');
  const order = { littleEndian };
  const directory = tiff.cursor(4, 4, 'MPF header', order).u32('MPF directory');
  const count = tiff.cursor(directory, 2, 'MPF directory', order).u16('MPF entry count');
  const rows = tiff.cursor(directory + 2, count * TIFF_ENTRY_BYTES, 'MPF directory', order);
  const sorted = sortSplices(changes);
  for (let row = 0; row < count; row += 1) {
    const [tag, , length, offset] = [rows.u16('tag'), rows.u16('type'), rows.u32('count'), rows.u32('offset')];
    if (tag !== MP_ENTRY_TAG) continue;
    const entries = Array.from({ length: Math.min(Math.floor(length / MP_ENTRY_BYTES), tiff.size) }, (_, index) => {
      return shiftEntry(tiff, offset + index * MP_ENTRY_BYTES, littleEndian, sorted);
    });
    return entries.flat();
  }
  return [];

  function shiftEntry(part: MediaSource, at: number, isLittle: boolean, by: readonly Splice[]): Splice[] {
    const cursor = part.cursor(at + 4, 8, 'MPF entry', { littleEndian: isLittle });
    const [size, distance] = [cursor.u32('size'), cursor.u32('offset')];
    const origin = part.fileOffset(0);
    // Only the first picture has no distance; it begins with the file.
    const start = distance === 0 ? source.fileOffset(0) : origin + distance;
    const newSize = shiftedOffset(by, start + size) - shiftedOffset(by, start);
    const newDistance = distance === 0 ? 0 : shiftedOffset(by, start) - shiftedOffset(by, origin);
    if (newSize === size && newDistance === distance) return [];
    const inserted = new Uint8Array(8);
    const view = new DataView(inserted.buffer);
    view.setUint32(0, newSize, isLittle);
    view.setUint32(4, newDistance, isLittle);
    return [{ offset: part.fileOffset(at + 4), removed: 8, inserted }];
  }
}

/** Whether a segment lists the further pictures of the file (CIPA DC-007). */
export function isPictureList(marker: number, payload: Uint8Array): boolean {
  return marker === APP2 && hasAscii(payload, 0, MPF);
}
