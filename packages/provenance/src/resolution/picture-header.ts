import { hasAscii } from '../bytes/match.ts';
import { checkJpegStart, jpegSegments } from '../media/jpeg-segments.ts';
import type { MediaSource } from '../media/media-source.ts';
import type { MediaType } from '../media/media-types.ts';
import { MetadataSink } from '../media/metadata-sink.ts';
import { checkPngSignature, pngChunks } from '../media/png-chunks.ts';
import { walkTiff } from '../media/tiff-directory.ts';
import type { PictureSize } from './facts.ts';
import { heifSize } from './heif-size.ts';
import { jpegQuality, readLumaTable } from './jpeg-quality.ts';

/** What the header of a picture states, which its pixels need not confirm. */
export interface PictureHeader extends PictureSize {
  /** Its decoder holds the whole picture at once: a progressive JPEG, an interlaced PNG. */
  isHeldWhole: boolean;
  /** A PNG with further frames, which its decoder does not report. */
  isAnimated: boolean;
  jpegQuality: number | null;
}

type HeaderReader = (source: MediaSource) => PictureHeader | null;

const READERS: ReadonlyMap<MediaType, HeaderReader> = new Map<MediaType, HeaderReader>([
  ['image/jpeg', readJpegHeader],
  ['image/png', readPngHeader],
  ['image/gif', readGifHeader],
  ['image/webp', readWebpHeader],
  ['image/tiff', readTiffHeader],
  ['image/avif', readHeifHeader],
  ['image/heic', readHeifHeader],
  ['image/heif', readHeifHeader],
]);

/**
 * Null when this format's header is not read here, or does not state a size.
 * @throws {DecodeError} {LimitError} the structure is damaged, or the file's budget is spent
 */
export function readPictureHeader(source: MediaSource, mediaType: MediaType): PictureHeader | null {
  const header = READERS.get(mediaType)?.(source) ?? null;
  return header !== null && header.width > 0 && header.height > 0 ? header : null;
}

function plain({ width, height }: PictureSize, isHeldWhole = false): PictureHeader {
  return { width, height, isHeldWhole, isAnimated: false, jpegQuality: null };
}

const QUANTISATION = 0xdb;
const FRAME_FIRST = 0xc0;
const FRAME_LAST = 0xcf;
/** Huffman tables, a reserved marker and arithmetic conditioning stand among the starts of frames (T.81 Table B.1). */
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc]);
const PROGRESSIVE = new Set([0xc2, 0xc6, 0xca, 0xce]);

function readJpegHeader(source: MediaSource): PictureHeader | null {
  checkJpegStart(source);
  let table: number[] | null = null;
  for (const { marker, data, end } of jpegSegments(source, () => undefined)) {
    if (marker === QUANTISATION) table ??= readLumaTable(source.upTo(data, end - data, 'JPEG quantisation'));
    if (marker < FRAME_FIRST || marker > FRAME_LAST || NO_FRAMES.has(marker)) continue;
    const frame = source.cursor(data + 1, 4, 'JPEG frame');
    const height = frame.u16('JPEG height');
    const width = frame.u16('JPEG width');
    return { ...plain({ width, height }, PROGRESSIVE.has(marker)), jpegQuality: table && jpegQuality(table) };
  }
  return null;
}

const IHDR_BYTES = 13;

function readPngHeader(source: MediaSource): PictureHeader | null {
  checkPngSignature(source);
  let header: PictureHeader | null = null;
  for (const { type, data } of pngChunks(source)) {
    if (type === 'IHDR') {
      const cursor = source.cursor(data, IHDR_BYTES, 'PNG header');
      const [width, height] = [cursor.u32('PNG width'), cursor.u32('PNG height')];
      cursor.skip(4, 'PNG header');
      header = plain({ width, height }, cursor.u8('PNG interlace') !== 0);
    }
    if (type === 'acTL' && header !== null) header.isAnimated = true;
    if (type === 'IDAT' || type === 'IEND') return header;
  }
  return header;
}

function readGifHeader(source: MediaSource): PictureHeader | null {
  const screen = source.cursor(6, 4, 'GIF header', { littleEndian: true });
  const width = screen.u16('GIF width');
  return plain({ width, height: screen.u16('GIF height') }, true);
}

const WEBP_HEAD_BYTES = 30;

function readWebpHeader(source: MediaSource): PictureHeader | null {
  const head = source.bytes(0, WEBP_HEAD_BYTES, 'WebP header');
  const u24 = (at: number): number => (head[at] ?? 0) + (head[at + 1] ?? 0) * 2 ** 8 + (head[at + 2] ?? 0) * 2 ** 16;
  if (hasAscii(head, 12, 'VP8X')) return plain({ width: u24(24) + 1, height: u24(27) + 1 }, true);
  if (hasAscii(head, 12, 'VP8 ')) return plain({ width: u24(26) & 0x3fff, height: u24(28) & 0x3fff }, true);
  if (!hasAscii(head, 12, 'VP8L')) return null;
  // Fourteen bits each, from the lowest up, behind the signature byte.
  const [low, high] = [u24(21), u24(23)];
  return plain({ width: (low & 0x3fff) + 1, height: (((low >> 14) | ((high >> 8) << 10)) % 2 ** 14) + 1 }, true);
}

function readHeifHeader(source: MediaSource): PictureHeader | null {
  const size = heifSize(source);
  return size && plain(size, true);
}

const WIDTH_TAG = 0x100;
const HEIGHT_TAG = 0x101;
const SHORT = 3;

function readTiffHeader(source: MediaSource): PictureHeader | null {
  const size: PictureSize = { width: 0, height: 0 };
  walkTiff(source, new MetadataSink(), ({ directory, tag, type, offset, length, littleEndian }) => {
    if (directory !== 'IFD0' || (tag !== WIDTH_TAG && tag !== HEIGHT_TAG)) return;
    const cursor = source.cursor(offset, length, 'TIFF size', { littleEndian });
    const value = type === SHORT ? cursor.u16('TIFF size') : cursor.u32('TIFF size');
    if (tag === WIDTH_TAG) size.width = value;
    else size.height = value;
  });
  return plain(size, true);
}
