import { crc32, deflateRawSync } from 'node:zlib';
import type { MediaSource } from '../../media/media-source.ts';
import {
  isEncrypted,
  isReadable,
  localData,
  readZipEntry,
  type ZipArchive,
  type ZipEntry,
} from '../../media/zip/zip.ts';
import { joinBytes } from './number-bytes.ts';
import { shiftedOffset, type Splice } from './splice.ts';
import { LabelWriteError } from './writer.ts';

/** A part with new content; `entry` is the one that it replaces, null for a new part. */
export interface PartChange {
  name: string;
  entry: ZipEntry | null;
  data: Uint8Array;
}

interface Written {
  local: Uint8Array;
  record: Uint8Array;
}

const LOCAL_MARK = 0x04034b50;
const LOCAL_BYTES = 30;
const RECORD_BYTES = 46;
const HAS_DESCRIPTOR = 0x0008;
const DEFLATE = 8;
const VERSION = 20;
/** The size of a descriptor after the data, with its mark and with 64-bit lengths (APPNOTE 4.3.9). */
const DESCRIPTOR_BYTES_MAX = 24;
const MAX_ENTRIES = 0xfffe;
const MAX_OFFSET = 0xfffffffe;

/** The one entry of a part. Null when there is none. @throws {LabelWriteError} several, or one that cannot be read */
export function findPart(archive: ZipArchive, name: string): ZipEntry | null {
  const wanted = name.toLowerCase();
  const [entry, twin] = archive.entries.filter((candidate) => candidate.name.toLowerCase() === wanted);
  if (entry === undefined) return null;
  if (twin !== undefined || isEncrypted(entry) || !isReadable(entry)) throw unreadable('has a part of an unusual form');
  return entry;
}

/** The content of a part, whole. @throws {LabelWriteError} it is damaged */
export function readPart(source: MediaSource, entry: ZipEntry): Uint8Array {
  const { bytes, intact } = readZipEntry(source, entry);
  if (!intact) throw unreadable('is damaged');
  return bytes;
}

/**
 * Replaces these parts in place, appends new ones after the last, and rewrites the central directory; the other local
 * entries stay byte for byte.
 */
export function rewriteZip(source: MediaSource, archive: ZipArchive, changes: readonly PartChange[]): Splice[] {
  checkForm(archive, changes);
  const { end, entries } = archive;
  const template = entries[0];
  if (template === undefined) throw unreadable('is empty');
  const replaced = new Map<ZipEntry, Written>();
  const splices: Splice[] = [];
  for (const { name, entry, data } of changes) {
    if (entry === null) continue;
    const written = writeEntry(source, entry, { name, data });
    replaced.set(entry, written);
    splices.push({
      offset: source.fileOffset(entry.headerOffset),
      removed: localLength(source, archive, entry),
      inserted: written.local,
    });
  }
  const added = changes
    .filter(({ entry }) => entry === null)
    .map(({ name, data }) => writeEntry(source, template, { name, data }));
  const moved = (offset: number): number =>
    shiftedOffset(splices, source.fileOffset(offset)) - source.fileOffset(end.shift);
  const records = entries.map((entry) =>
    withOffset(replaced.get(entry)?.record ?? recordOf(source, entry), moved(entry.headerOffset)),
  );
  let at = moved(end.start);
  for (const { local, record } of added) {
    records.push(withOffset(record, at));
    at += local.length;
  }
  const directory = joinBytes(...records);
  const tail = endRecord(source, archive, { count: records.length, size: directory.length, start: at });
  splices.push({
    offset: source.fileOffset(end.start),
    removed: source.size - end.start,
    inserted: joinBytes(...added.map(({ local }) => local), directory, tail),
  });
  return splices;
}

function checkForm({ end, entries }: ZipArchive, changes: readonly PartChange[]): void {
  const described = entries.reduce((sum, { recordLength }) => sum + recordLength, 0);
  if (end.isZip64 || entries.length + changes.length > MAX_ENTRIES) throw unreadable('is a ZIP64 file');
  // There is something between the records and the end, such as a signature of the directory.
  if (described !== end.size || end.start + end.size !== end.offset) throw unreadable('has an unusual directory');
}

/** A local entry and its record; version, time, flags and attributes are those of the record of `model`. */
function writeEntry(source: MediaSource, model: ZipEntry, { name, data }: { name: string; data: Uint8Array }): Written {
  const old = recordOf(source, model);
  const from = new DataView(old.buffer, old.byteOffset, old.length);
  const packed = deflateRawSync(data);
  const nameBytes = model.name.toLowerCase() === name.toLowerCase() ? storedName(old) : joinBytes(name);
  const record = joinBytes(old.subarray(0, RECORD_BYTES), nameBytes);
  const view = new DataView(record.buffer, record.byteOffset, record.length);
  view.setUint16(6, VERSION, true);
  view.setUint16(8, from.getUint16(8, true) & ~HAS_DESCRIPTOR, true);
  view.setUint16(10, DEFLATE, true);
  view.setUint32(16, crc32(data), true);
  view.setUint32(20, packed.length, true);
  view.setUint32(24, data.length, true);
  view.setUint16(28, nameBytes.length, true);
  // No extra field, no comment.
  view.setUint32(30, 0, true);
  const header = new Uint8Array(LOCAL_BYTES);
  new DataView(header.buffer).setUint32(0, LOCAL_MARK, true);
  // From the version needed to the length of the extra field, both headers say the same in the same order.
  header.set(record.subarray(6, 32), 4);
  return { local: joinBytes(header, nameBytes, packed), record };
}

function storedName(record: Uint8Array): Uint8Array {
  const view = new DataView(record.buffer, record.byteOffset, record.length);
  return record.subarray(RECORD_BYTES, RECORD_BYTES + view.getUint16(28, true));
}

/** A copy of the record, unchanged. */
function recordOf(source: MediaSource, { recordOffset, recordLength }: ZipEntry): Uint8Array {
  return joinBytes(source.bytes(recordOffset, recordLength, 'ZIP entry'));
}

function withOffset(record: Uint8Array, offset: number): Uint8Array {
  if (offset > MAX_OFFSET) throw unreadable('is too large');
  new DataView(record.buffer, record.byteOffset, record.length).setUint32(42, offset, true);
  return record;
}

/** Header, data and the descriptor after them. @throws {LabelWriteError} other entries lie in it */
function localLength(source: MediaSource, { end, entries }: ZipArchive, entry: ZipEntry): number {
  const { headerOffset, compressedSize, flags } = entry;
  const dataEnd = localData(source, entry).offset + compressedSize;
  const others = entries.filter((other) => other !== entry).map((other) => other.headerOffset);
  if (dataEnd > end.start || others.some((offset) => offset >= headerOffset && offset < dataEnd)) {
    throw unreadable('has parts that overlap');
  }
  const next = Math.min(end.start, ...others.filter((offset) => offset >= dataEnd));
  const hasDescriptor = (flags & HAS_DESCRIPTOR) !== 0 && next - dataEnd <= DESCRIPTOR_BYTES_MAX;
  return (hasDescriptor ? next : dataEnd) - headerOffset;
}

function endRecord(
  source: MediaSource,
  { end }: ZipArchive,
  { count, size, start }: { count: number; size: number; start: number },
): Uint8Array {
  if (start > MAX_OFFSET || size > MAX_OFFSET) throw unreadable('is too large');
  const record = joinBytes(source.bytes(end.offset, source.size - end.offset, 'ZIP end'));
  const view = new DataView(record.buffer, record.byteOffset, record.length);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, size, true);
  view.setUint32(16, start, true);
  return record;
}

function unreadable(what: string): LabelWriteError {
  return new LabelWriteError('media_unreadable', `The document ${what}`);
}
