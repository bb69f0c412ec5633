import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';
import { attemptCounted, boxesIn, eachBox, type Box } from './boxes.ts';
import { readItemList } from './item-list.ts';
import { readItems } from './items.ts';
import { REAL_TIME_HANDLER, readRealTimeMeta } from './real-time-meta.ts';
import { emitXmlBox } from './xmp-box.ts';

/** Boxes that a `meta` box begins with, in ISO files and in QuickTime's. */
const META_CHILDREN = new Set([
  'hdlr',
  'keys',
  'ilst',
  'mhdr',
  'ctry',
  'lang',
  'free',
  'skip',
  'wide',
  'uuid',
  'bxml',
  'ID32',
  'pitm',
  'iinf',
  'iloc',
  'iprp',
  'iref',
  'idat',
  'ipro',
  'dinf',
  'grpl',
  'xml ',
]);
const FULL_BOX_BYTES = 4;
const PROBE_BYTES = 12;

/** What a `meta` box holds that says where its metadata is. */
export interface MetaParts {
  /** `mdta` (QuickTime keys), `mdir` (iTunes), `pict` (HEIF), …; null when there is no handler. */
  handler: string | null;
  keys: Box | null;
  itemLists: Box[];
  itemInfos: Box | null;
  itemLocations: Box | null;
  primaryItem: Box | null;
  itemReferences: Box | null;
  itemData: Box | null;
  xml: Box[];
  /** Where the next child would stand: the zeros that may end a list are after it. */
  childrenEnd: number;
}

/**
 * Where the children of a `meta` box begin. ISO's has version and flags before them (ISO/IEC 14496-12 §8.11.1), that of
 * the QuickTime file format has not; the type of the first child tells.
 */
export function metaContentStart(source: MediaSource, { contentStart, end }: Box): number {
  const probe = source.upTo(contentStart, Math.min(PROBE_BYTES, end - contentStart), 'meta');
  const typeAt = (offset: number): string => String.fromCharCode(...probe.subarray(offset, offset + 4));
  const isFull = META_CHILDREN.has(typeAt(8)) || (!META_CHILDREN.has(typeAt(4)) && typeAt(0) === '\0\0\0\0');
  return Math.min(contentStart + (isFull ? FULL_BOX_BYTES : 0), end);
}

/** Lists the children; damage is reported to `sink`, or thrown without one. */
export function metaParts(source: MediaSource, meta: Box, sink: MetadataSink | null): MetaParts {
  const start = metaContentStart(source, meta);
  const parts: MetaParts = {
    handler: null,
    keys: null,
    itemLists: [],
    itemInfos: null,
    itemLocations: null,
    primaryItem: null,
    itemReferences: null,
    itemData: null,
    xml: [],
    childrenEnd: start,
  };
  const list = (): void => {
    for (const box of boxesIn(source, { start, end: meta.end, what: 'meta' })) {
      addPart(source, parts, box);
      parts.childrenEnd = box.end;
    }
  };
  if (sink === null) list();
  else attemptCounted(source, sink, { at: start, read: list });
  return parts;
}

/**
 * Everything inside a `meta` box. QuickTime keys come out with `<path>/ilst` and the key's name. iTunes items come out with
 * `<path>/ilst(mdir)` and their four-character type, its freeform items with `<path>/ilst(mdir)/----` and their name. An
 * item that has a number and no name is `<path>/ilst/#2` or `<path>/ilst(mdir)/#2`, without a key.
 */
export function readMeta(source: MediaSource, sink: MetadataSink, meta: Box, path: string): void {
  const parts = metaParts(source, meta, sink);
  const names: string[] = [];
  const { keys } = parts;
  if (keys !== null) attemptCounted(source, sink, { at: keys.start, read: () => readKeys(source, keys, names) });
  const isItunes = parts.handler === 'mdir' || (parts.handler !== 'mdta' && keys === null);
  const listPath = `${path}/ilst${isItunes ? '(mdir)' : ''}`;
  eachBox(source, sink, parts.itemLists, (list) => readItemList(source, sink, list, { names, path: listPath }));
  eachBox(source, sink, parts.xml, (xml) => emitXmlBox(source, sink, xml, { path: `${path}/xml`, skip: 4 }));
  if (parts.handler === REAL_TIME_HANDLER) {
    for (const xml of parts.xml) sink.attemptAside(() => readRealTimeMeta(source, sink, xml, `${path}/xml`));
  }
  readItems(source, sink, parts, path);
}

/** The names of a `keys` box, in order; an item list counts them from 1. What was read before a failure stays in `names`. */
function readKeys(source: MediaSource, keys: Box, names: string[]): void {
  const length = keys.end - keys.contentStart;
  if (length > LIMITS.mediaItemBytes) throw new LimitError('keys', source.fileOffset(keys.start));
  const cursor = source.cursor(keys.contentStart, length, 'keys');
  cursor.skip(FULL_BOX_BYTES, 'keys version');
  const count = cursor.u32('keys count');
  for (let index = 0; index < count; index += 1) {
    source.step('keys', keys.start);
    const bytes = cursor.u32('key length');
    cursor.skip(4, 'key namespace');
    names.push(new TextDecoder().decode(cursor.slice(bytes - 8, 'key name')));
  }
}

function addPart(source: MediaSource, parts: MetaParts, box: Box): void {
  switch (box.type) {
    case 'hdlr':
      parts.handler ??= readHandler(source, box);
      break;
    case 'keys':
      parts.keys ??= box;
      break;
    case 'ilst':
      parts.itemLists.push(box);
      break;
    case 'iinf':
      parts.itemInfos ??= box;
      break;
    case 'iloc':
      parts.itemLocations ??= box;
      break;
    case 'pitm':
      parts.primaryItem ??= box;
      break;
    case 'iref':
      parts.itemReferences ??= box;
      break;
    case 'idat':
      parts.itemData ??= box;
      break;
    case 'xml ':
      parts.xml.push(box);
      break;
    default:
  }
}

function readHandler(source: MediaSource, hdlr: Box): string {
  if (hdlr.end - hdlr.contentStart < 12) throw new DecodeError('hdlr: too short', source.fileOffset(hdlr.start));
  const cursor = source.cursor(hdlr.contentStart, 12, 'hdlr');
  cursor.skip(8, 'hdlr version');
  return cursor.fourCc('hdlr type');
}
