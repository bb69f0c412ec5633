import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { hasAscii } from '../bytes/match.ts';
import type { RandomAccess } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { boxesIn } from './bmff/boxes.ts';
import { APP11, checkJpegStart, jpegSegments } from './jpeg-segments.ts';
import { MediaSource } from './media-source.ts';
import { checkPngSignature, pngChunks } from './png-chunks.ts';
import { readRiffChunk, readRiffHeader, RIFF_LIST_HEAD_BYTES } from './riff-chunks.ts';

/** Adds each piece of the file that holds a manifest store. */
type Search = (source: MediaSource, found: Uint8Array[]) => void;

const SEARCHES: ReadonlyMap<string, Search> = new Map([
  ['image/jpeg', searchJpeg],
  ['image/png', searchPng],
  ['image/webp', searchRiff],
  ['audio/wav', searchRiff],
  ['image/avif', searchBoxes],
  ['image/heic', searchBoxes],
  ['image/heif', searchBoxes],
  ['video/mp4', searchBoxes],
  ['video/quicktime', searchBoxes],
  ['audio/mp4', searchBoxes],
]);

/**
 * The manifest store of a file as its container holds it (C2PA 2.x, appendix A.3 and A.5), before the engine has read it.
 * Null when it cannot be told: for other containers, when there is none or more than one, when the file is damaged or has too
 * many parts. Whoever uses it compares it with the store that the engine returns.
 */
export function findManifestStore(file: RandomAccess, mediaType: string): Uint8Array | null {
  const search = SEARCHES.get(mediaType);
  const found: Uint8Array[] = [];
  try {
    search?.(MediaSource.of(file), found);
  } catch (error) {
    if (error instanceof DecodeError || error instanceof LimitError) return null;
    throw error;
  }
  const [store, ...more] = found;
  return store === undefined || more.length > 0 || store.length > LIMITS.manifestStoreBytes ? null : store;
}

/** Common identifier, box instance, sequence number: then a part of the box, with the box's header in each segment. */
const JPEG_NUMBER_AT = 4;
const JPEG_BOX_AT = 8;
const JPEG_PART_AT = 16;

function searchJpeg(source: MediaSource, found: Uint8Array[]): void {
  checkJpegStart(source);
  const parts: Uint8Array[] = [];
  for (const { marker, data, end } of jpegSegments(source)) {
    if (marker !== APP11) continue;
    const payload = source.bytes(data, end - data, 'APP11');
    if (payload.length < JPEG_PART_AT || !hasAscii(payload, 0, 'JP')) continue;
    const number = Buffer.from(payload.buffer, payload.byteOffset).readUInt32BE(JPEG_NUMBER_AT);
    // Several boxes, or parts in another order: whatever the engine makes of them is its own affair.
    if (number !== parts.length + 1) throw new DecodeError('APP11', source.fileOffset(data));
    parts.push(payload.subarray(number === 1 ? JPEG_BOX_AT : JPEG_PART_AT).slice());
  }
  if (parts.length > 0) found.push(Buffer.concat(parts));
}

function searchPng(source: MediaSource, found: Uint8Array[]): void {
  checkPngSignature(source);
  for (const { type, data, length } of pngChunks(source)) {
    if (type === 'caBX') found.push(source.bytes(data, length, 'caBX'));
  }
}

function searchRiff(source: MediaSource, found: Uint8Array[]): void {
  const file = readRiffHeader(source);
  for (let at = RIFF_LIST_HEAD_BYTES; at < source.size;) {
    const { id, data, size, end } = readRiffChunk(source, at, source.size, file);
    if (id === 'C2PA') found.push(source.bytes(data, size ?? end - data, 'C2PA chunk'));
    at = end;
  }
}

const STORE_BOX = 'd8fec3d61b0e483c92975828877ec481';
const PURPOSE_AT = 4;
/** Where the first box of Merkle trees is; the zero after the purpose comes before it. */
const PLACE_BYTES = 8;
const PURPOSE = 'manifest\0';

function searchBoxes(source: MediaSource, found: Uint8Array[]): void {
  for (const box of boxesIn(source, { start: 0, end: source.size, what: 'box', isSparse: true })) {
    if (box.uuid !== STORE_BOX) continue;
    const content = source.bytes(box.contentStart, box.end - box.contentStart, 'store box');
    // Merkle trees; and stores in two boxes, of which the engine makes one.
    if (hasAscii(content, PURPOSE_AT, 'merkle\0')) continue;
    if (!hasAscii(content, PURPOSE_AT, PURPOSE)) throw new DecodeError('store box', source.fileOffset(box.start));
    found.push(content.subarray(PURPOSE_AT + PURPOSE.length + PLACE_BYTES));
  }
}
