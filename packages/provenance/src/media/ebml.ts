import { DecodeError } from '../bytes/decode-error.ts';
import type { MediaSource } from './media-source.ts';

const ID_MAX_BYTES = 4;
const SIZE_MAX_BYTES = 8;

/** An element of EBML (RFC 8794). */
export interface EbmlElement {
  /** With its length marker, as the specifications print it. */
  id: number;
  /** Offset of the identifier. */
  offset: number;
  /** Offset of the content. */
  data: number;
  /** Size of the content, as stated; null when unknown, as in live streams. */
  size: number | null;
  /** End of the content, never past the end of what surrounds it. */
  end: number;
  /** False when it states more than there is. */
  intact: boolean;
}

/** The element at an offset of a parent that ends at `limit`. @throws {DecodeError} when there is no element */
export function readEbmlElement(source: MediaSource, offset: number, limit: number): EbmlElement {
  source.step('EBML element', offset);
  const head = source.upTo(offset, Math.min(ID_MAX_BYTES + SIZE_MAX_BYTES, limit - offset), 'EBML element');
  const at = source.fileOffset(offset);
  const idBytes = vintBytes(head[0]);
  if (idBytes > ID_MAX_BYTES || idBytes >= head.length) throw new DecodeError('EBML element', at);
  const sizeBytes = vintBytes(head[idBytes]);
  const headBytes = idBytes + sizeBytes;
  if (sizeBytes > SIZE_MAX_BYTES || headBytes > head.length) throw new DecodeError('EBML element size', at);
  const id = bigEndian(head.subarray(0, idBytes));
  const marked = head.subarray(idBytes, headBytes);
  const first = (marked[0] ?? 0) & (0xff >> sizeBytes);
  const data = offset + headBytes;
  if (first === 0xff >> sizeBytes && marked.subarray(1).every((byte) => byte === 0xff)) {
    return { id, offset, data, size: null, end: limit, intact: true };
  }
  const size = bigEndian([first, ...marked.subarray(1)]);
  if (!Number.isSafeInteger(data + size)) throw new DecodeError('EBML element size', at);
  return { id, offset, data, size, end: Math.min(data + size, limit), intact: data + size <= limit };
}

/** Children one after the other. @throws {DecodeError} something else stands between them */
export function* ebmlChildren(
  source: MediaSource,
  { data, end }: Pick<EbmlElement, 'data' | 'end'>,
): Generator<EbmlElement> {
  let offset = data;
  while (offset < end) {
    const child = readEbmlElement(source, offset, end);
    yield child;
    offset = child.end;
  }
}

/** A big-endian number; what is above 2^53 loses its last digits, and no offset is that large. */
export function bigEndian(bytes: Iterable<number>): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}

/** How many bytes a variable-length number has, by its first one; 9 when there is no such number. */
function vintBytes(first = 0): number {
  return Math.clz32(first) - 23;
}
