import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import type { ItemEncoding } from '../metadata-item.ts';
import type { MetadataSink } from '../metadata-sink.ts';
import { childrenOf, eachBox, type Box } from './boxes.ts';
import { emitRange } from './emit.ts';

interface ListNames {
  /** Names in the `keys` box; empty when there is none. */
  names: readonly string[];
  path: string;
}

/** Well-known data types that are text (QuickTime File Format, "Well-known types"). */
const TEXT_TYPES = new Map<number, ItemEncoding>([
  [0, null],
  [1, 'utf-8'],
  [2, 'utf-16be'],
  [4, 'utf-8'],
  [5, 'utf-16be'],
]);
/** GIF, JPEG, PNG and BMP: cover pictures. */
const PICTURE_TYPES = new Set([12, 13, 14, 27]);
/** Longer than the largest number or matrix: what says it is one and is longer holds something else. */
const LONGEST_NUMBER_BYTES = 72;
const DATA_HEADER_BYTES = 8;
const PADDING = new Set(['free', 'skip']);

/** The items of an `ilst` box; each holds one or more `data` boxes. */
export function readItemList(source: MediaSource, sink: MetadataSink, list: Box, names: ListNames): void {
  eachBox(source, sink, childrenOf(source, list, 'ilst'), (item) => {
    if (!PADDING.has(item.type)) readListItem(source, sink, item, names);
  });
}

function readListItem(source: MediaSource, sink: MetadataSink, item: Box, names: ListNames): void {
  let freeformName: string | null = null;
  eachBox(source, sink, childrenOf(source, item, 'ilst item'), (part) => {
    if (part.type === 'name' && item.type === '----') freeformName = readFreeformName(source, part);
    else if (part.type === 'data') emitData(source, sink, part, placeOf(item.type, freeformName, names));
  });
}

interface Place {
  path: string;
  key: string | null;
}

function placeOf(type: string, freeformName: string | null, { names, path }: ListNames): Place {
  if (type === '----') return { path: `${path}/----`, key: freeformName };
  // A number stands where iTunes has four characters; no index reaches into the first of its four bytes.
  if (!type.startsWith('\0')) return { path, key: type };
  const index = (type.charCodeAt(1) << 16) | (type.charCodeAt(2) << 8) | type.charCodeAt(3);
  const key = names[index - 1];
  return key === undefined ? { path: `${path}/#${index}`, key: null } : { path, key };
}

function readFreeformName(source: MediaSource, { contentStart, end }: Box): string {
  const length = end - contentStart - 4;
  if (length > LIMITS.mediaItemBytes) throw new LimitError('ilst item name', source.fileOffset(contentStart));
  return new TextDecoder().decode(source.bytes(contentStart + 4, length, 'ilst item name'));
}

function emitData(source: MediaSource, sink: MetadataSink, data: Box, place: Place): void {
  const { contentStart, end, intact } = data;
  if (end - contentStart < DATA_HEADER_BYTES) {
    throw new DecodeError('ilst data: too short', source.fileOffset(data.start));
  }
  const type = source.cursor(contentStart, DATA_HEADER_BYTES, 'ilst data').u32('data type');
  const start = contentStart + DATA_HEADER_BYTES;
  if (PICTURE_TYPES.has(type)) return;
  const encoding = TEXT_TYPES.get(type);
  if (encoding === undefined && end - start <= LONGEST_NUMBER_BYTES) return;
  emitRange(source, sink, { kind: 'entry', ...place, encoding: encoding ?? null, start, end, intact });
}
