import type { Cursor } from '../bytes/cursor.ts';
import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { LIMITS } from '../limits.ts';
import type { MediaSource } from './media-source.ts';

/** How the two kinds of TIFF write their numbers (TIFF 6.0 §2; BigTIFF). */
export interface TiffLayout {
  littleEndian: boolean;
  /** Bytes of an offset, which is also the room for a value in its entry. */
  wordBytes: 4 | 8;
  countBytes: 2 | 8;
  entryBytes: 12 | 20;
  /** Where the header holds the offset of the first directory. */
  firstPointer: 4 | 8;
}

/** One entry of a directory. Its value is located and not read. */
export interface TiffEntry {
  tag: number;
  type: number;
  /** Offset of the entry. */
  start: number;
  /** Offset of the value; null when the type is unknown, or a number is larger than any file. */
  offset: number | null;
  /** Bytes of the value. */
  length: number;
}

const CLASSIC = { wordBytes: 4, countBytes: 2, entryBytes: 12, firstPointer: 4 } as const;
const BIG = { wordBytes: 8, countBytes: 8, entryBytes: 20, firstPointer: 8 } as const;
/** TIFF and BigTIFF, and what raw photographs of Panasonic (RW2) and Olympus (ORF) have in its place. */
const BIG_TIFF = 43;
const MAGICS = new Set([42, BIG_TIFF, 0x55, 0x4f52, 0x5352]);
const HEADER_BYTES = 8;
/** Bytes of one value, by field type (TIFF 6.0 §2, BigTIFF, Exif 3.0 UTF-8). */
const TYPE_BYTES = new Map<number, number>([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 4],
  [5, 8],
  [6, 1],
  [7, 1],
  [8, 2],
  [9, 4],
  [10, 8],
  [11, 4],
  [12, 8],
  [13, 4],
  [16, 8],
  [17, 8],
  [18, 8],
  [129, 1],
]);

/** @throws {DecodeError} not a TIFF structure */
export function readTiffLayout(source: MediaSource): TiffLayout {
  const layout = tiffLayoutOf(source.bytes(0, HEADER_BYTES, 'TIFF header'));
  if (layout === null) throw new DecodeError('TIFF header', source.fileOffset(0));
  return layout;
}

/** The layout that a header states; null when it is not one of TIFF. */
export function tiffLayoutOf(header: Uint8Array): TiffLayout | null {
  const littleEndian = header[0] === 0x49;
  const isMarked = header[0] === header[1] && (littleEndian || header[0] === 0x4d);
  const [low = 0, high = 0] = littleEndian ? [header[2], header[3]] : [header[3], header[2]];
  const magic = high * 256 + low;
  if (!isMarked || !MAGICS.has(magic)) return null;
  return { littleEndian, ...(magic === BIG_TIFF ? BIG : CLASSIC) };
}

/** An offset or a count. @throws {DecodeError} */
export function readTiffWord(source: MediaSource, layout: TiffLayout, at: number, what: string): number {
  const cursor = source.cursor(at, layout.wordBytes, what, layout);
  return layout.wordBytes === 8 ? cursor.u64(what) : cursor.u32(what);
}

/**
 * Calls `visit` with each entry of the directory at an offset. Returns the offset after the entries, where that of the next
 * directory stands.
 *
 * @throws {DecodeError} it is not in the file, states more entries than a file may have, or the file ends inside it: then
 * the entries that are there were visited
 */
export function walkTiffEntries(
  source: MediaSource,
  layout: TiffLayout,
  start: number,
  visit: (entry: TiffEntry) => void,
): number {
  const { countBytes, entryBytes } = layout;
  const count = readTiffCount(source.cursor(start, countBytes, 'TIFF directory', layout), layout);
  if (count > LIMITS.mediaSteps) throw new LimitError('TIFF entry count', source.fileOffset(start));
  const table = start + countBytes;
  const present = Math.min(count, Math.floor((source.size - table) / entryBytes));
  const cursor = source.cursor(table, present * entryBytes, 'TIFF directory', layout);
  for (let index = 0; index < present; index += 1) {
    const at = table + index * entryBytes;
    source.step('TIFF entry', at);
    visit(decodeEntry(cursor, layout, at));
  }
  if (present < count) throw new DecodeError('TIFF directory: not enough bytes', source.fileOffset(table));
  return table + count * entryBytes;
}

/** The number of entries, with which a directory begins. */
export function readTiffCount(cursor: Cursor, { countBytes }: TiffLayout): number {
  return countBytes === 8 ? cursor.u64('TIFF entry count') : cursor.u16('TIFF entry count');
}

function decodeEntry(cursor: Cursor, layout: TiffLayout, start: number): TiffEntry {
  const { entryBytes, wordBytes } = layout;
  const tag = cursor.u16('TIFF tag');
  const type = cursor.u16('TIFF field type');
  const unit = TYPE_BYTES.get(type);
  const count = decodeWord(cursor, layout);
  const pointed = decodeWord(cursor, layout);
  const length = unit === undefined || count === null ? null : unit * count;
  if (length === null || !Number.isSafeInteger(length)) return { tag, type, start, offset: null, length: 0 };
  // A value that fits its entry is stored in it.
  const offset = length <= wordBytes ? start + entryBytes - wordBytes : pointed;
  return { tag, type, start, offset, length };
}

/** Null for a 64-bit number that no file reaches: one forged entry must not end the directory. */
function decodeWord(cursor: Cursor, { wordBytes, littleEndian }: TiffLayout): number | null {
  if (wordBytes === 4) return cursor.u32('TIFF number');
  const [first, second] = [cursor.u32('BigTIFF number'), cursor.u32('BigTIFF number')];
  const [high, low] = littleEndian ? [second, first] : [first, second];
  const value = high * 2 ** 32 + low;
  return Number.isSafeInteger(value) ? value : null;
}
