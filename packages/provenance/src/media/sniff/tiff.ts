import { Cursor } from '../../bytes/cursor.ts';
import { hasBytes } from '../../bytes/match.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaType } from '../media-types.ts';
import type { SniffWindow } from './window.ts';

/** DNGVersion, which every DNG file has in its first directory (DNG 1.7, chapter 4). */
const DNG_VERSION_TAG = 50706;

const HEADERS = [
  { mark: [0x49, 0x49, 0x2a, 0x00], littleEndian: true, big: false },
  { mark: [0x4d, 0x4d, 0x00, 0x2a], littleEndian: false, big: false },
  { mark: [0x49, 0x49, 0x2b, 0x00, 0x08, 0x00, 0x00, 0x00], littleEndian: true, big: true },
  { mark: [0x4d, 0x4d, 0x00, 0x2b, 0x00, 0x08, 0x00, 0x00], littleEndian: false, big: true },
] as const;

type Header = (typeof HEADERS)[number];

export function sniffTiff(window: SniffWindow): MediaType | null {
  const header = HEADERS.find(({ mark }) => hasBytes(window.head, 0, mark));
  if (header === undefined) return null;
  return hasDngVersion(window, header) ? 'image/x-adobe-dng' : 'image/tiff';
}

/** A directory that is cut off or lies elsewhere is no reason to doubt the header, so it only means "no DNG mark". */
function hasDngVersion(window: SniffWindow, { littleEndian, big }: Header): boolean {
  const pointer = new Cursor(window.at(big ? 8 : 4, big ? 8 : 4), { littleEndian });
  if (pointer.remaining < (big ? 8 : 4)) return false;
  const first = readOffset(pointer, big);
  if (first === null || first >= window.size) return false;
  const countBytes = big ? 8 : 2;
  const entryBytes = big ? 20 : 12;
  const directory = new Cursor(window.at(first, countBytes + LIMITS.sniffTiffEntries * entryBytes), { littleEndian });
  if (directory.remaining < countBytes) return false;
  const declared = big ? directory.u64('entry count') : directory.u16('entry count');
  for (let entry = 0; entry < declared && directory.remaining >= entryBytes; entry += 1) {
    if (directory.u16('tag') === DNG_VERSION_TAG) return true;
    directory.skip(entryBytes - 2, 'directory entry');
  }
  return false;
}

function readOffset(cursor: Cursor, big: boolean): number | null {
  const offset = big ? cursor.u64('directory offset') : cursor.u32('directory offset');
  return offset === 0 ? null : offset;
}
