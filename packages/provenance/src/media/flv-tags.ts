import { DecodeError } from '../bytes/decode-error.ts';
import { hasAscii } from '../bytes/match.ts';
import type { MediaSource } from './media-source.ts';

export const FLV_SCRIPT = 18;
export const FLV_TAG_HEAD_BYTES = 11;
/** The size of the tag before, after every tag and after the header. */
export const FLV_BACK_POINTER_BYTES = 4;
const HEADER_BYTES = 9;
/** Script data come first; encoders that add some later do so within the first seconds. */
const TAGS_MAX = 200;
const SEARCH_BYTES = 4 * 1024 * 1024;
/** The lower five bits; above them stands the mark of encrypted tags (Adobe FLV 10.1 §E.4.1). */
const TYPE_BITS = 0x1f;
const ENCRYPTED_BIT = 0x20;

export interface FlvTag {
  type: number;
  isEncrypted: boolean;
  /** Offset of the tag's head. */
  offset: number;
  data: number;
  size: number;
}

/** Where the first tag begins. @throws {DecodeError} not an FLV file */
export function firstFlvTag(source: MediaSource): number {
  const head = source.bytes(0, HEADER_BYTES, 'FLV header');
  const start = source.cursor(5, 4, 'FLV header').u32('FLV header length');
  if (!hasAscii(head, 0, 'FLV') || start < HEADER_BYTES) throw new DecodeError('FLV header', source.fileOffset(0));
  return start + FLV_BACK_POINTER_BYTES;
}

/** The first tags of the file, as far as script data may be. */
export function* flvTags(source: MediaSource): Generator<FlvTag> {
  let offset = firstFlvTag(source);
  for (let count = 0; count < TAGS_MAX && offset < SEARCH_BYTES && offset < source.size; count += 1) {
    source.step('FLV tag', offset);
    const head = source.cursor(offset, FLV_TAG_HEAD_BYTES, 'FLV tag');
    const word = head.u32('FLV tag');
    const [flags, size] = [word >>> 24, word & 0xff_ffff];
    const data = offset + FLV_TAG_HEAD_BYTES;
    yield { type: flags & TYPE_BITS, isEncrypted: (flags & ENCRYPTED_BIT) !== 0, offset, data, size };
    offset = data + size + FLV_BACK_POINTER_BYTES;
  }
}
