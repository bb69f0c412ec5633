import { DecodeError } from '../bytes/decode-error.ts';
import { LimitError } from '../bytes/limit-error.ts';
import { hasAscii, hasBytes } from '../bytes/match.ts';
import { LIMITS } from '../limits.ts';
import type { MediaSource } from './media-source.ts';

const HEADER_BYTES = 13;
const IMAGE_DESCRIPTOR_BYTES = 10;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
export const GIF_COMMENT = 0xfe;
const APPLICATION = 0xff;
const APPLICATION_BYTES = 11;
/** The first block of an application extension: the length of its name, and the name. */
const NAME_BLOCK_BYTES = 1 + APPLICATION_BYTES;
export const XMP_APPLICATION = 'XMP DataXMP';
/**
 * Follows an XMP packet: a reader of sub-blocks that ends up anywhere in it is led to the end (ISO 16684-3 §1.1.2). It is
 * recognized by its beginning.
 */
export const XMP_TRAILER: Uint8Array = Uint8Array.from([
  1,
  ...Array.from({ length: 256 }, (_, index) => 255 - index),
  0,
]);
const XMP_TRAILER_START = [0x01, 0xff, 0xfe];
/** Pictures are sub-blocks of up to 255 bytes with their lengths between the data, so they are read in pieces. */
const WINDOW_BYTES = 16 * 1024;

interface GifBlockPlace {
  kind: 'extension' | 'image' | 'trailer';
  /** Offset of the block. */
  start: number;
  /** Offset of its sub-blocks, or of the packet in an XMP extension. */
  data: number;
  /** The second byte of an extension. */
  label: number | null;
  /** The name of an application extension, with its authentication code. */
  application: Uint8Array | null;
}

export class GifBlock {
  readonly kind: GifBlockPlace['kind'];
  readonly start: number;
  readonly data: number;
  readonly label: number | null;
  readonly application: Uint8Array | null;
  readonly #source: MediaSource;
  #end: number | null = null;

  constructor(source: MediaSource, { kind, start, data, label, application }: GifBlockPlace) {
    this.#source = source;
    this.kind = kind;
    this.start = start;
    this.data = data;
    this.label = label;
    this.application = application;
  }

  /** Whether it is an application extension whose name begins so. */
  isNamed(name: string): boolean {
    return this.application !== null && hasAscii(this.application, 0, name);
  }

  /** Where the next block begins. @throws {DecodeError} the file ends inside the sub-blocks */
  end(): number {
    this.#end ??= this.kind === 'trailer' ? this.data : endOfSubBlocks(this.#source, this.data);
    return this.#end;
  }
}

/** Content of sub-blocks, as far as the file holds it. */
export interface SubBlocks {
  bytes: Uint8Array;
  /** Behind the last byte of the content. */
  end: number;
  intact: boolean;
}

/** The blocks of a GIF in order, the last one its trailer. @throws {DecodeError} not a GIF, or damaged */
export function* gifBlocks(source: MediaSource): Generator<GifBlock> {
  const header = source.bytes(0, HEADER_BYTES, 'GIF header');
  if (!hasAscii(header, 0, 'GIF8')) throw new DecodeError('GIF header', source.fileOffset(0));
  for (let start = HEADER_BYTES + colourTableBytes(header[10]); ;) {
    source.step('GIF block', start);
    const code = source.cursor(start, 1, 'GIF block').u8('GIF block');
    // Zeros stand between blocks where a writer ended one twice.
    if (code === 0) {
      start += 1;
      continue;
    }
    const block = new GifBlock(source, placeOf(source, code, start));
    yield block;
    if (block.kind === 'trailer') return;
    start = block.end();
  }
}

function placeOf(source: MediaSource, code: number, start: number): GifBlockPlace {
  if (code === TRAILER) return { kind: 'trailer', start, data: start + 1, label: null, application: null };
  if (code === EXTENSION) {
    const label = source.cursor(start + 1, 1, 'GIF extension').u8('GIF extension');
    const application = label === APPLICATION ? readName(source, start + 2) : null;
    const isXmp = application !== null && hasAscii(application, 0, XMP_APPLICATION);
    return { kind: 'extension', start, data: start + 2 + (isXmp ? NAME_BLOCK_BYTES : 0), label, application };
  }
  if (code !== IMAGE) throw new DecodeError('GIF block', source.fileOffset(start));
  const descriptor = source.bytes(start, IMAGE_DESCRIPTOR_BYTES, 'GIF image');
  const data = start + IMAGE_DESCRIPTOR_BYTES + colourTableBytes(descriptor[9]) + 1;
  return { kind: 'image', start, data, label: null, application: null };
}

/** Null when the name is not as long as the standard has it. */
function readName(source: MediaSource, at: number): Uint8Array | null {
  const name = source.upTo(at, NAME_BLOCK_BYTES, 'GIF application');
  return name[0] === APPLICATION_BYTES ? name.subarray(1) : null;
}

function colourTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Behind the empty sub-block that ends the run. */
function endOfSubBlocks(source: MediaSource, start: number): number {
  let offset = start;
  for (;;) {
    // Steps count windows: a run of many small sub-blocks costs no more than its bytes.
    source.step('GIF sub-blocks', offset);
    const window = source.upTo(offset, WINDOW_BYTES, 'GIF sub-blocks');
    let at = 0;
    while (at < window.length) {
      const size = window[at] ?? 0;
      at += 1 + size;
      if (size === 0) return offset + at;
    }
    if (window.length < WINDOW_BYTES) {
      throw new DecodeError('GIF sub-blocks: not enough bytes', source.fileOffset(start));
    }
    offset += at;
  }
}

/** Joins the sub-blocks that begin at an offset. @throws {LimitError} they are too large to be metadata */
export function joinSubBlocks(source: MediaSource, start: number): SubBlocks {
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

/**
 * The packet of an XMP extension that ends. It is not in sub-blocks, though some writers put it there.
 * @throws {LimitError} it is too large to be metadata
 */
export function readGifPacket(source: MediaSource, block: GifBlock): SubBlocks {
  const start = block.data;
  const end = findTrailer(source, start, block.end());
  if (end === null) return joinSubBlocks(source, start);
  if (end - start > LIMITS.mediaItemBytes) throw new LimitError('GIF XMP', source.fileOffset(start));
  return { bytes: source.upTo(start, end - start, 'GIF XMP'), end, intact: true };
}

/** A sub-block of the packet may lead to the last or to the last but one byte of the trailer. */
function findTrailer(source: MediaSource, start: number, end: number): number | null {
  for (const at of [end - XMP_TRAILER.length, end - XMP_TRAILER.length + 1]) {
    const found = at >= start && source.upTo(at, XMP_TRAILER_START.length, 'GIF XMP');
    if (found !== false && hasBytes(found, 0, XMP_TRAILER_START)) return at;
  }
  return null;
}
