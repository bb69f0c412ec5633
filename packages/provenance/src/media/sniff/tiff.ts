import { Cursor } from '../../bytes/cursor.ts';
import { hasBytes } from '../../bytes/match.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaType } from '../media-types.ts';
import { readTiffCount, tiffLayoutOf, type TiffLayout } from '../tiff-entries.ts';
import type { SniffWindow } from './window.ts';

/** DNGVersion, which every DNG file has in its first directory (DNG 1.7, chapter 4). */
const DNG_VERSION_TAG = 50706;

/** BigTIFF also states the size of its offsets. */
const MARKS = [
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
  [0x49, 0x49, 0x2b, 0x00, 0x08, 0x00, 0x00, 0x00],
  [0x4d, 0x4d, 0x00, 0x2b, 0x00, 0x08, 0x00, 0x00],
] as const;

export function sniffTiff(window: SniffWindow): MediaType | null {
  const layout = MARKS.some((mark) => hasBytes(window.head, 0, mark)) ? tiffLayoutOf(window.head) : null;
  if (layout === null) return null;
  return hasDngVersion(window, layout) ? 'image/x-adobe-dng' : 'image/tiff';
}

/** A directory that is cut off or outside the file does not make the header doubtful, so it only means "no DNG mark". */
function hasDngVersion(window: SniffWindow, layout: TiffLayout): boolean {
  const { wordBytes, countBytes, entryBytes, firstPointer } = layout;
  const pointer = new Cursor(window.at(firstPointer, wordBytes), layout);
  if (pointer.remaining < wordBytes) return false;
  const first = wordBytes === 8 ? pointer.u64('directory offset') : pointer.u32('directory offset');
  if (first === 0 || first >= window.size) return false;
  const directory = new Cursor(window.at(first, countBytes + LIMITS.sniffTiffEntries * entryBytes), layout);
  if (directory.remaining < countBytes) return false;
  const declared = readTiffCount(directory, layout);
  for (let entry = 0; entry < declared && directory.remaining >= entryBytes; entry += 1) {
    if (directory.u16('tag') === DNG_VERSION_TAG) return true;
    directory.skip(entryBytes - 2, 'directory entry');
  }
  return false;
}
