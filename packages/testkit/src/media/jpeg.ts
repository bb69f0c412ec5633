import { be16, concat, u8, type Bytes } from '../bytes.ts';
import { missingBytes, type SizeOption } from './padding.ts';

export interface JpegSegment {
  /** Second byte of the marker, such as 0xe1 for APP1. */
  marker: number;
  /** At most 65,533 bytes. */
  payload: Uint8Array;
}

export interface JpegOptions extends SizeOption {
  /** Multiple of 8. Default 16. */
  width?: number;
  /** Multiple of 8. Default 16. */
  height?: number;
  /** Written after JFIF's own APP0. */
  segments?: readonly JpegSegment[];
}

export const JPEG_SEGMENT_MAX_PAYLOAD = 65_533;
const BLOCK = 8;
const APP15 = 0xef;
const SEGMENT_HEAD_BYTES = 4;
/** Standard DC luminance code lengths (ITU-T T.81 Annex K.3.3.1). */
const DC_LENGTHS = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0];
const DC_SYMBOLS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
/** One AC code, `00`: end of block. */
const AC_LENGTHS = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
/** The standard codes of the two categories used here: no change, and a change of one category-4 step. */
const DC_SAME = '00';
const DC_CATEGORY_4 = '101';
const END_OF_BLOCK = '00';
const NO_COLOUR = DC_SAME + END_OF_BLOCK;

/** A baseline JPEG without subsampling: stripes of two greys, flat in every 8x8 block; `sizeBytes` is reached with APP15 segments. */
export function buildJpeg(options: JpegOptions = {}): Bytes {
  const { width = 16, height = 16 } = options;
  const head = concat(
    u8(0xff, 0xd8),
    jpegSegment(0xe0, concat('JFIF\0', u8(1, 1, 0, 0, 1, 0, 1, 0, 0))),
    ...(options.segments ?? []).map((segment) => jpegSegment(segment.marker, segment.payload)),
  );
  const image = concat(
    jpegSegment(0xdb, concat(u8(0), new Uint8Array(64).fill(8))),
    jpegSegment(0xc0, concat(u8(8), be16(height, width), u8(3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0))),
    jpegSegment(0xc4, concat(u8(0x00), DC_LENGTHS, DC_SYMBOLS)),
    jpegSegment(0xc4, concat(u8(0x10), AC_LENGTHS, [0])),
    jpegSegment(0xda, u8(3, 1, 0, 2, 0, 3, 0, 0, 63, 0)),
    entropyCoded((width / BLOCK) * (height / BLOCK)),
    u8(0xff, 0xd9),
  );
  return concat(head, paddingSegments(missingBytes(options, head.length + image.length)), image);
}

/** A marker segment with its length. */
export function jpegSegment(marker: number, payload: Uint8Array): Bytes {
  if (payload.length > JPEG_SEGMENT_MAX_PAYLOAD) throw new RangeError(`A JPEG segment of ${payload.length} bytes`);
  return concat(u8(0xff, marker), be16(payload.length + 2), payload);
}

function paddingSegments(bytes: number): Bytes {
  const segments: Bytes[] = [];
  let left = bytes;
  while (left > 0) {
    let size = Math.min(left, JPEG_SEGMENT_MAX_PAYLOAD + SEGMENT_HEAD_BYTES);
    if (left > size && left - size < SEGMENT_HEAD_BYTES) size -= SEGMENT_HEAD_BYTES;
    if (size < SEGMENT_HEAD_BYTES) throw new RangeError('Less room than a JPEG segment needs');
    segments.push(jpegSegment(APP15, new Uint8Array(size - SEGMENT_HEAD_BYTES).fill(0x50)));
    left -= size;
  }
  return concat(...segments);
}

/** Two blocks lighter, two as before, and so on; both chroma components stay neutral. */
function entropyCoded(blocks: number): Bytes {
  let bits = '';
  for (let block = 0; block < blocks; block++) {
    const phase = block % 4;
    if (phase === 0) bits += `${DC_CATEGORY_4}1111`;
    else if (phase === 2) bits += `${DC_CATEGORY_4}0000`;
    else bits += DC_SAME;
    bits += END_OF_BLOCK + NO_COLOUR + NO_COLOUR;
  }
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Uint8Array.from(bytes.flatMap((text) => (text === '11111111' ? [0xff, 0] : [Number.parseInt(text, 2)])));
}
