import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { hasAscii } from '../bytes/match.ts';
import { LIMITS } from '../limits.ts';
import type { MediaSource } from './media-source.ts';

/** The header of an ID3v2 tag (ID3v2.4 structure §3.1). */
export interface Id3Header {
  /** 2, 3 or 4; other numbers are versions that do not exist. */
  major: number;
  isUnsynchronised: boolean;
  /** ID3v2.3 and 2.4. */
  hasExtendedHeader: boolean;
  /** ID3v2.2: the tag is compressed in a way that was never defined. */
  isCompressed: boolean;
  hasFooter: boolean;
  /** What stands between header and footer. */
  bodyLength: number;
  /** The whole tag. */
  length: number;
}

export interface Id3Frame {
  id: string;
  /** Offset of the frame's header in the body. */
  start: number;
  dataStart: number;
  /** As the frame states it; it may reach past the end of the body. */
  dataLength: number;
  flags: number;
}

/** What stands between a tag's header and footer, with tag-wide unsynchronisation undone. */
export interface Id3Body {
  source: MediaSource;
  /** The file offset of a byte of the body. */
  fileOffset(position: number): number;
  /** False when the tag is longer than the file, or than what is read of it. */
  isWhole: boolean;
}

export interface Id3FrameList {
  frames: Id3Frame[];
  /** Behind the extended header. */
  start: number;
  /** Where the padding, or anything else that is not a frame, begins. */
  end: number;
  /** True when something follows that is neither a frame nor padding. */
  isDamaged: boolean;
}

export const ID3_HEADER_BYTES = 10;
const UNSYNCHRONISED = 0x80;
const EXTENDED = 0x40;
const FOOTER = 0x10;

/** Null when no ID3v2 tag starts here. */
export function decodeId3Header(source: MediaSource, offset = 0): Id3Header | null {
  const bytes = source.upTo(offset, ID3_HEADER_BYTES, 'ID3 header');
  if (bytes.length < ID3_HEADER_BYTES || !hasAscii(bytes, 0, 'ID3')) return null;
  const [, , , major = 0xff, minor = 0xff, flags = 0] = bytes;
  const bodyLength = syncsafe(bytes.subarray(6));
  if (major === 0xff || minor === 0xff || bodyLength === null) return null;
  const hasFooter = major === 4 && (flags & FOOTER) !== 0;
  return {
    major,
    isUnsynchronised: (flags & UNSYNCHRONISED) !== 0,
    hasExtendedHeader: major > 2 && (flags & EXTENDED) !== 0,
    isCompressed: major === 2 && (flags & EXTENDED) !== 0,
    hasFooter,
    bodyLength,
    length: ID3_HEADER_BYTES * (hasFooter ? 2 : 1) + bodyLength,
  };
}

/** ID3v2.2 and 2.3 unsynchronise the tag as a whole, 2.4 each frame (ID3v2.4 structure §6.1). */
export function openId3Body(source: MediaSource, { major, isUnsynchronised, bodyLength }: Id3Header): Id3Body {
  const plain = source.within(ID3_HEADER_BYTES, bodyLength);
  const isThere = plain.size === bodyLength;
  if (major === 4 || !isUnsynchronised) {
    return { source: plain, fileOffset: (position) => plain.fileOffset(position), isWhole: isThere };
  }
  const stored = plain.upTo(0, Math.min(bodyLength, LIMITS.mediaItemBytes), 'unsynchronised ID3 tag');
  const { bytes, removed } = resynchronise(stored);
  return {
    source: source.over(bytes, ID3_HEADER_BYTES),
    fileOffset: (position) => plain.fileOffset(storedPosition(removed, position)),
    isWhole: isThere && stored.length === bodyLength,
  };
}

/** Finds the frames; what they hold is not read. @throws {LimitError} more than a file may cost */
export function listId3Frames(body: MediaSource, { major, hasExtendedHeader }: Id3Header): Id3FrameList {
  const start = hasExtendedHeader ? extendedHeaderLength(body, major) : 0;
  const list: Id3FrameList = { frames: [], start, end: start, isDamaged: false };
  const headerBytes = major === 2 ? 6 : 10;
  for (let at = start; at + headerBytes <= body.size; at = list.end) {
    body.step('ID3 frame', at);
    if (body.bytes(at, 1, 'ID3 frame')[0] === 0) break;
    const frame = decodeFrameHeader(body, at, major);
    list.isDamaged = frame === null;
    if (frame === null) break;
    list.frames.push(frame);
    list.end = frame.dataStart + frame.dataLength;
  }
  return list;
}

/** 2.3 counts without the length field, 2.4 with it (and syncsafe). */
function extendedHeaderLength(body: MediaSource, major: number): number {
  const bytes = body.bytes(0, 4, 'ID3 extended header');
  const length = major === 3 ? 4 + plainNumber(bytes) : syncsafe(bytes);
  if (length === null || length < 6 || length > body.size) {
    throw new DecodeError('ID3 extended header: impossible length', body.fileOffset(0));
  }
  return length;
}

function decodeFrameHeader(body: MediaSource, start: number, major: number): Id3Frame | null {
  if (major === 2) {
    const bytes = body.bytes(start, 6, 'ID3 frame header');
    const id = frameId(bytes.subarray(0, 3));
    const dataLength = plainNumber(bytes.subarray(3));
    return id === null ? null : { id, start, dataStart: start + 6, dataLength, flags: 0 };
  }
  const bytes = body.bytes(start, 10, 'ID3 frame header');
  const id = frameId(bytes.subarray(0, 4));
  if (id === null) return null;
  const [high = 0, low = 0] = bytes.subarray(8);
  const dataStart = start + 10;
  const stored = bytes.slice(4, 8);
  const dataLength = major === 3 ? plainNumber(stored) : frameLength24(body, dataStart, stored);
  return { id, start, dataStart, dataLength, flags: high * 0x100 + low };
}

/** Frame lengths of 2.4 are syncsafe; iTunes wrote plain ones. The reading that leads to another frame is right. */
function frameLength24(body: MediaSource, dataStart: number, stored: Uint8Array): number {
  const plain = plainNumber(stored);
  const safe = syncsafe(stored);
  if (safe === null) return plain;
  if (safe === plain || leadsOn(body, dataStart + safe) || !leadsOn(body, dataStart + plain)) return safe;
  return plain;
}

function leadsOn(body: MediaSource, at: number): boolean {
  if (at > body.size) return false;
  const next = body.upTo(at, 4, 'ID3 frame header');
  return next.length < 4 || next.every((byte) => byte === 0) || frameId(next) !== null;
}

function frameId(bytes: Uint8Array): string | null {
  const isId = bytes.every((byte) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x30 && byte <= 0x39));
  return isId ? String.fromCharCode(...bytes) : null;
}

/** Seven bits a byte; null when an eighth is set. */
function syncsafe(bytes: Uint8Array): number | null {
  let value = 0;
  for (const byte of bytes.subarray(0, 4)) {
    if (byte > 0x7f) return null;
    value = value * 0x80 + byte;
  }
  return value;
}

function plainNumber(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = value * 0x100 + byte;
  return value;
}

export interface Resynchronised {
  bytes: Uint8Array;
  /** For each zero that was removed: the position, in `bytes`, of what followed it. */
  removed: number[];
}

/** Takes the zero out that was put after each FF (ID3v2.4 structure §6.1). */
export function resynchronise(stored: Uint8Array): Resynchronised {
  const bytes = new Uint8Array(stored.length);
  const removed: number[] = [];
  let length = 0;
  for (let index = 0; index < stored.length; index += 1) {
    const byte = stored[index] ?? 0;
    if (byte === 0 && stored[index - 1] === 0xff) removed.push(length);
    else {
      bytes[length] = byte;
      length += 1;
    }
  }
  return { bytes: bytes.subarray(0, length), removed };
}

/** The position before resynchronisation. By halving: a hostile tag has a removed zero at every second byte. */
export function storedPosition(removed: readonly number[], position: number): number {
  let [low, high] = [0, removed.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((removed[middle] ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return position + low;
}

/** @throws {LimitError} too large to be metadata */
export function checkId3ItemLength(length: number, what: string, offset: number): void {
  if (length > LIMITS.mediaItemBytes) throw new LimitError(what, offset);
}
