import { DecodeError } from '../../bytes/decode-error.ts';
import { hasAscii } from '../../bytes/match.ts';
import { LIMITS } from '../../limits.ts';
import { readExifBlock } from '../exif.ts';
import type { MediaSource } from '../media-source.ts';
import type { MetadataSink } from '../metadata-sink.ts';

const OFFSET_BYTES = 4;
const EXIF_MARK = 'Exif\0\0';

/** The content of an Exif item or box: an offset, and as far after it a TIFF structure (ISO/IEC 23008-12 Annex A.2). */
export function readExifPayload(
  payload: MediaSource,
  sink: MetadataSink,
  { path, intact = true }: { path: string; intact?: boolean },
): void {
  const offset = payload.cursor(0, OFFSET_BYTES, path).u32('TIFF header offset');
  let start = OFFSET_BYTES + offset;
  // Writers that copy a JPEG segment keep its mark and do not count it.
  if (hasAscii(payload.upTo(start, EXIF_MARK.length, path), 0, EXIF_MARK)) start += EXIF_MARK.length;
  if (start >= payload.size) throw new DecodeError(`${path}: no TIFF structure`, payload.fileOffset(0));
  const block = payload.within(start, payload.size - start);
  if (block.size <= LIMITS.mediaItemBytes) {
    const bytes = block.bytes(0, block.size, path);
    sink.add({ kind: 'exif', path, offset: block.fileOffset(0), length: block.size, bytes, intact });
  }
  readExifBlock(block, sink, path);
}
