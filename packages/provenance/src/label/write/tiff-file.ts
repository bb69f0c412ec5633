import { DecodeError } from '../../bytes/decode-error.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../../media/media-source.ts';

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

export interface TiffEntry {
  tag: number;
  type: number;
  count: number;
  /** As it stands in the directory. */
  bytes: Uint8Array;
  start: number;
}

export interface TiffDirectoryBytes {
  entries: TiffEntry[];
  /** Offset of the next directory, as it stands. */
  next: Uint8Array;
}

const CLASSIC = { wordBytes: 4, countBytes: 2, entryBytes: 12, firstPointer: 4 } as const;
const BIG = { wordBytes: 8, countBytes: 8, entryBytes: 20, firstPointer: 8 } as const;

/** @throws {DecodeError} no TIFF */
export function readTiffLayout(source: MediaSource): TiffLayout {
  const head = source.bytes(0, 8, 'TIFF header');
  const littleEndian = head[0] === 0x49;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const isMarked = head[0] === head[1] && (littleEndian || head[0] === 0x4d);
  const magic = view.getUint16(2, littleEndian);
  // BigTIFF states the size of its offsets: 8, and two bytes of 0.
  const isBig = magic === 43 && view.getUint16(4, littleEndian) === 8 && view.getUint16(6) === 0;
  if (!isMarked || (magic !== 42 && !isBig)) throw new DecodeError('TIFF header', source.fileOffset(0));
  return { littleEndian, ...(isBig ? BIG : CLASSIC) };
}

/** The first directory. @throws {DecodeError} it is not there, or not whole */
export function readFirstDirectory(source: MediaSource, layout: TiffLayout): TiffDirectoryBytes {
  const { wordBytes, countBytes, entryBytes, firstPointer } = layout;
  const start = readWord(source, layout, firstPointer);
  if (start === 0) throw new DecodeError('TIFF without a directory', source.fileOffset(firstPointer));
  const head = source.cursor(start, countBytes, 'TIFF directory', layout);
  const count = countBytes === 8 ? head.u64('TIFF entry count') : head.u16('TIFF entry count');
  if (count === 0 || count > LIMITS.mediaSteps) throw new DecodeError('TIFF entry count', source.fileOffset(start));
  const entries: TiffEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = start + countBytes + index * entryBytes;
    source.step('TIFF entry', at);
    const cursor = source.cursor(at, entryBytes, 'TIFF entry', layout);
    const [tag, type] = [cursor.u16('TIFF tag'), cursor.u16('TIFF field type')];
    // A count that no file reaches is of no entry that is read here.
    const high = wordBytes === 8 && !layout.littleEndian ? cursor.u32('TIFF value count') : 0;
    const low = cursor.u32('TIFF value count');
    const top = wordBytes === 8 && layout.littleEndian ? cursor.u32('TIFF value count') : high;
    const bytes = source.bytes(at, entryBytes, 'TIFF entry');
    entries.push({ tag, type, count: top * 2 ** 32 + low, bytes: Uint8Array.from(bytes), start: at });
  }
  const next = source.upTo(start + countBytes + count * entryBytes, wordBytes, 'TIFF directory');
  return { entries, next: next.length === wordBytes ? Uint8Array.from(next) : new Uint8Array(wordBytes) };
}

export function readWord(source: MediaSource, layout: TiffLayout, at: number): number {
  const cursor = source.cursor(at, layout.wordBytes, 'TIFF offset', layout);
  return layout.wordBytes === 8 ? cursor.u64('TIFF offset') : cursor.u32('TIFF offset');
}

/** An offset or a count. */
export function tiffWord({ littleEndian, wordBytes }: TiffLayout, value: number): Uint8Array {
  const out = new Uint8Array(wordBytes);
  const view = new DataView(out.buffer);
  if (wordBytes === 8) view.setBigUint64(0, BigInt(value), littleEndian);
  else view.setUint32(0, value, littleEndian);
  return out;
}

export function tiffShort({ littleEndian }: TiffLayout, value: number): Uint8Array {
  const out = new Uint8Array(2);
  new DataView(out.buffer).setUint16(0, value, littleEndian);
  return out;
}
