import type { Cursor } from '../../bytes/cursor.ts';
import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import { childrenOf, type Box } from './boxes.ts';

/** One row of `iinf` (ISO/IEC 14496-12 §8.11.6). */
export interface ItemInfo {
  id: number;
  /** Four characters; items of the versions before 2 have only a content type, and count as `mime`. */
  type: string;
  isProtected: boolean;
  contentType: string;
  contentEncoding: string;
}

/** One row of `iloc` (§8.11.3). */
export interface ItemLocation {
  id: number;
  /** 0: offsets of the file. 1: of the `idat` box. 2: of another item. */
  method: number;
  /** Not 0: the bytes are in another file. */
  dataReference: number;
  base: number;
  extents: ItemExtent[];
}

export interface ItemExtent {
  index: number;
  offset: number;
  /** 0: to the end. */
  length: number;
}

export interface LocationForm {
  version: number;
  offsetBytes: number;
  lengthBytes: number;
  baseBytes: number;
  indexBytes: number;
}

/** Rows one after the other; those before a failure have been given. Where a row cannot be read, so could not its neighbours. */
export function* itemInfos(source: MediaSource, table: Box): Generator<ItemInfo, void> {
  const isShort = tableCursor(source, table, 6).u8('iinf version') === 0;
  const head = tableCursor(source, table, isShort ? 6 : 8);
  head.skip(4, 'iinf version and flags');
  const declared = isShort ? head.u16('iinf count') : head.u32('iinf count');
  let found = 0;
  for (const row of childrenOf(source, table, 'iinf', isShort ? 6 : 8)) {
    found += 1;
    if (row.type === 'infe') yield itemInfo(tableCursor(source, row));
  }
  if (found < declared) throw new DecodeError('iinf: fewer items than it says', head.offset);
}

function itemInfo(cursor: Cursor): ItemInfo {
  const version = cursor.u8('infe version');
  cursor.skip(3, 'infe flags');
  const id = version >= 3 ? cursor.u32('item') : cursor.u16('item');
  const isProtected = cursor.u16('item protection') !== 0;
  const type = version >= 2 ? cursor.fourCc('item type') : 'mime';
  readText(cursor);
  const contentType = type === 'mime' ? readText(cursor) : '';
  const contentEncoding = type === 'mime' ? readText(cursor) : '';
  return { id, type, isProtected, contentType, contentEncoding };
}

/** Text up to a zero; the last field may lack it. */
function readText(cursor: Cursor): string {
  let text = '';
  while (cursor.remaining > 0) {
    const byte = cursor.u8('item text');
    if (byte === 0) break;
    text += String.fromCharCode(byte);
  }
  return text;
}

export function locationForm(cursor: Cursor): LocationForm {
  const version = cursor.u8('iloc version');
  cursor.skip(3, 'iloc flags');
  const sizes = cursor.u16('iloc sizes');
  if (version > 2) throw new DecodeError('iloc: unknown version', cursor.offset);
  const width = (shift: number): number => {
    const bytes = (sizes >> shift) & 15;
    if (bytes !== 0 && bytes !== 4 && bytes !== 8) throw new DecodeError('iloc: unknown size', cursor.offset);
    return bytes;
  };
  const indexBytes = version === 0 ? 0 : width(0);
  return { version, offsetBytes: width(12), lengthBytes: width(8), baseBytes: width(4), indexBytes };
}

/** Rows one after the other. Counts are not believed: rows without bytes cost steps too. */
export function* itemLocations(source: MediaSource, table: Box): Generator<ItemLocation, void> {
  const cursor = tableCursor(source, table);
  const form = locationForm(cursor);
  const count = form.version < 2 ? cursor.u16('iloc count') : cursor.u32('iloc count');
  for (let row = 0; row < count; row += 1) {
    source.step('iloc', table.start);
    const id = form.version < 2 ? cursor.u16('item') : cursor.u32('item');
    const method = form.version === 0 ? 0 : cursor.u16('construction method') & 15;
    const dataReference = cursor.u16('data reference');
    const base = readNumber(cursor, form.baseBytes);
    const extents: ItemExtent[] = [];
    const extentCount = cursor.u16('extent count');
    for (let extent = 0; extent < extentCount; extent += 1) {
      source.step('iloc', table.start);
      const index = readNumber(cursor, form.indexBytes);
      const offset = readNumber(cursor, form.offsetBytes);
      extents.push({ index, offset, length: readNumber(cursor, form.lengthBytes) });
    }
    yield { id, method, dataReference, base, extents };
  }
}

function readNumber(cursor: Cursor, bytes: number): number {
  if (bytes === 0) return 0;
  return bytes === 4 ? cursor.u32('iloc') : cursor.u64('iloc');
}

function tableCursor(source: MediaSource, box: Box, bytes = box.end - box.contentStart): Cursor {
  if (bytes > LIMITS.mediaItemBytes) throw new LimitError(box.type, source.fileOffset(box.start));
  return source.cursor(box.contentStart, bytes, box.type);
}
