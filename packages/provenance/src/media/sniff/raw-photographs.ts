import { Cursor } from '../../bytes/cursor.ts';
import { hasAscii, hasBytes } from '../../bytes/match.ts';
import type { MediaType } from '../media-types.ts';
import type { SniffWindow } from './window.ts';

/** Photographs as the sensor gave them, of makers whose files are TIFF under another number. */
const TIFF_LIKE: readonly { mark: readonly number[]; type: MediaType }[] = [
  { mark: [0x49, 0x49, 0x55, 0x00], type: 'image/x-panasonic-rw2' },
  { mark: [0x49, 0x49, 0x52, 0x4f], type: 'image/x-olympus-orf' },
  { mark: [0x49, 0x49, 0x52, 0x53], type: 'image/x-olympus-orf' },
  { mark: [0x4d, 0x4d, 0x4f, 0x52], type: 'image/x-olympus-orf' },
];
/** More entries than any directory of theirs has; text that begins with these letters states far more. */
const ENTRIES_MAX = 512;
const CIFF_TYPE = 'HEAPCCDR';
const RAF_MARK = 'FUJIFILMCCD-RAW ';
const RAF_HEADER_BYTES = 0x5c;

export function sniffRawPhotograph(window: SniffWindow): MediaType | null {
  const { head } = window;
  if (hasAscii(head, 0, RAF_MARK)) return window.size >= RAF_HEADER_BYTES ? 'image/x-fujifilm-raf' : null;
  if (hasAscii(head, 6, CIFF_TYPE) && (hasAscii(head, 0, 'II') || hasAscii(head, 0, 'MM'))) return 'image/x-canon-crw';
  const row = TIFF_LIKE.find(({ mark }) => hasBytes(head, 0, mark));
  return row !== undefined && hasDirectory(window) ? row.type : null;
}

function hasDirectory(window: SniffWindow): boolean {
  const littleEndian = window.head[0] === 0x49;
  const first = new Cursor(window.head.subarray(4, 8), { littleEndian }).u32('directory offset');
  if (first < 8 || first + 2 > window.size) return false;
  const entries = new Cursor(window.at(first, 2), { littleEndian }).u16('entry count');
  return entries > 0 && entries <= ENTRIES_MAX;
}
