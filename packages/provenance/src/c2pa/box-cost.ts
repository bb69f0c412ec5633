import type { RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { BOX_MEDIA_TYPES } from '../media/media-types.ts';

/** The boxes whose content the engine reads as boxes. */
const CONTAINERS: ReadonlySet<string> = new Set(
  'moov trak mdia minf stbl moof traf edts udta dinf tref treg mvex mfra meta schi'.split(' '),
);

const HEADER_BYTES = 8;
const LONG_HEADER_BYTES = 16;
const VERSION_BYTES = 4;
const WINDOW_BYTES = 4096;

/**
 * Whether the engine would take too long to lay out the boxes of a file. To place a box it walks over all boxes before it in
 * the same container, so a megabyte of empty boxes takes it half a minute; counting them takes milliseconds. For JPEG XL the
 * engine has its own limit.
 */
export function hasTooManyBoxes(source: RandomAccess, format: string, maxSteps = LIMITS.engineBoxSteps): boolean {
  if (!BOX_MEDIA_TYPES.has(format)) return false;
  const header = headerReader(source);
  const ranges: Range[] = [{ start: 0, end: source.size }];
  let steps = 0;
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    let { start } = range;
    for (let before = 0; range.end - start >= HEADER_BYTES; before += 1) {
      steps += before + LIMITS.engineBoxOwnSteps;
      if (steps > maxSteps) return true;
      const box = header(start, range.end);
      if (box === null) break;
      if (CONTAINERS.has(box.type)) ranges.push(...contentOf(box));
      start = box.end;
    }
  }
  return false;
}

interface Range {
  start: number;
  end: number;
}

interface Header {
  type: string;
  contentStart: number;
  end: number;
}

/** QuickTime writes `meta` without the version that ISO/IEC 14496-12 gives it: both readings count. */
function contentOf({ type, contentStart, end }: Header): Range[] {
  const content = { start: contentStart, end };
  return type === 'meta' ? [content, { start: contentStart + VERSION_BYTES, end }] : [content];
}

/** Reads box headers, which are often close together; null when there is none. */
function headerReader(source: RandomAccess): (offset: number, limit: number) => Header | null {
  let at = 0;
  let window: DataView = new DataView(new ArrayBuffer(0));
  return (offset, limit) => {
    if (offset < at || offset + LONG_HEADER_BYTES > at + window.byteLength) {
      const bytes = source.read(offset, WINDOW_BYTES);
      at = offset;
      window = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    return parseHeader(window, offset - at, offset, limit);
  };
}

function parseHeader(view: DataView, place: number, offset: number, limit: number): Header | null {
  if (place + HEADER_BYTES > view.byteLength) return null;
  const short = view.getUint32(place);
  const isLong = short === 1;
  if (isLong && place + LONG_HEADER_BYTES > view.byteLength) return null;
  // Not exact above 2^53, where every number is past the end of the file anyway.
  const long = isLong ? view.getUint32(place + 8) * 2 ** 32 + view.getUint32(place + 12) : short;
  const size = short === 0 ? limit - offset : long;
  const headerBytes = isLong ? LONG_HEADER_BYTES : HEADER_BYTES;
  if (size < headerBytes) return null;
  const type = String.fromCharCode(...[4, 5, 6, 7].map((byte) => view.getUint8(place + byte)));
  return { type, contentStart: offset + headerBytes, end: Math.min(offset + size, limit) };
}
