import { DecodeError } from '../../bytes/decode-error.ts';
import { hasAscii, hasBytes } from '../../bytes/match.ts';
import { LIMITS } from '../../limits.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { blankExifLabels } from './exif-blanks.ts';
import { imagePlan } from './image-plan.ts';
import type { Splice } from './splice.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';
import { hasXmpLabel, setXmpLabel } from './xmp-edit.ts';

const FILE_HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const EXTENDED_BYTES = 10;
const XMP_FLAG = 0x04;
const ALPHA_FLAG = 0x10;
const EXIF_MARK = 'Exif\0\0';
const MAX_RIFF_SIZE = 0xffff_fffe;

interface Chunk {
  type: string;
  start: number;
  length: number;
  /** After the padding byte. */
  end: number;
}

/** The label in the file's XMP: the chunk `XMP ` after the image data (RFC 9649 §2.7.1.5). */
export function writeWebp(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const chunks = readChunks(source);
  const [home, ...further] = chunks.filter(({ type }) => type === 'XMP ');
  const splices = [...extendedHeader(source, chunks)];
  if (home === undefined) {
    const last = chunks.at(-1)?.end ?? FILE_HEAD_BYTES;
    splices.push({ offset: source.fileOffset(last), removed: 0, inserted: xmpChunk(setXmpLabel(null, json, isLabel)) });
  } else {
    splices.push(replace(source, home, xmpChunk(setXmpLabel(packetOf(source, home), json, isLabel))));
  }
  for (const chunk of further) {
    if (hasXmpLabel(packetOf(source, chunk), isLabel)) splices.push(replace(source, chunk, new Uint8Array(0)));
  }
  for (const { start, length } of chunks.filter(({ type }) => type === 'EXIF')) {
    const content = source.within(start + CHUNK_HEAD_BYTES, length);
    // Some writers keep the mark that EXIF has in JPEG.
    const head = hasAscii(content.upTo(0, EXIF_MARK.length, 'WebP EXIF'), 0, EXIF_MARK) ? EXIF_MARK.length : 0;
    splices.push(...blankExifLabels(content.within(head, length - head), isLabel));
  }
  return imagePlan([...splices, riffSize(source, splices)], 'XMP');
}

/** @throws {DecodeError} no WebP, or cut off */
function readChunks(source: MediaSource): Chunk[] {
  const head = source.bytes(0, FILE_HEAD_BYTES, 'WebP header');
  if (!hasAscii(head, 0, 'RIFF') || !hasAscii(head, 8, 'WEBP')) {
    throw new DecodeError('WebP header', source.fileOffset(0));
  }
  const end = CHUNK_HEAD_BYTES + storedSize(source);
  if (end > source.size) throw new DecodeError('RIFF size: not enough bytes', source.fileOffset(4));
  const chunks: Chunk[] = [];
  let at = FILE_HEAD_BYTES;
  while (at < end) {
    source.step('WebP chunk', at);
    const cursor = source.cursor(at, CHUNK_HEAD_BYTES, 'WebP chunk', { littleEndian: true });
    const type = cursor.fourCc('WebP chunk type');
    const length = cursor.u32('WebP chunk length');
    const chunkEnd = at + CHUNK_HEAD_BYTES + length + (length % 2);
    if (chunkEnd > end) throw new DecodeError('WebP chunk: not enough bytes', source.fileOffset(at));
    chunks.push({ type, start: at, length, end: chunkEnd });
    at = chunkEnd;
  }
  return chunks;
}

function storedSize(source: MediaSource): number {
  return source.cursor(4, 4, 'RIFF size', { littleEndian: true }).u32('RIFF size');
}

/** A file that announces XMP needs the extended header (RFC 9649 §2.7); in one that has it, the flag is set. */
function extendedHeader(source: MediaSource, [first]: readonly Chunk[]): Splice[] {
  if (first === undefined) throw new DecodeError('WebP without an image', source.fileOffset(FILE_HEAD_BYTES));
  const content = first.start + CHUNK_HEAD_BYTES;
  if (first.type === 'VP8X') {
    const [flags = 0] = source.bytes(content, EXTENDED_BYTES, 'VP8X');
    if ((flags & XMP_FLAG) !== 0) return [];
    return [{ offset: source.fileOffset(content), removed: 1, inserted: Uint8Array.of(flags | XMP_FLAG) }];
  }
  const { width, height, hasAlpha } = readCanvas(source.within(content, first.length), first.type);
  const header = Buffer.alloc(CHUNK_HEAD_BYTES + EXTENDED_BYTES);
  header.write('VP8X', 0, 'latin1');
  header.writeUInt32LE(EXTENDED_BYTES, 4);
  header[CHUNK_HEAD_BYTES] = XMP_FLAG | (hasAlpha ? ALPHA_FLAG : 0);
  header.writeUIntLE(width - 1, CHUNK_HEAD_BYTES + 4, 3);
  header.writeUIntLE(height - 1, CHUNK_HEAD_BYTES + 7, 3);
  return [{ offset: source.fileOffset(first.start), removed: 0, inserted: Uint8Array.from(header) }];
}

/** The size that the image's own header states (RFC 6386 §9.1, RFC 9649 §3.4). */
function readCanvas(image: MediaSource, type: string): { width: number; height: number; hasAlpha: boolean } {
  if (type === 'VP8 ') {
    const head = image.cursor(0, 10, 'VP8 header', { littleEndian: true });
    head.skip(3, 'VP8 frame tag');
    const isMarked = hasBytes(head.slice(3, 'VP8 start code'), 0, [0x9d, 0x01, 0x2a]);
    // The upper two bits only scale what is shown.
    const [width, height] = [head.u16('width') & 0x3fff, head.u16('height') & 0x3fff];
    if (isMarked && width > 0 && height > 0) return { width, height, hasAlpha: false };
  } else if (type === 'VP8L') {
    const head = image.cursor(0, 5, 'VP8L header', { littleEndian: true });
    const isMarked = head.u8('VP8L signature') === 0x2f;
    const bits = head.u32('VP8L header');
    const [width, height] = [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    if (isMarked) return { width, height, hasAlpha: ((bits >>> 28) & 1) === 1 };
  }
  throw new DecodeError('WebP image header', image.fileOffset(0));
}

function packetOf(source: MediaSource, { start, length }: Chunk): Uint8Array {
  if (length > LIMITS.mediaItemBytes) throw new LabelWriteError('media_unreadable', 'The XMP is too large');
  return source.bytes(start + CHUNK_HEAD_BYTES, length, 'WebP XMP');
}

function replace(source: MediaSource, { start, end }: Chunk, inserted: Uint8Array): Splice {
  return { offset: source.fileOffset(start), removed: end - start, inserted };
}

function xmpChunk(packet: Uint8Array): Uint8Array {
  const out = Buffer.alloc(CHUNK_HEAD_BYTES + packet.length + (packet.length % 2));
  out.write('XMP ', 0, 'latin1');
  out.writeUInt32LE(packet.length, 4);
  out.set(packet, CHUNK_HEAD_BYTES);
  return Uint8Array.from(out);
}

function riffSize(source: MediaSource, changes: readonly Splice[]): Splice {
  const size = changes.reduce((sum, { removed, inserted }) => sum + inserted.length - removed, storedSize(source));
  if (size > MAX_RIFF_SIZE) throw new LabelWriteError('no_room', 'A RIFF file holds 4 GiB');
  const inserted = new Uint8Array(4);
  new DataView(inserted.buffer).setUint32(0, size, true);
  return { offset: source.fileOffset(4), removed: 4, inserted };
}
