import { crc32 } from 'node:zlib';
import { Cursor } from '../../bytes/cursor.ts';
import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import { findZipEnd, LOCAL_HEADER, type ZipEnd } from './zip-end.ts';

/** One entry as the central directory describes it; what its local header says is only compared. */
export interface ZipEntry {
  name: string;
  flags: number;
  method: number;
  crc: number;
  compressedSize: number;
  size: number;
  /** Offset of the local header in the source. */
  headerOffset: number;
  /** Offset in the source of the central directory record. */
  recordOffset: number;
  recordLength: number;
}

export interface ZipArchive {
  end: ZipEnd;
  entries: ZipEntry[];
}

export interface ZipData {
  bytes: Uint8Array;
  /** Offset of the stored data in the source. */
  offset: number;
  length: number;
  /** False when the checksum or a length is wrong, or the local header names another entry. */
  intact: boolean;
}

const RECORD = 0x02014b50;
const RECORD_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const ZIP64_EXTRA = 1;
const FULL = 0xffffffff;
/** Bit 0: encrypted; bit 13: the directory's values are masked (APPNOTE 4.4.4). */
const ENCRYPTED = 0x2001;
const UTF8_NAME = 0x0800;

/** Reads the central directory (APPNOTE 4.3.12). @throws {DecodeError} when there is none or it is damaged */
export function openZip(source: MediaSource): ZipArchive {
  const end = findZipEnd(source);
  if (end.size > LIMITS.mediaItemBytes) throw new LimitError('ZIP directory', source.fileOffset(end.start));
  const directory = source.cursor(end.start, end.size, 'ZIP directory', { littleEndian: true });
  const entries: ZipEntry[] = [];
  // The count may be forged or have overflowed 16 bits; the directory's length is what bounds it.
  while (directory.remaining >= RECORD_BYTES) {
    const recordOffset = end.start + end.size - directory.remaining;
    source.step('ZIP entry', recordOffset);
    const entry = readRecord(directory, end.shift, recordOffset);
    if (entry === null) break;
    entries.push(entry);
  }
  return { end, entries };
}

function readRecord(directory: Cursor, shift: number, recordOffset: number): ZipEntry | null {
  const before = directory.remaining;
  if (directory.u32('ZIP entry') !== RECORD) return null;
  directory.skip(4, 'ZIP versions');
  const flags = directory.u16('ZIP flags');
  const method = directory.u16('ZIP method');
  directory.skip(4, 'ZIP date');
  const crc = directory.u32('ZIP checksum');
  const compressedSize = directory.u32('ZIP compressed size');
  const size = directory.u32('ZIP size');
  const [nameLength, extraLength, commentLength] = [
    directory.u16('ZIP name length'),
    directory.u16('ZIP extra length'),
    directory.u16('ZIP comment length'),
  ];
  directory.skip(8, 'ZIP attributes');
  const offset = directory.u32('ZIP header offset');
  const name = nameText(directory.slice(nameLength, 'ZIP name'), flags);
  const extra = directory.slice(extraLength, 'ZIP extra field');
  directory.skip(commentLength, 'ZIP comment');
  const wide = wideNumbers(extra, [size, compressedSize, offset]);
  return {
    name,
    flags,
    method,
    crc,
    size: wide[0] ?? size,
    compressedSize: wide[1] ?? compressedSize,
    headerOffset: (wide[2] ?? offset) + shift,
    recordOffset,
    recordLength: before - directory.remaining,
  };
}

/** Numbers that did not fit are in an extra field, in this order, each only when it is needed (APPNOTE 4.5.3). */
function wideNumbers(extra: Uint8Array, narrow: readonly number[]): number[] {
  if (!narrow.includes(FULL)) return [...narrow];
  const cursor = new Cursor(extra, { littleEndian: true });
  while (cursor.remaining >= 4) {
    const id = cursor.u16('ZIP extra field');
    const field = cursor.slice(cursor.u16('ZIP extra field'), 'ZIP extra field');
    if (id !== ZIP64_EXTRA) continue;
    const wide = new Cursor(field, { littleEndian: true });
    return narrow.map((value) => (value === FULL ? wide.u64('ZIP64 field') : value));
  }
  return [...narrow];
}

function nameText(bytes: Uint8Array, flags: number): string {
  // Names that matter here are ASCII; other encodings are distinguished only so that none is mistaken for those.
  return Buffer.from(bytes).toString((flags & UTF8_NAME) === 0 ? 'latin1' : 'utf8');
}

export function isEncrypted(entry: ZipEntry): boolean {
  return (entry.flags & ENCRYPTED) !== 0;
}

export function isReadable(entry: ZipEntry): boolean {
  return entry.method === 0 || entry.method === 8;
}

/**
 * The content of an entry that is readable and not encrypted. Lengths come from the directory, as those of a local header
 * may come after the data.
 *
 * @throws {DecodeError} damaged, or over a limit
 */
export function readZipEntry(source: MediaSource, entry: ZipEntry): ZipData {
  const { offset, name } = localData(source, entry);
  const length = entry.compressedSize;
  const at = source.fileOffset(offset);
  if (length > LIMITS.mediaItemBytes || entry.size > LIMITS.mediaItemBytes) throw new LimitError('ZIP entry', at);
  const stored = source.bytes(offset, length, 'ZIP entry');
  const bytes = entry.method === 0 ? stored : source.decompress(stored, 'deflate', offset, 'ZIP entry');
  const intact = name === entry.name && bytes.length === entry.size && crc32(bytes) === entry.crc;
  return { bytes, offset, length, intact };
}

/** Where the data after a local header begins, and the name that the header gives (APPNOTE 4.3.7). */
export function localData(source: MediaSource, { headerOffset, flags }: ZipEntry): { offset: number; name: string } {
  const header = source.bytes(headerOffset, LOCAL_HEADER_BYTES, 'ZIP local header');
  const cursor = new Cursor(header, { base: source.fileOffset(headerOffset), littleEndian: true });
  if (cursor.u32('ZIP local header') !== LOCAL_HEADER) {
    throw new DecodeError('ZIP local header', source.fileOffset(headerOffset));
  }
  cursor.skip(22, 'ZIP local header');
  const nameLength = cursor.u16('ZIP name length');
  const extraLength = cursor.u16('ZIP extra length');
  const nameOffset = headerOffset + LOCAL_HEADER_BYTES;
  const name = nameText(source.bytes(nameOffset, nameLength, 'ZIP name'), flags);
  return { offset: nameOffset + nameLength + extraLength, name };
}
