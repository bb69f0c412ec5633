import { DecodeError } from '../bytes/decode-error.ts';
import { hasAscii } from '../bytes/match.ts';
import {
  checkId3ItemLength,
  decodeId3Header,
  listId3Frames,
  openId3Body,
  resynchronise,
  storedPosition,
  type Id3Body,
  type Id3Frame,
  type Id3Header,
} from './id3-tag.ts';
import type { MediaSource } from './media-source.ts';
import type { ItemEncoding } from './metadata-item.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { trimZeros } from './stored-value.ts';
import { decodeItemText } from './text-decoding.ts';

/** A frame's content with its compression and unsynchronisation undone. */
export interface Id3Content {
  id: string;
  bytes: Uint8Array;
  /** The range in the file of a part of `bytes`; for a compressed frame, all of it. */
  place: (start: number, end: number) => { offset: number; length: number };
  /** False when the frame is cut off. */
  intact: boolean;
}

/** One text of a frame. `key` is a description, or null where the frame has none. */
export interface Id3Text {
  key: string | null;
  start: number;
  bytes: Uint8Array;
  encoding: ItemEncoding;
  intact: boolean;
}

/** By the first byte of a frame with text (ID3v2.4 structure §4). */
const ENCODINGS: readonly ItemEncoding[] = ['latin1', 'utf-16', 'utf-16be', 'utf-8'];

/** Flags of a frame: its second byte (ID3v2.3 §3.3.1, 2.4 structure §4.1). The order is that of the fields they add. */
const FRAME_FLAGS = {
  3: { compressed: 0x80, encrypted: 0x40, grouped: 0x20, unsynchronised: 0, lengthIndicated: 0 },
  4: { compressed: 0x08, encrypted: 0x04, grouped: 0x40, unsynchronised: 0x02, lengthIndicated: 0x01 },
} as const;

/** Official pages of the sound's source and file: addresses that name a service. The last two are their names in 2.2. */
const ADDRESSES: ReadonlySet<string> = new Set(['WOAS', 'WOAF', 'WAS', 'WAF']);

/** The 2.2 names of frames that may occur several times, each with its own description. */
const NAMES_22: Readonly<Record<string, string>> = { TXX: 'TXXX', COM: 'COMM' };

/**
 * Reads an ID3v2 tag that starts at the source's first byte: texts, comments, addresses, and XMP in a private frame. Returns
 * the length that the tag states, header and footer included, or 0 when there is none.
 */
export function readId3(source: MediaSource, sink: MetadataSink, path = 'ID3v2'): number {
  const header = decodeId3Header(source);
  if (header === null) return 0;
  source.step('ID3 tag', 0);
  sink.attempt(() => readTag(source, sink, header, path));
  return header.length;
}

function readTag(source: MediaSource, sink: MetadataSink, header: Id3Header, path: string): void {
  if (header.major < 2 || header.major > 4 || header.isCompressed) {
    sink.problem('unsupported', 'ID3 tag of an unknown version', source.fileOffset(0));
    return;
  }
  const body = openId3Body(source, header);
  const { frames, end, isDamaged } = listId3Frames(body.source, header);
  for (const frame of frames) {
    const read = (): void => readFrame(body, frame, header, sink, path);
    if (ADDRESSES.has(frame.id)) sink.attemptAside(read);
    else if (isWanted(frame.id)) sink.attempt(read);
  }
  if (isDamaged) sink.problem('damaged', 'ID3 frame', body.fileOffset(end));
  if (!body.isWhole) sink.problem('damaged', 'ID3 tag: cut off', source.fileOffset(0));
}

function isWanted(id: string): boolean {
  return id.startsWith('T') || id === 'COM' || id === 'COMM' || id === 'PRIV';
}

function readFrame(body: Id3Body, frame: Id3Frame, header: Id3Header, sink: MetadataSink, path: string): void {
  const content = openId3Frame(body, frame, header);
  if (content === null) {
    sink.problem('encrypted', 'ID3 frame', body.fileOffset(frame.start));
    return;
  }
  if (frame.id === 'PRIV') {
    readPrivate(content, sink, path);
    return;
  }
  const { key, start, bytes, encoding, intact } = decodeId3Text(content);
  const isNamed = key !== null;
  sink.add({
    kind: 'entry',
    path: isNamed ? `${path}/${NAMES_22[frame.id] ?? frame.id}` : path,
    key: key ?? frame.id,
    ...content.place(start, start + bytes.length),
    bytes,
    encoding,
    intact: content.intact && intact,
  });
  if (!content.intact) sink.problem('damaged', 'ID3 frame: cut off', body.fileOffset(frame.start));
}

/** XMP Specification Part 3 §2.3.3: the owner is `XMP`. */
function readPrivate({ bytes, place, intact }: Id3Content, sink: MetadataSink, path: string): void {
  const start = 4;
  if (!hasAscii(bytes, 0, 'XMP\0')) return;
  const packet = bytes.subarray(start);
  sink.add({ kind: 'xmp', path: `${path}/PRIV`, key: 'XMP', ...place(start, bytes.length), bytes: packet, intact });
}

/**
 * Null when the frame is encrypted.
 * @throws {DecodeError} too short for what its flags announce
 */
export function openId3Frame(body: Id3Body, frame: Id3Frame, header: Id3Header): Id3Content | null {
  const { id, dataStart, dataLength } = frame;
  const flags = header.major === 2 ? null : FRAME_FLAGS[header.major === 3 ? 3 : 4];
  const has = (name: keyof (typeof FRAME_FLAGS)[3]): boolean => flags !== null && (frame.flags & flags[name]) !== 0;
  if (has('encrypted')) return null;
  checkId3ItemLength(dataLength, 'ID3 frame', body.fileOffset(dataStart));
  const stored = body.source.upTo(dataStart, dataLength, 'ID3 frame');
  const skip = (has('grouped') ? 1 : 0) + (hasLength(header.major, has) ? 4 : 0);
  if (stored.length < skip) throw new DecodeError('ID3 frame: not enough bytes', body.fileOffset(dataStart));
  const isUnsynchronised = header.major === 4 && (header.isUnsynchronised || has('unsynchronised'));
  const { bytes, removed } = isUnsynchronised
    ? resynchronise(stored.subarray(skip))
    : { bytes: stored.subarray(skip), removed: [] };
  const fileOffset = (position: number): number =>
    body.fileOffset(dataStart + skip + storedPosition(removed, position));
  const intact = stored.length === dataLength;
  if (!has('compressed')) {
    const place = (start: number, end: number) => {
      const offset = fileOffset(start);
      return { offset, length: fileOffset(end) - offset };
    };
    return { id, bytes, place, intact };
  }
  const place = () => ({ offset: fileOffset(0), length: stored.length - skip });
  return { id, bytes: body.source.decompress(bytes, 'zlib', dataStart, 'ID3 frame'), place, intact };
}

/** 2.3 puts the length before compression in front of compressed frames, 2.4 wherever its flag says so. */
function hasLength(major: number, has: (name: 'compressed' | 'lengthIndicated') => boolean): boolean {
  return has(major === 3 ? 'compressed' : 'lengthIndicated');
}

/** The text of a `T***`, `TXXX`, `COMM` or address frame, after coding, language and description. */
export function decodeId3Text({ id, bytes }: Id3Content): Id3Text {
  // An address has no code of its coding in front (ID3v2.4 frames §4.3).
  if (ADDRESSES.has(id)) return { key: null, start: 0, bytes: trimZeros(bytes), encoding: 'latin1', intact: true };
  const [code = 0] = bytes;
  const encoding = ENCODINGS[code] ?? null;
  const isComment = id === 'COM' || id === 'COMM';
  const start = isComment ? 4 : 1;
  if (!isComment && id !== 'TXX' && id !== 'TXXX') {
    return { key: null, start, bytes: bytes.subarray(start), encoding, intact: encoding !== null };
  }
  const isWide = encoding === 'utf-16' || encoding === 'utf-16be';
  const end = isWide ? wideEnd(bytes, start) : bytes.indexOf(0, start);
  // Without an end of the description the whole is given, so that no value can hide in a name.
  if (end === -1) return { key: '', start, bytes: bytes.subarray(start), encoding, intact: false };
  const name = bytes.subarray(start, end);
  const value = bytes.subarray(end + (isWide ? 2 : 1));
  return {
    key: decodeItemText(name, encoding),
    start: bytes.length - value.length,
    bytes: value,
    encoding: encoding === 'utf-16' ? wideEncoding(name, value) : encoding,
    intact: encoding !== null,
  };
}

function wideEnd(bytes: Uint8Array, start: number): number {
  for (let at = start; at + 1 < bytes.length; at += 2) {
    if (bytes[at] === 0 && bytes[at + 1] === 0) return at;
  }
  return -1;
}

/** Some writers put a byte order mark before the description only; it counts for both. */
function wideEncoding(name: Uint8Array, value: Uint8Array): ItemEncoding {
  const isMarked = (value[0] === 0xfe && value[1] === 0xff) || (value[0] === 0xff && value[1] === 0xfe);
  return !isMarked && name[0] === 0xfe && name[1] === 0xff ? 'utf-16be' : 'utf-16';
}
