import { latin1Text } from '../../bytes/latin1-text.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';
import { childrenOf, eachBox, type Box } from './boxes.ts';
import { emitRange } from './emit.ts';

/** Boxes of makers that hold the name of a device, its maker or its firmware. */
const TEXTS = new Set(['manu', 'modl', '@mak', '@mod', '@swr', 'CNMN', 'cmnm', '\u00a9mdl']);
/** Boxes whose mere presence names the maker, and which may be large. */
const NAMING = new Set(['TAGS', 'GPMF', 'PANA', 'LEIC', 'MVTG', 'FFMV', 'QVMI', 'CNTH', 'smta', 'smrd']);
/** What Canon hides in a `skip` box; others are padding. */
const CANON = new Set(['CNDB', 'CNCV', 'CNMN', 'CNFV', 'CNTH', 'CNDM']);
/** The extended type in user data of Garmin's cameras: `VIRBactioncamera`. */
const GARMIN_UUID = '56495242616374696f6e63616d657261';
const LONG_HEADER_BYTES = 6;
const SHORT_HEADER_BYTES = 4;
const TYPE_AT = 4;

/** Whether a box holds one short text, with or without length and language in front. */
export function isMakerText({ type, contentStart, end }: Box): boolean {
  return TEXTS.has(type) && end - contentStart <= LIMITS.mediaOpaqueBytes;
}

/** Adds the text of such a box: up to its zero, after its header. */
export function addMakerText(source: MediaSource, sink: MetadataSink, box: Box, path: string): void {
  const { type: key, contentStart, end, intact } = box;
  const content = source.bytes(contentStart, end - contentStart, 'udta text');
  const skipped = headerBytes(content);
  const zero = content.indexOf(0, skipped);
  const textEnd = zero === -1 ? end : contentStart + zero;
  emitRange(source, sink, { kind: 'entry', path, key, start: contentStart + skipped, end: textEnd, intact });
}

/** Version, flags and packed language, as in 3GPP's boxes; or length and language, as in QuickTime's; or nothing. */
function headerBytes(content: Uint8Array): number {
  const [high = 0, low = 0] = content;
  const isLong = content.length >= LONG_HEADER_BYTES && content.subarray(0, 4).every((byte) => byte === 0);
  if (isLong) return LONG_HEADER_BYTES;
  const isShort = content.length > SHORT_HEADER_BYTES && high * 0x100 + low === content.length - SHORT_HEADER_BYTES;
  return isShort ? SHORT_HEADER_BYTES : 0;
}

/** Any other box of user data, whole; of large ones nothing, or the beginning when their type names a maker. */
export function addOpaqueBox(source: MediaSource, sink: MetadataSink, box: Box, path: string): void {
  const { type: key, contentStart: start, end, intact } = box;
  const isLarge = end - start > LIMITS.mediaOpaqueBytes;
  if (isLarge && !NAMING.has(key)) return;
  const shown = isLarge ? start + LIMITS.makerHeadBytes : end;
  emitRange(source, sink, { kind: 'opaque', path, key, start, end: shown, intact });
}

/** Canon's boxes in a `skip` box, which is padding otherwise. */
export function readSkipBox(source: MediaSource, sink: MetadataSink, skip: Box, path: string): void {
  const length = Math.min(skip.end - skip.contentStart, TYPE_AT * 2);
  // In a source of its own, so that padding between large boxes costs eight bytes and no more.
  const head = source.within(skip.contentStart, length).upTo(0, length, 'skip');
  if (!CANON.has(latin1Text(head.subarray(TYPE_AT)))) return;
  sink.attemptAside(() =>
    eachBox(source, sink, childrenOf(source, skip, 'skip'), (box) => {
      if (!CANON.has(box.type)) return;
      if (isMakerText(box)) addMakerText(source, sink, box, path);
      else addOpaqueBox(source, sink, box, path);
    }),
  );
}

/** Garmin's box in user data: its type is all that names the maker; the software's version is its content. */
export function readGarminBox(source: MediaSource, sink: MetadataSink, box: Box, path: string): void {
  if (box.uuid !== GARMIN_UUID || box.end - box.contentStart > LIMITS.mediaOpaqueBytes) return;
  const { contentStart: start, end, intact } = box;
  emitRange(source, sink, { kind: 'entry', path: `${path}/uuid`, key: 'VIRBactioncamera', start, end, intact });
}
