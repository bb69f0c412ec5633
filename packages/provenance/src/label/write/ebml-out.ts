import { LabelWriteError } from './writer.ts';
import { bigEndianBytes, joinBytes } from './number-bytes.ts';
import { crc32 } from 'node:zlib';
import { MATROSKA } from '../../media/matroska-ids.ts';

const WIDTH_MAX = 8;
const CRC_ELEMENT_BYTES = 6;
const CRC_SIZE = 0x84;
/** The longest content of a Void element whose size takes one byte. */
const SHORT_MAX = 126;

/** An element; `width` is the number of bytes of its size; by default as few as possible. */
export function ebmlElement(id: number, content: Uint8Array, width?: number): Uint8Array {
  return joinBytes(ebmlId(id), ebmlSize(content.length, width), content);
}

/** A master element of these parts. */
export function ebmlMaster(id: number, ...parts: Parameters<typeof joinBytes>): Uint8Array {
  return ebmlElement(id, joinBytes(...parts));
}

export function ebmlId(id: number): Uint8Array {
  const width = id > 0xff_ffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1;
  return bigEndianBytes(id, width);
}

/** A size; all ones are kept for sizes that are unknown (RFC 8794 §6.2). @throws {LabelWriteError} it does not fit the width */
export function ebmlSize(size: number, width = sizeWidth(size)): Uint8Array {
  if (size >= 2 ** (7 * width) - 1) {
    throw new LabelWriteError('no_room', 'an element has become too long for its size');
  }
  const bytes = bigEndianBytes(size, width);
  bytes[0] = (bytes[0] ?? 0) | (0x80 >> (width - 1));
  return bytes;
}

function sizeWidth(size: number): number {
  let width = 1;
  while (width < WIDTH_MAX && size >= 2 ** (7 * width) - 1) width += 1;
  return width;
}

/** The fewest bytes that hold this size, but no fewer than it had. */
export function sizeWidthFrom(size: number, width: number): number {
  return Math.max(width, sizeWidth(size));
}

/** An element without meaning of exactly this many bytes; none for 0. @throws {RangeError} 1 */
export function voidElement(total: number): Uint8Array {
  if (total === 0) return new Uint8Array(0);
  const width = total - 2 <= SHORT_MAX ? 1 : WIDTH_MAX;
  return ebmlElement(MATROSKA.void, new Uint8Array(total - 1 - width), width);
}

/**
 * An element and a Void after it, together of exactly this many bytes; null when it is too long. A single byte that is left
 * over goes into a longer size, because a Void has two at least.
 */
export function filledElement(id: number, content: Uint8Array, total: number): Uint8Array | null {
  for (const longer of [0, 1]) {
    const width = sizeWidth(content.length) + longer;
    const rest = total - ebmlId(id).length - width - content.length;
    if (rest < 0 || width > WIDTH_MAX) return null;
    if (rest !== 1) return joinBytes(ebmlElement(id, content, width), voidElement(rest));
  }
  return null;
}

/** The content with its checksum corrected, when it begins with one (RFC 8794 §11.3.1). */
export function withCrc(content: Uint8Array): Uint8Array {
  if (content[0] !== MATROSKA.crc32 || content[1] !== CRC_SIZE || content.length < CRC_ELEMENT_BYTES) return content;
  const rest = content.subarray(CRC_ELEMENT_BYTES);
  return joinBytes([MATROSKA.crc32, CRC_SIZE], bigEndianBytes(crc32(rest), 4).toReversed(), rest);
}
