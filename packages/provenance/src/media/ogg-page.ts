import { DecodeError } from '../bytes/decode-error.ts';
import { hasAscii } from '../bytes/match.ts';
import type { MediaSource } from './media-source.ts';

/** A page (RFC 3533 §6). */
export interface OggPage {
  offset: number;
  isContinued: boolean;
  isFirst: boolean;
  isLast: boolean;
  /** True when no sound has been coded up to the page's end, as on pages of headers. */
  isBeforeSound: boolean;
  serial: number;
  sequence: number;
  checksum: number;
  /** Segment lengths; one below 255 ends a packet. */
  lacing: Uint8Array;
  bodyOffset: number;
  /** Length of the whole page. */
  length: number;
}

const OGG_HEADER_BYTES = 27;
export const OGG_SEQUENCE_AT = 18;
export const OGG_CHECKSUM_AT = 22;
export const OGG_FLAGS = { continued: 1, first: 2, last: 4 } as const;

/** @throws {DecodeError} no page starts here, or its header is cut off */
export function decodeOggPage(source: MediaSource, offset: number): OggPage {
  source.step('Ogg page', offset);
  const header = source.bytes(offset, OGG_HEADER_BYTES, 'Ogg page');
  if (!hasAscii(header, 0, 'OggS\0')) throw new DecodeError('Ogg page', source.fileOffset(offset));
  const cursor = source.cursor(offset + 5, OGG_HEADER_BYTES - 5, 'Ogg page', { littleEndian: true });
  const flags = cursor.u8('Ogg flags');
  const position = cursor.slice(8, 'Ogg position');
  const serial = cursor.u32('Ogg serial number');
  const sequence = cursor.u32('Ogg sequence number');
  const checksum = cursor.u32('Ogg checksum');
  const segments = cursor.u8('Ogg segments');
  const bodyOffset = offset + OGG_HEADER_BYTES + segments;
  const lacing = source.bytes(offset + OGG_HEADER_BYTES, segments, 'Ogg segments').slice();
  return {
    offset,
    isContinued: (flags & OGG_FLAGS.continued) !== 0,
    isFirst: (flags & OGG_FLAGS.first) !== 0,
    isLast: (flags & OGG_FLAGS.last) !== 0,
    isBeforeSound: position.every((byte) => byte === 0) || position.every((byte) => byte === 0xff),
    serial,
    sequence,
    checksum,
    lacing,
    bodyOffset,
    length: OGG_HEADER_BYTES + segments + lacing.reduce((sum, length) => sum + length, 0),
  };
}

export interface OggPiece {
  /** In the page's body. */
  start: number;
  length: number;
  /** False when the packet continues on the stream's next page. */
  endsPacket: boolean;
}

/** The packets, or parts of them, that a page holds. */
export function listOggPieces({ lacing }: OggPage): OggPiece[] {
  const pieces: OggPiece[] = [];
  let start = 0;
  let length = 0;
  for (const [index, segment] of lacing.entries()) {
    length += segment;
    const endsPacket = segment < 255;
    if (!endsPacket && index < lacing.length - 1) continue;
    pieces.push({ start, length, endsPacket });
    start += length;
    length = 0;
  }
  return pieces;
}

const POLYNOMIAL = 0x04c1_1db7;
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ POLYNOMIAL : value << 1;
  return value >>> 0;
});

/** The checksum of a page's bytes, in which the checksum's own four bytes count as zero. */
export function oggChecksum(page: Uint8Array): number {
  let value = 0;
  for (let index = 0; index < page.length; index += 1) {
    const isOwn = index >= OGG_CHECKSUM_AT && index < OGG_CHECKSUM_AT + 4;
    const byte = isOwn ? 0 : (page[index] ?? 0);
    value = ((value << 8) ^ (CRC_TABLE[((value >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  }
  return value;
}

/**
 * The checksum when only four bytes of a page change. The code is linear, so the page's content need not be read, and a
 * checksum that was wrong stays wrong. `change`: old and new value, combined by exclusive or, big-endian.
 */
export function shiftedChecksum(checksum: number, change: number, bytesBehind: number): number {
  // The change as a polynomial, times x^(32 + 8n): the power by repeated squaring.
  let product = change;
  let square = 2;
  for (let bits = 32 + 8 * bytesBehind; bits > 0; bits = Math.floor(bits / 2)) {
    if (bits % 2 === 1) product = multiply(product, square);
    square = multiply(square, square);
  }
  return (checksum ^ product) >>> 0;
}

function multiply(a: number, b: number): number {
  let value = 0;
  for (let bit = 31; bit >= 0; bit -= 1) {
    value = value < 0 ? (value << 1) ^ POLYNOMIAL : value << 1;
    if (((b >>> bit) & 1) === 1) value ^= a;
  }
  return value;
}
