import { DecodeError } from '../../bytes/decode-error.ts';
import { toHex } from '../../bytes/hex.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';

/** One box of ISO/IEC 14496-12 §4.2, or atom of a QuickTime file. Offsets count from the start of its source. */
export interface Box {
  /** Four characters, Latin-1: `©` is one of them. */
  type: string;
  /** Extended type of a `uuid` box in lower-case hexadecimal; null for other boxes. */
  uuid: string | null;
  start: number;
  contentStart: number;
  /** Clipped to the end of what contains it. */
  end: number;
  /** How its length is written; `open` is the length 0: to the end of the file. */
  lengthForm: 'u32' | 'u64' | 'open';
  /** False when it reaches past the end of what contains it. */
  intact: boolean;
}

export interface BoxRange {
  start: number;
  end: number;
  /** What is being read, for failures. */
  what: string;
  /** The boxes are likely far apart, so reading ahead would waste the file's budget. */
  isSparse?: boolean;
}

const HEADER_BYTES = 8;
const LONG_HEADER_BYTES = 16;
const UUID_BYTES = 16;
const LONGEST_HEADER_BYTES = LONG_HEADER_BYTES + UUID_BYTES;
/** What a failure counts, in steps: it takes far longer than a skipped box. */
const FAILURE_STEPS = 16;

/**
 * The boxes of a range, one after another. A last box that is cut off is still given, clipped, before the failure.
 * Zeros at the end are padding: QuickTime ends lists with four of them.
 *
 * @throws {DecodeError} when it is not a box, or reaches too far
 * @throws {LimitError} the file's budget is spent
 */
export function* boxesIn(source: MediaSource, range: BoxRange): Generator<Box, void> {
  const { start, end, what, isSparse = false } = range;
  let offset = start;
  let isFar = isSparse;
  while (end - offset >= HEADER_BYTES) {
    source.step(what, offset);
    const header = readHeaderBytes(source, offset, { end, what, isFar });
    const box = parseHeader(header, offset, end);
    if (box === null) {
      if (isZero(header.subarray(0, HEADER_BYTES))) return;
      throw new DecodeError(`${what}: not a box`, source.fileOffset(offset));
    }
    yield box;
    if (!box.intact) throw new DecodeError(`${what}: a box reaches past its end`, source.fileOffset(offset));
    isFar = isSparse && box.end - offset > LIMITS.mediaReadAheadBytes;
    offset = box.end;
  }
  if (offset < end && !isZero(source.bytes(offset, end - offset, what))) {
    throw new DecodeError(`${what}: a box header is cut off`, source.fileOffset(offset));
  }
}

/** The boxes inside a box; `skip` bytes of its own fields come first. */
export function childrenOf(source: MediaSource, box: Box, what: string, skip = 0): Generator<Box, void> {
  return boxesIn(source, { start: Math.min(box.contentStart + skip, box.end), end: box.end, what });
}

/** Reads each box in an attempt of its own, so that a damaged one does not hide those behind it. */
export function eachBox(source: MediaSource, sink: MetadataSink, boxes: Iterable<Box>, read: (box: Box) => void): void {
  for (const box of boxes) attemptCounted(source, sink, { at: box.start, read: () => read(box) });
}

/** Like `MetadataSink.attempt`, but a failure costs as many steps as it takes time. */
export function attemptCounted(
  source: MediaSource,
  sink: MetadataSink,
  { at, read }: { at: number; read: () => void },
): void {
  if (sink.attempt(read)) return;
  for (let step = 1; step < FAILURE_STEPS; step += 1) source.step('damaged structure', at);
}

interface HeaderPlace {
  end: number;
  what: string;
  /** From the box before: reading ahead would be for nothing. */
  isFar: boolean;
}

function readHeaderBytes(source: MediaSource, offset: number, { end, what, isFar }: HeaderPlace): Uint8Array {
  const length = Math.min(LONGEST_HEADER_BYTES, end - offset);
  return isFar ? source.within(offset, length).upTo(0, length, what) : source.upTo(offset, length, what);
}

function parseHeader(header: Uint8Array, offset: number, limit: number): Box | null {
  const view = new DataView(header.buffer, header.byteOffset, header.length);
  const length = view.getUint32(0);
  const code = view.getUint32(4);
  // All zeros are not a box but the end of a list.
  if (length === 0 && code === 0) return null;
  const type = String.fromCharCode(code >>> 24, (code >>> 16) & 255, (code >>> 8) & 255, code & 255);
  const lengthForm = length === 0 ? 'open' : length === 1 ? 'u64' : 'u32';
  const headerBytes = lengthForm === 'u64' ? LONG_HEADER_BYTES : HEADER_BYTES;
  if (header.length < headerBytes) return null;
  // Not exact above 2^53, where every number is past the end of the file all the same.
  const long = lengthForm === 'u64' ? view.getUint32(8) * 2 ** 32 + view.getUint32(12) : length;
  const wanted = lengthForm === 'open' ? limit - offset : long;
  const hasUuid = type === 'uuid' && wanted >= headerBytes + UUID_BYTES && header.length >= headerBytes + UUID_BYTES;
  const contentStart = offset + headerBytes + (hasUuid ? UUID_BYTES : 0);
  if (wanted < contentStart - offset) return null;
  const uuid = hasUuid ? toHex(header.subarray(headerBytes, headerBytes + UUID_BYTES)) : null;
  const end = Math.min(offset + wanted, limit);
  return { type, uuid, start: offset, contentStart, end, lengthForm, intact: offset + wanted <= limit };
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
