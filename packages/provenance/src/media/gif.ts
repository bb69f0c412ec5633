import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { hasAscii, hasBytes } from '../bytes/match.ts';
import { LIMITS } from '../limits.ts';
import { attemptAt } from './attempt-at.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';

const HEADER_BYTES = 13;
const IMAGE_DESCRIPTOR_BYTES = 10;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const COMMENT_LABEL = 0xfe;
const APPLICATION_LABEL = 0xff;
const XMP_APPLICATION = 'XMP DataXMP';
const APPLICATION_BYTES = 11;
/** How the bytes behind an XMP packet begin: 258 in all, which lead a reader of sub-blocks to the end from anywhere. */
const XMP_TRAILER_START = [0x01, 0xff, 0xfe];
const XMP_TRAILER_BYTES = 258;
/** Pictures are sub-blocks of up to 255 bytes, whose lengths stand between the data; so they are read in pieces. */
const SKIP_WINDOW_BYTES = 16 * 1024;

/** Comment extensions and the XMP extension (GIF89a §24, §26; XMP part 3 §1.1.2), to the trailer. */
export function readGif(source: MediaSource, sink: MetadataSink): void {
  const header = source.bytes(0, HEADER_BYTES, 'GIF header');
  if (!hasAscii(header, 0, 'GIF8')) throw new DecodeError('GIF header', source.fileOffset(0));
  let offset = HEADER_BYTES + colourTableBytes(header[10]);
  for (;;) {
    source.step('GIF block', offset);
    const kind = source.cursor(offset, 1, 'GIF block').u8('GIF block');
    if (kind === TRAILER) return;
    if (kind === EXTENSION) offset = readExtension(source, sink, offset);
    else if (kind === IMAGE) offset = skipImage(source, offset);
    // Zeros stand between blocks where a writer ended one twice.
    else if (kind === 0) offset += 1;
    else throw new DecodeError('GIF block', source.fileOffset(offset));
  }
}

function colourTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function skipImage(source: MediaSource, offset: number): number {
  const descriptor = source.bytes(offset, IMAGE_DESCRIPTOR_BYTES, 'GIF image');
  return skipSubBlocks(source, offset + IMAGE_DESCRIPTOR_BYTES + colourTableBytes(descriptor[9]) + 1);
}

/** Answers where the next block begins. */
function readExtension(source: MediaSource, sink: MetadataSink, offset: number): number {
  const label = source.cursor(offset + 1, 1, 'GIF extension').u8('GIF extension');
  const start = offset + 2;
  if (label === COMMENT_LABEL) {
    attemptAt(source, sink, start, () => addComment(source, sink, start));
  } else if (label === APPLICATION_LABEL) {
    const name = source.upTo(start, 1 + APPLICATION_BYTES, 'GIF application');
    if (hasBytes(name, 0, [APPLICATION_BYTES]) && hasAscii(name, 1, XMP_APPLICATION)) {
      return readXmp(source, sink, start + 1 + APPLICATION_BYTES);
    }
  }
  return skipSubBlocks(source, start);
}

/** Answers the offset behind the empty sub-block that ends the run. */
function skipSubBlocks(source: MediaSource, start: number): number {
  let offset = start;
  for (;;) {
    // Steps count windows: a run of many small sub-blocks costs no more than its bytes.
    source.step('GIF sub-blocks', offset);
    const window = source.upTo(offset, SKIP_WINDOW_BYTES, 'GIF sub-blocks');
    let at = 0;
    while (at < window.length) {
      const size = window[at] ?? 0;
      at += 1 + size;
      if (size === 0) return offset + at;
    }
    if (window.length < SKIP_WINDOW_BYTES) {
      throw new DecodeError('GIF sub-blocks: not enough bytes', source.fileOffset(start));
    }
    offset += at;
  }
}

function addComment(source: MediaSource, sink: MetadataSink, start: number): void {
  const { bytes, end, intact } = joinSubBlocks(source, start);
  const offset = source.fileOffset(start);
  sink.add({ kind: 'comment', path: 'Comment Extension', offset, length: end - start, bytes, intact });
}

/** The content of sub-blocks, as far as it is there; `end` is behind the last one. */
function joinSubBlocks(source: MediaSource, start: number): { bytes: Uint8Array; end: number; intact: boolean } {
  const parts: Uint8Array[] = [];
  let offset = start;
  for (;;) {
    source.step('GIF comment', offset);
    const size = source.upTo(offset, 1, 'GIF comment')[0];
    if (size === 0) return { bytes: Buffer.concat(parts), end: offset, intact: true };
    if (size === undefined) return { bytes: Buffer.concat(parts), end: offset, intact: false };
    const part = source.upTo(offset + 1, size, 'GIF comment');
    if (part.length > 0) parts.push(part);
    offset += 1 + part.length;
    if (part.length < size) return { bytes: Buffer.concat(parts), end: offset, intact: false };
    if (offset - start > LIMITS.mediaItemBytes) throw new LimitError('GIF comment', source.fileOffset(start));
  }
}

/** The packet is not in sub-blocks. Answers where the next block begins. */
function readXmp(source: MediaSource, sink: MetadataSink, start: number): number {
  let end: number;
  try {
    end = skipSubBlocks(source, start);
  } catch (error) {
    if (!(error instanceof DecodeError) || error instanceof LimitError) throw error;
    sink.attempt(() => addPacket(source, sink, start, source.size - start, false));
    throw error;
  }
  const next = end;
  attemptAt(source, sink, start, () => {
    const packetEnd = findTrailer(source, start, next);
    if (packetEnd !== null) addPacket(source, sink, start, packetEnd - start, true);
    else {
      // Some writers do put the packet into sub-blocks.
      const { bytes, end: last, intact } = joinSubBlocks(source, start);
      const offset = source.fileOffset(start);
      sink.add({ kind: 'xmp', path: XMP_APPLICATION, offset, length: last - start, bytes, intact });
    }
  });
  return next;
}

/** A sub-block of the packet may lead to the last or to the last but one byte of the trailer. */
function findTrailer(source: MediaSource, start: number, end: number): number | null {
  for (const at of [end - XMP_TRAILER_BYTES, end - XMP_TRAILER_BYTES + 1]) {
    const found = at >= start && source.upTo(at, XMP_TRAILER_START.length, 'GIF XMP');
    if (found !== false && hasBytes(found, 0, XMP_TRAILER_START)) return at;
  }
  return null;
}

function addPacket(source: MediaSource, sink: MetadataSink, start: number, length: number, intact: boolean): void {
  if (length > LIMITS.mediaItemBytes) throw new LimitError('GIF XMP', source.fileOffset(start));
  const bytes = source.upTo(start, length, 'GIF XMP');
  sink.add({ kind: 'xmp', path: XMP_APPLICATION, offset: source.fileOffset(start), length, bytes, intact });
}
