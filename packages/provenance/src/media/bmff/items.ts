import { DecodeError } from '../../bytes/decode-error.ts';
import { LimitError } from '../../bytes/limit-error.ts';
import { hasAscii } from '../../bytes/match.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';
import { attemptCounted, type Box } from './boxes.ts';
import { readExifPayload } from './exif-payload.ts';
import { itemInfos, itemLocations, type ItemInfo, type ItemLocation } from './item-table.ts';

export interface ItemBoxes {
  itemInfos: Box | null;
  itemLocations: Box | null;
  itemData: Box | null;
}

/** Bytes of an item: a part of the file, or several parts that were joined. */
interface ItemBytes {
  content: MediaSource;
  /** The place of the first part in the source. */
  start: number;
  /** False when it reaches past the end. */
  intact: boolean;
}

const XMP_TYPE = 'application/rdf+xml';
const JPEG_XMP_MARK = 'http://ns.adobe.com/xap/1.0/\0';

/** Whether an item holds an XMP packet (ISO/IEC 23008-12 Annex A.3). */
export function isXmpItem({ type, contentType }: ItemInfo): boolean {
  return type === 'mime' && contentType.toLowerCase().startsWith(XMP_TYPE);
}

/** The XMP and EXIF items of a `meta` box, with the paths `<path>/iinf/mime` and `<path>/iinf/Exif`. */
export function readItems(source: MediaSource, sink: MetadataSink, boxes: ItemBoxes, path: string): void {
  const { itemInfos: infoTable, itemLocations: locationTable } = boxes;
  if (infoTable === null) return;
  const wanted = new Map<number, ItemInfo>();
  sink.attempt(() => {
    for (const info of itemInfos(source, infoTable)) {
      if ((isXmpItem(info) || info.type === 'Exif') && !wanted.has(info.id)) wanted.set(info.id, info);
    }
  });
  if (wanted.size === 0) return;
  if (locationTable === null) throw new DecodeError('iloc: missing', source.fileOffset(infoTable.start));
  sink.attempt(() => {
    for (const location of itemLocations(source, locationTable)) {
      const info = wanted.get(location.id);
      // One place for each item: a table that names one many times cannot make us read it many times.
      if (info === undefined || !wanted.delete(location.id)) continue;
      const item = { info, location, data: boxes.itemData, path };
      attemptCounted(source, sink, { at: locationTable.start, read: () => readItem(source, sink, item) });
    }
  });
}

interface Item {
  info: ItemInfo;
  location: ItemLocation;
  data: Box | null;
  path: string;
}

function readItem(source: MediaSource, sink: MetadataSink, { info, location, data, path }: Item): void {
  const name = `${path}/iinf/${info.type}`;
  const at = source.fileOffset(0);
  if (info.isProtected) return sink.problem('encrypted', name, at);
  if (location.method > 1 || location.dataReference !== 0) return sink.problem('unsupported', name, at);
  const item = itemBytes(source, location, { data, what: name });
  if (item.content.size === 0) return;
  if (info.type === 'Exif') return readExifPayload(item.content, sink, { path: name, intact: item.intact });
  const stored = item.content.bytes(0, item.content.size, name);
  const bytes = unpack(item.content, stored, { coding: info.contentEncoding, what: name });
  if (bytes === null) return sink.problem('unsupported', name, source.fileOffset(item.start));
  const offset = source.fileOffset(item.start);
  // Writers that copy a JPEG segment keep the mark before its packet.
  const skipped = bytes === stored && hasAscii(bytes, 0, JPEG_XMP_MARK) ? JPEG_XMP_MARK.length : 0;
  const place = { offset: offset + skipped, length: stored.length - skipped, bytes: bytes.subarray(skipped) };
  sink.add({ kind: 'xmp', path: name, ...place, intact: item.intact });
}

/** Joins the extents of an item, clipped to what is there. @throws {LimitError} too large for metadata */
export function itemBytes(
  source: MediaSource,
  location: ItemLocation,
  { data, what }: { data: Box | null; what: string },
): ItemBytes {
  const ranges = extentRanges(source, location, { data, what });
  const total = ranges.reduce((sum, { end, start }) => sum + end - start, 0);
  const first = ranges[0];
  if (first === undefined) return { content: source.within(0, 0), start: 0, intact: true };
  if (total > LIMITS.mediaItemBytes) throw new LimitError(what, source.fileOffset(first.start));
  const intact = ranges.every((range) => range.intact);
  if (ranges.length === 1) {
    return { content: source.within(first.start, total), start: first.start, intact };
  }
  const parts = ranges.map(({ start, end }) => source.bytes(start, end - start, what));
  return { content: source.over(Buffer.concat(parts), first.start), start: first.start, intact };
}

interface ExtentRange {
  start: number;
  end: number;
  intact: boolean;
}

/** The places of an item's extents in the source, clipped to what is there. */
export function extentRanges(
  source: MediaSource,
  { method, base, extents }: ItemLocation,
  { data, what }: { data: Box | null; what: string },
): ExtentRange[] {
  if (method === 1 && data === null) throw new DecodeError(`${what}: no idat`, source.fileOffset(0));
  const from = method === 1 && data !== null ? data.contentStart : 0;
  const limit = method === 1 && data !== null ? data.end : source.size;
  return extents.map(({ offset, length }) => {
    const start = from + base + offset;
    if (start > limit) throw new DecodeError(`${what}: extent past the end`, source.fileOffset(limit));
    const end = length === 0 ? limit : start + length;
    return { start, end: Math.min(end, limit), intact: end <= limit };
  });
}

/** Content codings are those of HTTP (ISO/IEC 14496-12 §8.11.6.3), in which `deflate` is the zlib format. */
function unpack(content: MediaSource, bytes: Uint8Array, { coding, what }: { coding: string; what: string }) {
  switch (coding.toLowerCase()) {
    case '':
    case 'identity':
      return bytes;
    case 'deflate':
      return content.decompress(bytes, 'zlib', 0, what);
    case 'br':
      return content.decompress(bytes, 'brotli', 0, what);
    default:
      return null;
  }
}
