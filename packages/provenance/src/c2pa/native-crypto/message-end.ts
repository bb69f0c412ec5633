/** What one step of a hash adds to the message, and where it is ended by padding (FIPS 180-4 §5.1.1). */

const LENGTH_BYTES = 8;
/** The byte 0x80 and the length; and 63 zeros more where they just do not fit into a block. */
const PADDING_MIN_BYTES = 9;
const PADDING_MAX_BYTES = 72;

/**
 * How many bytes of `tail` and `data` together belong to the message, when `data` ends in the padding of exactly that message;
 * null when more may follow. Both are whole blocks; `totalBytes` counts everything up to the end of `tail`.
 */
export function findMessageEnd(tail: Uint8Array, data: Uint8Array, totalBytes: number): number | null {
  const view = new DataView(data.buffer, data.byteOffset + data.length - LENGTH_BYTES, LENGTH_BYTES);
  const lowBits = view.getUint32(4);
  if (lowBits % 8 !== 0) return null;
  // Not exact from 2^53 on, but then it is too large in any case.
  const messageBytes = view.getUint32(0) * 2 ** 29 + lowBits / 8;
  const paddingBytes = totalBytes + data.length - messageBytes;
  if (paddingBytes < PADDING_MIN_BYTES || paddingBytes > PADDING_MAX_BYTES) return null;
  const end = tail.length + data.length - paddingBytes;
  if (end < 0) return null;
  const byteAt = (place: number): number | undefined => (place < tail.length ? tail[place] : data[place - tail.length]);
  if (byteAt(end) !== 0x80) return null;
  for (let place = end + 1; place < tail.length + data.length - LENGTH_BYTES; place++) {
    if (byteAt(place) !== 0) return null;
  }
  return end;
}
