import { DecodeError } from '../../bytes/decode-error.ts';
import { hasAscii } from '../../bytes/match.ts';
import { APP2, type JpegSegment } from '../../media/jpeg-segments.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { readTiffLayout, readTiffWord, walkTiffEntries, type TiffLayout } from '../../media/tiff-entries.ts';
import { shiftedOffset, sortSplices, type Splice } from './splice.ts';

export interface LoadedSegment extends JpegSegment {
  /** Whole where a label can be in it, otherwise only its beginning. */
  payload: Uint8Array;
}

const MPF = 'MPF\0';
const MP_ENTRY_TAG = 0xb002;
const MP_ENTRY_BYTES = 16;

/**
 * A phone's JPEG lists further pictures after the first, such as the gain map of an HDR picture, by their distance from the
 * list (CIPA DC-007 §5.2.3). What changes in between moves them, and the first picture's size is listed too.
 */
export function jpegPictureShift(
  source: MediaSource,
  segments: readonly LoadedSegment[],
  changes: readonly Splice[],
): Splice[] {
  const list = findPictureList(segments);
  if (list === undefined) return [];
  const start = list.data + MPF.length;
  try {
    return shiftEntries(source.within(start, list.end - start), source, changes);
  } catch (error) {
    // An unreadable list led nowhere before.
    if (error instanceof DecodeError) return [];
    throw error;
  }
}

function shiftEntries(tiff: MediaSource, source: MediaSource, changes: readonly Splice[]): Splice[] {
  const layout = readTiffLayout(tiff);
  const start = readTiffWord(tiff, layout, layout.firstPointer, 'MPF directory');
  const sorted = sortSplices(changes);
  const shifts: Splice[] = [];
  walkTiffEntries(tiff, layout, start, ({ tag, offset, length }) => {
    if (tag !== MP_ENTRY_TAG || offset === null) return;
    const count = Math.min(Math.floor(length / MP_ENTRY_BYTES), tiff.size);
    for (let index = 0; index < count; index += 1) {
      shifts.push(...shiftEntry(tiff, offset + index * MP_ENTRY_BYTES, layout));
    }
  });
  return shifts;

  function shiftEntry(part: MediaSource, at: number, { littleEndian }: TiffLayout): Splice[] {
    const cursor = part.cursor(at + 4, 8, 'MPF entry', { littleEndian });
    const [size, distance] = [cursor.u32('size'), cursor.u32('offset')];
    const origin = part.fileOffset(0);
    // Only the first picture has no distance; it begins with the file.
    const pictureStart = distance === 0 ? source.fileOffset(0) : origin + distance;
    const newStart = shiftedOffset(sorted, pictureStart);
    const newSize = shiftedOffset(sorted, pictureStart + size) - newStart;
    const newDistance = distance === 0 ? 0 : newStart - shiftedOffset(sorted, origin);
    if (newSize === size && newDistance === distance) return [];
    const inserted = new Uint8Array(8);
    const view = new DataView(inserted.buffer);
    view.setUint32(0, newSize, littleEndian);
    view.setUint32(4, newDistance, littleEndian);
    return [{ offset: part.fileOffset(at + 4), removed: 8, inserted }];
  }
}

/** The segment that lists the further pictures of the file. */
export function findPictureList(segments: readonly LoadedSegment[]): LoadedSegment | undefined {
  return segments.find(({ marker, payload }) => isPictureList(marker, payload));
}

/** Whether a segment lists the further pictures of the file (CIPA DC-007). */
export function isPictureList(marker: number, payload: Uint8Array): boolean {
  return marker === APP2 && hasAscii(payload, 0, MPF);
}
