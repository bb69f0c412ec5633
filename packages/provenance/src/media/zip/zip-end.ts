import { DecodeError } from '../../bytes/decode-error.ts';
import { hasAscii } from '../../bytes/match.ts';
import type { MediaSource } from '../media-source.ts';

export const LOCAL_HEADER = 0x04034b50;

/** What the end of a ZIP file says about its central directory. */
export interface ZipEnd {
  /** Offset of the central directory in the source. */
  start: number;
  size: number;
  /** What has to be added to the file's own offsets, because other bytes were put in front of it. */
  shift: number;
  /** Offset of the end record in the source. */
  offset: number;
  isZip64: boolean;
}

const END_BYTES = 22;
const COMMENT_BYTES = 0xffff;
const END_MARK = Buffer.from('PK\x05\x06', 'latin1');
const LOCATOR = 0x07064b50;
const LOCATOR_BYTES = 20;
const WIDE_END = 0x06064b50;
const WIDE_END_BYTES = 56;
const FULL = 0xffffffff;
/** Marks that are looked at; a comment full of them must not cost more. */
const MARKS = 64;

/** Searches backward from the end of the file, where a comment may stand (APPNOTE 4.3.16). */
export function findZipEnd(source: MediaSource): ZipEnd {
  for (const length of [1024, END_BYTES + COMMENT_BYTES]) {
    const start = Math.max(0, source.size - length);
    const tail = source.upTo(start, length, 'ZIP end');
    const buffer = Buffer.from(tail.buffer, tail.byteOffset, tail.length);
    let from = buffer.length - END_BYTES;
    for (let marks = 0; marks < MARKS && from >= 0; marks += 1) {
      const found = buffer.lastIndexOf(END_MARK, from);
      if (found === -1) break;
      const end = readEnd(source, start + found);
      if (end !== null) return end;
      from = found - 1;
    }
  }
  throw new DecodeError('ZIP: no directory', source.fileOffset(source.size));
}

/** Null when the mark is not that of an end record, because no directory precedes it. */
function readEnd(source: MediaSource, offset: number): ZipEnd | null {
  source.step('ZIP end', offset);
  const cursor = source.cursor(offset + 12, 8, 'ZIP end', { littleEndian: true });
  const size = cursor.u32('ZIP directory size');
  const declared = cursor.u32('ZIP directory offset');
  const wide = offset >= LOCATOR_BYTES ? readWideEnd(source, offset) : null;
  if (wide !== null) return wide;
  if (size === FULL || declared === FULL) return null;
  return locate(source, { offset, declared, size, isZip64: false });
}

interface KnownEnd {
  offset: number;
  declared: number;
  size: number;
  isZip64: boolean;
}

/** The directory ends where the end record begins, which tells how far all is shifted; or it stands where it is said to. */
function locate(source: MediaSource, { offset, declared, size, isZip64 }: KnownEnd): ZipEnd | null {
  for (const start of [offset - size, declared]) {
    if (start < declared || start + size > offset) continue;
    if (size > 0 && !startsDirectory(source, start)) continue;
    return { start, size, shift: start - declared, offset, isZip64 };
  }
  return null;
}

function startsDirectory(source: MediaSource, start: number): boolean {
  return hasAscii(source.upTo(start, 4, 'ZIP directory'), 0, 'PK\x01\x02');
}

/** APPNOTE 4.3.14 and 4.3.15. */
function readWideEnd(source: MediaSource, endOffset: number): ZipEnd | null {
  const locator = source.cursor(endOffset - LOCATOR_BYTES, LOCATOR_BYTES, 'ZIP64 locator', { littleEndian: true });
  if (locator.u32('ZIP64 locator') !== LOCATOR) return null;
  locator.skip(4, 'ZIP64 locator');
  const declaredAt = locator.u64('ZIP64 end offset');
  // Where the record says it is, or right in front of its locator when the file was shifted.
  for (const offset of [declaredAt, endOffset - LOCATOR_BYTES - WIDE_END_BYTES]) {
    if (offset < 0 || offset + WIDE_END_BYTES > endOffset) continue;
    const cursor = source.cursor(offset, WIDE_END_BYTES, 'ZIP64 end', { littleEndian: true });
    if (cursor.u32('ZIP64 end') !== WIDE_END) continue;
    cursor.skip(36, 'ZIP64 end');
    const size = cursor.u64('ZIP64 directory size');
    const declared = cursor.u64('ZIP64 directory offset');
    return locate(source, { offset, declared, size, isZip64: true });
  }
  return null;
}
