import { DecodeError } from '../bytes/decode-error.ts';
import { hasAscii, hasBytes } from '../bytes/match.ts';
import { attemptAt } from './attempt-at.ts';
import { addExifBlock } from './exif.ts';
import { ExtendedXmp } from './extended-xmp.ts';
import { readInsta360Trailer } from './insta360-trailer.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { PhotoshopSegments } from './photoshop.ts';
import { readSamsungTrailer } from './samsung-trailer.ts';
import { storedValue } from './stored-value.ts';

const SOI = [0xff, 0xd8];
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP13 = 0xed;
const APP15 = 0xef;
const COMMENT = 0xfe;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** Markers that stand alone: TEM, RST0 to RST7 and SOI (ITU-T T.81 Table B.1). */
const ALONE = new Set([0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8]);
const XMP_MARK = 'http://ns.adobe.com/xap/1.0/\0';
const EXIF_MARK = 'Exif\0';
/** Segments that hold no metadata, or metadata with a reader of its own (C2PA in JUMBF). */
const PASSED_OVER = [
  { marker: 0xe0, mark: 'JFIF\0' },
  { marker: 0xe0, mark: 'JFXX\0' },
  { marker: 0xe2, mark: 'ICC_PROFILE\0' },
  { marker: 0xe2, mark: 'MPF\0' },
  { marker: 0xeb, mark: 'JP' },
] as const;
/** The longest of the marks. */
const MARK_BYTES = 16;
/** Decoders pass over junk between segments; this much of it is searched for the next marker. */
const JUNK_BYTES = 64 * 1024;
const JUNK_WINDOW_BYTES = 1024;

/** Application and comment segments up to the first scan, and the trailers of makers at the end of the file. */
export function readJpeg(source: MediaSource, sink: MetadataSink): void {
  if (!hasBytes(source.upTo(0, 2, 'JPEG start'), 0, SOI)) throw new DecodeError('JPEG start', source.fileOffset(0));
  const reading = { source, sink, extended: new ExtendedXmp(source), photoshop: new PhotoshopSegments(source) };
  try {
    sink.attempt(() => walkSegments(reading));
  } finally {
    reading.extended.finish(sink);
  }
  reading.photoshop.finish(sink);
  readSamsungTrailer(source, sink);
  readInsta360Trailer(source, sink);
}

interface Reading {
  source: MediaSource;
  sink: MetadataSink;
  extended: ExtendedXmp;
  photoshop: PhotoshopSegments;
}

function walkSegments(reading: Reading): void {
  const { source, sink } = reading;
  let offset = 2;
  for (;;) {
    source.step('JPEG segment', offset);
    const at = findMarker(source, sink, offset);
    const marker = source.cursor(at, 1, 'JPEG marker').u8('JPEG marker');
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) return;
    offset = at + 1;
    if (ALONE.has(marker)) continue;
    const length = source.cursor(offset, 2, 'JPEG segment length').u16('JPEG segment length');
    if (length < 2) throw new DecodeError('JPEG segment length', source.fileOffset(offset));
    const payload = offset + 2;
    attemptAt(source, sink, payload, () => readSegment(reading, marker, payload, length - 2));
    offset += length;
  }
}

/** Where the code of the next marker stands, behind any fill bytes (T.81 §B.1.1.2). */
function findMarker(source: MediaSource, sink: MetadataSink, start: number): number {
  const [first, second] = source.upTo(start, 2, 'JPEG marker');
  if (first === 0xff && second !== undefined && second !== 0xff && second !== 0) return start + 1;
  if (first !== 0xff) sink.problem('damaged', 'JPEG marker', source.fileOffset(start));
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

function readSegment(reading: Reading, marker: number, offset: number, length: number): void {
  const { source, sink, extended, photoshop } = reading;
  const isApplication = marker >= APP0 && marker <= APP15;
  if (!isApplication && marker !== COMMENT) return;
  // Colour profiles and credentials are most of what stands here, and are not read beyond their names.
  const head = source.upTo(offset, Math.min(length, MARK_BYTES), 'JPEG segment');
  if (PASSED_OVER.some((row) => row.marker === marker && hasAscii(head, 0, row.mark))) return;
  const value = storedValue(source, offset, length, 'JPEG segment');
  const { bytes, intact } = value;
  const path = isApplication ? `APP${marker - APP0}` : 'COM';
  if (marker === APP1 && hasAscii(bytes, 0, EXIF_MARK)) {
    addExifBlock(source, sink, { offset, path: 'APP1/Exif', value });
    return;
  }
  if (marker === APP1 && extended.take(offset, value)) return;
  if (marker === APP13) photoshop.take(offset, value);
  const isXmp = marker === APP1 && hasAscii(bytes, 0, XMP_MARK);
  const content = isXmp ? bytes.subarray(XMP_MARK.length) : bytes;
  sink.add({
    kind: isXmp ? 'xmp' : isApplication ? 'opaque' : 'comment',
    path,
    offset: source.fileOffset(offset + bytes.length - content.length),
    length: content.length,
    bytes: content,
    intact,
  });
}
