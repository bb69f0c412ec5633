import { DecodeError } from '../bytes/decode-error.ts';
import { hasBytes } from '../bytes/match.ts';
import type { MediaSource } from './media-source.ts';

const START_OF_IMAGE = [0xff, 0xd8];
export const APP0 = 0xe0;
export const APP1 = 0xe1;
export const APP2 = 0xe2;
export const APP11 = 0xeb;
export const APP13 = 0xed;
export const COMMENT = 0xfe;
export const START_OF_SCAN = 0xda;
const APP15 = 0xef;
const END_OF_IMAGE = 0xd9;
/** Markers without a payload: TEM, RST0 to RST7 and SOI (ITU-T T.81 Table B.1). */
const ALONE = new Set([0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8]);
/** How a segment with an Exif block begins; the block follows a further zero. */
export const EXIF_MARK = 'Exif\0';
export const XMP_MARK = 'http://ns.adobe.com/xap/1.0/\0';
/** Decoders skip junk between segments; this much of it is searched for the next marker. */
const JUNK_BYTES = 64 * 1024;
const JUNK_WINDOW_BYTES = 1024;

export interface JpegSegment {
  /** The second byte of the marker. */
  marker: number;
  /** Offset of the marker, after any fill bytes. */
  start: number;
  /** Offset of the payload. */
  data: number;
  /** Where the payload ends, which may be past the end of the file. */
  end: number;
}

export function isApplication(marker: number): boolean {
  return marker >= APP0 && marker <= APP15;
}

/** @throws {DecodeError} not a JPEG */
export function checkJpegStart(source: MediaSource): void {
  if (!hasBytes(source.upTo(0, 2, 'JPEG start'), 0, START_OF_IMAGE)) {
    throw new DecodeError('JPEG start', source.fileOffset(0));
  }
}

/**
 * The segments of a JPEG in order. The last one is the start of the first scan or the end of the image, without its
 * payload. `onJunk` is called with the offset of bytes that are not a marker, and the walk goes on after them; by default
 * it fails there.
 *
 * @throws {DecodeError} the next segment cannot be found
 */
export function* jpegSegments(
  source: MediaSource,
  onJunk: (offset: number) => void = (offset) => {
    throw new DecodeError('JPEG marker', source.fileOffset(offset));
  },
): Generator<JpegSegment> {
  for (let at = START_OF_IMAGE.length; ;) {
    source.step('JPEG segment', at);
    const code = findMarkerCode(source, onJunk, at);
    const marker = source.cursor(code, 1, 'JPEG marker').u8('JPEG marker');
    const lengthAt = code + 1;
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) {
      yield { marker, start: code - 1, data: lengthAt, end: lengthAt };
      return;
    }
    at = lengthAt;
    if (ALONE.has(marker)) continue;
    const length = source.cursor(lengthAt, 2, 'JPEG segment length').u16('JPEG segment length');
    if (length < 2) throw new DecodeError('JPEG segment length', source.fileOffset(lengthAt));
    at = lengthAt + length;
    yield { marker, start: code - 1, data: lengthAt + 2, end: at };
  }
}

/** Where the second byte of the next marker stands, after any fill bytes (T.81 §B.1.1.2). */
function findMarkerCode(source: MediaSource, onJunk: (offset: number) => void, start: number): number {
  const [first, second] = source.upTo(start, 2, 'JPEG marker');
  if (first === 0xff && second !== undefined && second !== 0xff && second !== 0) return start + 1;
  if (first !== 0xff) onJunk(start);
  let wasFill = false;
  for (let offset = start; offset < start + JUNK_BYTES; offset += JUNK_WINDOW_BYTES) {
    source.step('JPEG marker', offset);
    const window = source.upTo(offset, JUNK_WINDOW_BYTES, 'JPEG marker');
    for (const [index, byte] of window.entries()) {
      if (wasFill && byte !== 0xff && byte !== 0) return offset + index;
      wasFill = byte === 0xff;
    }
    if (window.length < JUNK_WINDOW_BYTES) break;
  }
  throw new DecodeError('JPEG marker', source.fileOffset(start));
}
