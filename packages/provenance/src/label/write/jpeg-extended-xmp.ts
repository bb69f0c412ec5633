import { Cursor } from '../../bytes/cursor.ts';
import { hasAscii } from '../../bytes/match.ts';
import { LIMITS } from '../../limits.ts';
import type { JpegSegment } from './jpeg-pictures.ts';
import { LabelWriteError } from './writer.ts';

const APP1 = 0xe1;
const EXTENSION = 'http://ns.adobe.com/xmp/extension/\0';
const DIGEST_BYTES = 32;

/**
 * The part of the XMP that did not fit one segment (ISO 16684-3 §1.1.3.1), put together; null when there is none.
 * @throws {DecodeError} a piece is cut off
 * @throws {LabelWriteError} the pieces do not fit together
 */
export function readExtendedXmp(segments: readonly JpegSegment[]): Uint8Array | null {
  const pieces = segments.filter(({ marker, payload }) => marker === APP1 && hasAscii(payload, 0, EXTENSION));
  let whole: Uint8Array | null = null;
  let left = 0;
  for (const { payload, start } of pieces) {
    const cursor = new Cursor(payload, { base: start + 4 });
    cursor.skip(EXTENSION.length + DIGEST_BYTES, 'extended XMP');
    const size = cursor.u32('extended XMP size');
    const offset = cursor.u32('extended XMP offset');
    const piece = cursor.slice(cursor.remaining, 'extended XMP');
    if (whole === null) {
      if (size > LIMITS.mediaItemBytes) throw damaged();
      whole = new Uint8Array(size);
      left = size;
    }
    if (whole.length !== size || offset + piece.length > size) throw damaged();
    whole.set(piece, offset);
    left -= piece.length;
  }
  if (left !== 0) throw damaged();
  return whole;
}

function damaged(): LabelWriteError {
  return new LabelWriteError('media_unreadable', 'The extended XMP is damaged');
}
