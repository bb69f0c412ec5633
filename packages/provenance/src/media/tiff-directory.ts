import type { Cursor } from '../bytes/cursor.ts';
import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { LIMITS } from '../limits.ts';
import { attemptAt } from './attempt-at.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';

/** The chain of main directories is `IFD0`, `IFD1` and so on. */
export type TiffDirectory = `IFD${number}` | 'Exif';

/** One entry of a directory. Its value is not read yet. */
export interface TiffField {
  directory: TiffDirectory;
  tag: number;
  type: number;
  /** Of the value, in the source that is walked. */
  offset: number;
  length: number;
  littleEndian: boolean;
}

const EXIF_POINTER = 0x8769;
/** Bytes of one value, by field type (TIFF 6.0 §2, BigTIFF, Exif 3.0 UTF-8). Types that are not here are passed over. */
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

/** TIFF and BigTIFF, and what raw photographs of Panasonic (RW2) and Olympus (ORF) have in its place. */
const BIG_TIFF = 43;
const MAGICS = new Set([42, BIG_TIFF, 0x55, 0x4f52, 0x5352]);

interface Layout {
  littleEndian: boolean;
  /** BigTIFF: all counts and offsets have 8 bytes. */
  isBig: boolean;
  countBytes: number;
  entryBytes: number;
  wordBytes: number;
}

interface Walk {
  source: MediaSource;
  sink: MetadataSink;
  layout: Layout;
  visit: (field: TiffField) => void;
  /** Offsets of directories that were read, so that a loop ends. */
  seen: Set<number>;
}

/**
 * Calls `visit` with every field of the main directories and their Exif directories. Values are only located, so that a
 * whole file can be walked without reading its pixels.
 *
 * @throws {DecodeError} not a TIFF structure
 */
export function walkTiff(source: MediaSource, sink: MetadataSink, visit: Walk['visit']): void {
  const { layout, first } = readHeader(source);
  const walk = { source, sink, layout, visit, seen: new Set<number>() };
  let next = first;
  for (let page = 0; next !== 0; page += 1) next = readDirectory(walk, next, `IFD${page}`);
}

function readHeader(source: MediaSource): { layout: Layout; first: number } {
  const mark = source.bytes(0, 8, 'TIFF header');
  const littleEndian = mark[0] === 0x49;
  const isMarked = mark[0] === mark[1] && (littleEndian || mark[0] === 0x4d);
  const magic = (littleEndian ? mark[2] : mark[3]) ?? 0;
  const other = (littleEndian ? mark[3] : mark[2]) ?? 0;
  if (!isMarked || !MAGICS.has(other * 256 + magic)) throw new DecodeError('TIFF header', source.fileOffset(0));
  const isBig = magic === BIG_TIFF && other === 0;
  const layout = isBig
    ? { littleEndian, isBig, countBytes: 8, entryBytes: 20, wordBytes: 8 }
    : { littleEndian, isBig, countBytes: 2, entryBytes: 12, wordBytes: 4 };
  const at = isBig ? 8 : 4;
  return { layout, first: word(source.cursor(at, layout.wordBytes, 'TIFF header', layout), layout, 'TIFF header') };
}

/** Answers where the next directory of the chain is, 0 when there is none. */
function readDirectory(walk: Walk, start: number, directory: TiffDirectory): number {
  const { source, layout, seen } = walk;
  const { countBytes, entryBytes, wordBytes } = layout;
  source.step('TIFF directory', start);
  if (seen.has(start)) throw new DecodeError('TIFF directories in a loop', source.fileOffset(0));
  seen.add(start);
  const head = source.cursor(start, countBytes, 'TIFF directory', layout);
  const count = layout.isBig ? head.u64('TIFF entry count') : head.u16('TIFF entry count');
  if (count > LIMITS.mediaSteps) throw new LimitError('TIFF entry count', source.fileOffset(start));
  const table = start + countBytes;
  const present = Math.min(count, Math.floor((source.size - table) / entryBytes));
  const entries = source.cursor(table, present * entryBytes, 'TIFF directory', layout);
  for (let entry = 0; entry < present; entry += 1) {
    const at = table + entry * entryBytes;
    source.step('TIFF entry', at);
    const field = readField(walk, entries, directory, at);
    if (field === null) continue;
    attemptAt(source, walk.sink, at, () => walk.visit(field));
    if (field.tag === EXIF_POINTER && directory !== 'Exif')
      attemptAt(source, walk.sink, at, () => readExifDirectory(walk, field));
  }
  if (present < count) throw new DecodeError('TIFF directory: not enough bytes', source.fileOffset(table));
  if (directory === 'Exif') return 0;
  const link = table + count * entryBytes;
  // Writers of Exif blocks leave the link of the last directory out when nothing follows.
  if (link + wordBytes > source.size) return 0;
  return word(source.cursor(link, wordBytes, 'TIFF directory', layout), layout, 'TIFF directory offset');
}

function readField({ layout }: Walk, entries: Cursor, directory: TiffDirectory, at: number): TiffField | null {
  const { entryBytes, wordBytes, littleEndian } = layout;
  const tag = entries.u16('TIFF tag');
  const type = entries.u16('TIFF field type');
  const unit = TYPE_BYTES.get(type);
  const count = layout.isBig ? safeWord(entries, littleEndian) : entries.u32('TIFF value count');
  const inline = at + entryBytes - wordBytes;
  const length = unit === undefined || count === null ? null : unit * count;
  // A value that fits its entry stands in it.
  if (length !== null && length <= wordBytes) {
    entries.skip(wordBytes, 'TIFF value');
    return { directory, tag, type, offset: inline, length, littleEndian };
  }
  const offset = layout.isBig ? safeWord(entries, littleEndian) : entries.u32('TIFF value offset');
  if (length === null || offset === null || !Number.isSafeInteger(length)) return null;
  return { directory, tag, type, offset, length, littleEndian };
}

/** A 64-bit number, or null for one that no file reaches: one forged entry must not end the directory. */
function safeWord(entries: Cursor, littleEndian: boolean): number | null {
  const [first, second] = [entries.u32('BigTIFF number'), entries.u32('BigTIFF number')];
  const [high, low] = littleEndian ? [second, first] : [first, second];
  const value = high * 2 ** 32 + low;
  return Number.isSafeInteger(value) ? value : null;
}

function readExifDirectory(walk: Walk, { offset, length }: TiffField): void {
  const { source, layout } = walk;
  const cursor = source.cursor(offset, length, 'Exif directory offset', layout);
  const start = length === 8 ? cursor.u64('Exif directory offset') : cursor.u32('Exif directory offset');
  // Pages of one file may share their Exif directory.
  if (!walk.seen.has(start)) readDirectory(walk, start, 'Exif');
}

function word(cursor: Cursor, { isBig }: Layout, what: string): number {
  return isBig ? cursor.u64(what) : cursor.u32(what);
}
