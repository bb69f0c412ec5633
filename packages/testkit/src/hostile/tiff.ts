import { concat, le16, le32, type Bytes } from '../bytes.ts';
import { U32_MAX } from './attack-sizes.ts';

const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const TAG_WIDTH = 256;
const TAG_SUB_IFDS = 330;
const TAG_C2PA = 52_545;
const TYPE_LONG = 4;
const TYPE_UNDEFINED = 7;

/** A directory whose "next directory" is itself. */
export function tiffWithSelfReference(): Bytes {
  return concat(header(HEADER_BYTES), directory([entry(TAG_WIDTH, TYPE_LONG, 1, 1)], HEADER_BYTES));
}

/** Two directories that name one another as next. */
export function tiffWithCycleOfTwo(): Bytes {
  const first = directory([entry(TAG_WIDTH, TYPE_LONG, 1, 1)], HEADER_BYTES + 2 + ENTRY_BYTES + 4);
  return concat(header(HEADER_BYTES), first, directory([entry(TAG_WIDTH, TYPE_LONG, 1, 1)], HEADER_BYTES));
}

/** A directory that is its own sub-directory. */
export function tiffWithCyclicSubDirectory(): Bytes {
  return concat(header(HEADER_BYTES), directory([entry(TAG_SUB_IFDS, TYPE_LONG, 1, HEADER_BYTES)], 0));
}

/** A manifest-store tag that announces almost 4 GiB. */
export function tiffWithForgedStoreCount(): Bytes {
  return concat(header(HEADER_BYTES), directory([entry(TAG_C2PA, TYPE_UNDEFINED, U32_MAX, HEADER_BYTES)], 0));
}

/** A directory that announces 65,535 entries and lists one. */
export function tiffWithForgedEntryCount(): Bytes {
  return concat(header(HEADER_BYTES), le16(0xffff), entry(TAG_WIDTH, TYPE_LONG, 1, 1));
}

/** The first directory lies past the end. */
export function tiffWithDirectoryOutside(): Bytes {
  return concat(header(U32_MAX), new Uint8Array(16));
}

function header(firstDirectory: number): Bytes {
  return concat('II', le16(42), le32(firstDirectory));
}

function directory(entries: Bytes[], next: number): Bytes {
  return concat(le16(entries.length), ...entries, le32(next));
}

function entry(tag: number, type: number, count: number, value: number): Bytes {
  return concat(le16(tag, type), le32(count, value));
}
