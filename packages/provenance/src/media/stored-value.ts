import { LimitError } from '../bytes/limit-error.ts';
import { LIMITS } from '../limits.ts';
import type { MediaSource } from './media-source.ts';

export interface StoredValue {
  bytes: Uint8Array;
  /** False when the file ends inside the value. */
  intact: boolean;
}

/**
 * A value as far as the file holds it: a label that lost its last bytes is still evidence.
 * @throws {LimitError} too large to be metadata
 */
export function storedValue(source: MediaSource, offset: number, length: number, what: string): StoredValue {
  if (length > LIMITS.mediaItemBytes) throw new LimitError(what, source.fileOffset(offset));
  const bytes = source.upTo(offset, length, what);
  return { bytes, intact: bytes.length === length };
}

/** Without the zeros that end or pad text in most containers. */
export function trimZeros(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}
