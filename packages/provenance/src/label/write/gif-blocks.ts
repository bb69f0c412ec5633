import { DecodeError } from '../../bytes/decode-error.ts';
import { hasAscii, hasBytes } from '../../bytes/match.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { LabelWriteError } from './writer.ts';

export const XMP_APPLICATION = 'XMP DataXMP';
/** Behind a packet: from wherever a reader of sub-blocks lands in it, it is led to the end (ISO 16684-3 §1.1.2). */
export const XMP_TRAILER: Uint8Array = Uint8Array.from([
  1,
  ...Array.from({ length: 256 }, (_, index) => 255 - index),
  0,
]);

const HEADER_BYTES = 13;
const IMAGE_DESCRIPTOR_BYTES = 10;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const COMMENT = 0xfe;
const APPLICATION = 0xff;
const GRAPHIC_CONTROL = 0xf9;
const PLAIN_TEXT = 0x01;
const WINDOW_BYTES = 16 * 1024;

/** An extension that may hold a label; the others are passed over. */
export interface GifExtension {
  kind: 'xmp' | 'comment';
  start: number;
  end: number;
  content: Uint8Array;
}

interface GifBlocks {
  version: string;
  extensions: GifExtension[];
  /** Where the blocks of the first image begin; without one, the trailer. */
  firstImage: number;
}

/** @throws {DecodeError} no GIF, or cut off before its trailer */
export function readGifBlocks(source: MediaSource): GifBlocks {
  const header = source.bytes(0, HEADER_BYTES, 'GIF header');
  if (!hasAscii(header, 0, 'GIF87a') && !hasAscii(header, 0, 'GIF89a')) {
    throw new DecodeError('GIF header', source.fileOffset(0));
  }
  const extensions: GifExtension[] = [];
  let firstImage: number | null = null;
  let at = HEADER_BYTES + colourTableBytes(header[10]);
  for (;;) {
    source.step('GIF block', at);
    const [kind, label] = source.upTo(at, 2, 'GIF block');
    if (kind === TRAILER || kind === IMAGE || (kind === EXTENSION && isOfImage(label))) firstImage ??= at;
    if (kind === TRAILER)
      return { version: header[4] === 0x37 ? '87a' : '89a', extensions, firstImage: firstImage ?? at };
    if (kind === EXTENSION) {
      const extension = readExtension(source, at, label);
      if (extension.kind !== null) extensions.push({ ...extension, kind: extension.kind });
      at = extension.end;
    } else if (kind === IMAGE) at = behindImage(source, at);
    // Zeros stand between blocks where a writer ended one twice.
    else if (kind === 0) at += 1;
    else throw new DecodeError('GIF block', source.fileOffset(at));
  }
}

function isOfImage(label: number | undefined): boolean {
  return label === GRAPHIC_CONTROL || label === PLAIN_TEXT;
}

function colourTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function behindImage(source: MediaSource, at: number): number {
  const descriptor = source.bytes(at, IMAGE_DESCRIPTOR_BYTES, 'GIF image');
  return behindSubBlocks(source, at + IMAGE_DESCRIPTOR_BYTES + colourTableBytes(descriptor[9]) + 1);
}

function readExtension(
  source: MediaSource,
  start: number,
  label: number | undefined,
): { kind: GifExtension['kind'] | null; start: number; end: number; content: Uint8Array } {
  const blocks = start + 2;
  const end = behindSubBlocks(source, blocks);
  // A comment of megabytes is no label.
  if (label === COMMENT && end - blocks <= LIMITS.labelBytes)
    return { kind: 'comment', start, end, content: joinSubBlocks(readBlocks(source, blocks, end)) };
  const name = source.upTo(blocks, 1 + XMP_APPLICATION.length, 'GIF application');
  if (label !== APPLICATION || !hasBytes(name, 0, [XMP_APPLICATION.length]) || !hasAscii(name, 1, XMP_APPLICATION)) {
    return { kind: null, start, end, content: new Uint8Array(0) };
  }
  const content = xmpPacket(readBlocks(source, blocks + name.length, end));
  return { kind: 'xmp', start, end, content };
}

function readBlocks(source: MediaSource, start: number, end: number): Uint8Array {
  if (end - start > LIMITS.mediaItemBytes)
    throw new LabelWriteError('media_unreadable', 'A GIF extension is too large');
  return source.bytes(start, end - start, 'GIF extension');
}

/** A byte of the packet can lead to the trailer's last byte or to the one before; without a trailer it is in sub-blocks. */
function xmpPacket(blocks: Uint8Array): Uint8Array {
  for (const at of [blocks.length - XMP_TRAILER.length, blocks.length - XMP_TRAILER.length + 1]) {
    if (at >= 0 && hasBytes(blocks, at, [1, 0xff, 0xfe])) return blocks.subarray(0, at);
  }
  return joinSubBlocks(blocks);
}

function joinSubBlocks(blocks: Uint8Array): Uint8Array {
  const out = Uint8Array.from(blocks);
  let end = 0;
  for (let at = 0; at < blocks.length; at += 1 + (blocks[at] ?? 0)) {
    const next = Math.min(at + 1 + (blocks[at] ?? 0), blocks.length);
    out.copyWithin(end, at + 1, next);
    end += next - at - 1;
  }
  return out.subarray(0, end);
}

/** Read in pieces, so that many small sub-blocks cost no more than their bytes. */
function behindSubBlocks(source: MediaSource, start: number): number {
  let at = start;
  for (;;) {
    source.step('GIF sub-blocks', at);
    const window = source.upTo(at, WINDOW_BYTES, 'GIF sub-blocks');
    let index = 0;
    while (index < window.length) {
      const size = window[index] ?? 0;
      index += 1 + size;
      if (size === 0) return at + index;
    }
    if (window.length < WINDOW_BYTES)
      throw new DecodeError('GIF sub-blocks: not enough bytes', source.fileOffset(start));
    at += index;
  }
}
