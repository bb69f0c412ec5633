import { Cursor } from '../../bytes/cursor.ts';
import { toHex } from '../../bytes/hex.ts';
import { hasAscii } from '../../bytes/match.ts';
import { ASF_OBJECTS } from '../asf-objects.ts';
import type { MediaType } from '../media-types.ts';
import type { SniffWindow } from './window.ts';

/** AIFF and its compressed form (Audio Interchange File Format 1.3). */
export function sniffAiff({ head }: SniffWindow): MediaType | null {
  const isForm = hasAscii(head, 0, 'FORM') && (hasAscii(head, 8, 'AIFF') || hasAscii(head, 8, 'AIFC'));
  return isForm ? 'audio/aiff' : null;
}

const ASF_HEADER_BYTES = 30;

/** ASF, the container of WMA and WMV: its header object, whose reserved bytes are fixed. */
export function sniffAsf({ head }: SniffWindow): MediaType | null {
  if (head.length < ASF_HEADER_BYTES || toHex(head.subarray(0, 16)) !== ASF_OBJECTS.header) return null;
  const cursor = new Cursor(head.subarray(16, ASF_HEADER_BYTES), { littleEndian: true });
  const length = cursor.u64('header length');
  cursor.skip(4, 'object count');
  return length >= ASF_HEADER_BYTES && cursor.u8('reserved') === 1 && cursor.u8('reserved') === 2
    ? 'video/x-ms-asf'
    : null;
}
