import { constants, inflateSync } from 'node:zlib';
import { DecodeError } from '../bytes/decode-error.ts';
import { LIMITS } from '../limits.ts';
import type { MediaSource } from './media-source.ts';
import {
  hasPngSignature,
  PNG_CHECKSUM_BYTES,
  PNG_CHUNK_HEAD_BYTES,
  PNG_SIGNATURE_BYTES,
  pngChunks,
} from './png-chunks.ts';
import { unfilterRows } from './png-filters.ts';

export interface PngPixels {
  width: number;
  height: number;
  /** Red, green and blue of each pixel, row by row. */
  rgb: Uint8Array;
  /** The lowest value of alpha; 255 without alpha. */
  lowestAlpha: number;
}

const HEADER_BYTES = 13;
const BEHIND_HEADER = PNG_SIGNATURE_BYTES + PNG_CHUNK_HEAD_BYTES + HEADER_BYTES + PNG_CHECKSUM_BYTES;
const CHANNELS = new Map([
  [2, 3],
  [6, 4],
]);
/** A second header, a colour that is transparent, or frames that are shown instead: the bytes would not be the picture. */
const OTHER_PICTURE = new Set(['IHDR', 'PLTE', 'tRNS', 'acTL', 'fcTL', 'fdAT']);

interface Header {
  width: number;
  height: number;
  channels: number;
}

/**
 * The pixels of a PNG of 8-bit RGB or RGBA without interlacing. Null when the PNG has another form, has more than
 * `LIMITS.pngPixels`, or is damaged.
 */
export function decodePngPixels(source: MediaSource): PngPixels | null {
  try {
    const header = readHeader(source);
    const data = header === null ? null : imageData(source);
    return header === null || data === null ? null : decode(header, data);
  } catch (error) {
    // The file ends too early, or its budget is spent: its pixels cannot be told.
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

/** The first rows of a PNG as they are stored, their filters undone: a filter type, and the bytes of its pixels. */
export interface PngRows {
  rows: Uint8Array;
  width: number;
  /** Rows that are there. */
  height: number;
  fullHeight: number;
  channels: number;
}

/**
 * As `decodePngPixels`, of the first rows or (null) all of them. Of the first rows, no more is read and decompressed than
 * they can take; null too when that is more than `LIMITS.pngStartBytes`.
 */
export function decodePngRows(source: MediaSource, firstRows: number | null): PngRows | null {
  try {
    const header = readHeader(source);
    if (header === null) return null;
    const { width, height, channels } = header;
    const rowBytes = width * channels;
    const wanted = Math.min(height, firstRows ?? height);
    const length = wanted * (1 + rowBytes);
    const rows = wanted === height ? allRows(source, length) : startOf(source, length);
    if (rows === null || !unfilterRows(rows, rowBytes, channels)) return null;
    return { rows, width, height: wanted, fullHeight: height, channels };
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

function allRows(source: MediaSource, length: number): Uint8Array | null {
  const data = imageData(source);
  return data === null ? null : inflate(data, length);
}

/** Deflate adds five bytes to each 16 KiB that it cannot make shorter, so this much holds so many bytes. */
function startOf(source: MediaSource, length: number): Uint8Array | null {
  if (length > LIMITS.pngStartBytes) return null;
  const data = imageData(source, length + Math.ceil(length / 1024) + 64);
  return data === null ? null : inflateStart(data, length);
}

function decode({ width, height, channels }: Header, data: Uint8Array): PngPixels | null {
  const rowBytes = width * channels;
  const rows = inflate(data, height * (1 + rowBytes));
  if (rows === null || !unfilterRows(rows, rowBytes, channels)) return null;
  const rgb = new Uint8Array(width * height * 3);
  let [to, lowestAlpha] = [0, 255];
  for (let row = 0; row < height; row += 1) {
    const start = row * (1 + rowBytes) + 1;
    if (channels === 3) {
      rgb.set(rows.subarray(start, start + rowBytes), to);
      to += rowBytes;
      continue;
    }
    for (let at = start; at < start + rowBytes; at += 4) {
      rgb[to] = rows[at] ?? 0;
      rgb[to + 1] = rows[at + 1] ?? 0;
      rgb[to + 2] = rows[at + 2] ?? 0;
      lowestAlpha = Math.min(lowestAlpha, rows[at + 3] ?? 0);
      to += 3;
    }
  }
  return { width, height, rgb, lowestAlpha };
}

function readHeader(source: MediaSource): Header | null {
  if (!hasPngSignature(source)) return null;
  const cursor = source.cursor(PNG_SIGNATURE_BYTES, PNG_CHUNK_HEAD_BYTES + HEADER_BYTES, 'PNG header');
  const isHeader = cursor.u32('length') === HEADER_BYTES && cursor.fourCc('type') === 'IHDR';
  const [width, height] = [cursor.u32('width'), cursor.u32('height')];
  const [depth = 0, colour = 0, compression, filter, interlace] = cursor.slice(5, 'PNG header');
  const channels = CHANNELS.get(colour);
  const isPlain = depth === 8 && compression === 0 && filter === 0 && interlace === 0;
  if (!isHeader || !isPlain || channels === undefined) return null;
  const isInBounds = width > 0 && height > 0 && width * height <= LIMITS.pngPixels;
  return isInBounds ? { width, height, channels } : null;
}

/** The data of all IDAT chunks, which stand one after another (PNG third edition §5.6), or so many bytes of them. */
function imageData(source: MediaSource, most = Infinity): Uint8Array | null {
  const parts: Uint8Array[] = [];
  let missing = most;
  let isBehind = false;
  for (const { type, data, length } of pngChunks(source, BEHIND_HEADER)) {
    if (OTHER_PICTURE.has(type) || (type === 'IDAT' && isBehind)) return null;
    if (type === 'IDAT') {
      parts.push(source.bytes(data, Math.min(length, missing), 'PNG image data'));
      missing -= length;
      if (missing <= 0) break;
    } else isBehind = parts.length > 0;
  }
  return Buffer.concat(parts);
}

/** Exactly so many bytes; null when there are fewer, more, or none that can be inflated. */
function inflate(data: Uint8Array, length: number): Uint8Array | null {
  try {
    const rows = inflateSync(data, { maxOutputLength: length });
    return rows.length === length ? rows : null;
  } catch (error) {
    // zlib's errors have a code of their own, too much output has this one.
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}

const FIRST_PIECE_BYTES = 8 * 1024;
const PIECE_GROWTH = 4;

/**
 * The first `length` bytes, from as much of the data as is needed for them: pieces grow until there is enough, so that what
 * is decompressed stays near what is requested.
 */
function inflateStart(data: Uint8Array, length: number): Uint8Array | null {
  for (let piece = FIRST_PIECE_BYTES; ; piece *= PIECE_GROWTH) {
    const isAll = piece >= data.length;
    const rows = inflatePart(data.subarray(0, piece));
    if (rows === null) return null;
    if (rows.length >= length) return rows.subarray(0, length);
    if (isAll) return null;
  }
}

/** Zlib data that may be cut off; null when it is not zlib data, or more than an item may have. */
function inflatePart(data: Uint8Array): Uint8Array | null {
  try {
    return inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: LIMITS.pngStartInflatedBytes });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('Z_') || code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}
