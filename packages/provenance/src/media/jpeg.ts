import { hasAscii } from '../bytes/match.ts';
import { attemptAt } from './attempt-at.ts';
import { addExifBlock } from './exif.ts';
import { ExtendedXmp } from './extended-xmp.ts';
import { readInsta360Trailer } from './insta360-trailer.ts';
import {
  APP0,
  APP1,
  APP11,
  APP13,
  APP2,
  checkJpegStart,
  COMMENT,
  EXIF_MARK,
  isApplication,
  jpegSegments,
  XMP_MARK,
  type JpegSegment,
} from './jpeg-segments.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { PhotoshopSegments } from './photoshop.ts';
import { readSamsungTrailer } from './samsung-trailer.ts';
import { storedValue } from './stored-value.ts';

/** Segments that hold no metadata, or metadata with a reader of its own (C2PA in JUMBF). */
const PASSED_OVER = [
  { marker: APP0, mark: 'JFIF\0' },
  { marker: APP0, mark: 'JFXX\0' },
  { marker: APP2, mark: 'ICC_PROFILE\0' },
  { marker: APP2, mark: 'MPF\0' },
  { marker: APP11, mark: 'JP' },
] as const;
/** The longest of the marks. */
const MARK_BYTES = 16;

/** Application and comment segments up to the first scan, and the trailers of makers at the end of the file. */
export function readJpeg(source: MediaSource, sink: MetadataSink): void {
  checkJpegStart(source);
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
  const onJunk = (offset: number): void => sink.problem('damaged', 'JPEG marker', source.fileOffset(offset));
  for (const segment of jpegSegments(source, onJunk)) {
    attemptAt(source, sink, segment.data, () => readSegment(reading, segment));
  }
}

function readSegment(reading: Reading, { marker, data: offset, end }: JpegSegment): void {
  const { source, sink, extended, photoshop } = reading;
  if (!isApplication(marker) && marker !== COMMENT) return;
  const length = end - offset;
  // Most segments hold colour profiles and credentials, of which only the names are read.
  const head = source.upTo(offset, Math.min(length, MARK_BYTES), 'JPEG segment');
  if (PASSED_OVER.some((row) => row.marker === marker && hasAscii(head, 0, row.mark))) return;
  const value = storedValue(source, offset, length, 'JPEG segment');
  const { bytes, intact } = value;
  const path = isApplication(marker) ? `APP${marker - APP0}` : 'COM';
  if (marker === APP1 && hasAscii(bytes, 0, EXIF_MARK)) {
    addExifBlock(source, sink, { offset, path: 'APP1/Exif', value });
    return;
  }
  if (marker === APP1 && extended.take(offset, value)) return;
  if (marker === APP13) photoshop.take(offset, value);
  const isXmp = marker === APP1 && hasAscii(bytes, 0, XMP_MARK);
  const content = isXmp ? bytes.subarray(XMP_MARK.length) : bytes;
  sink.add({
    kind: isXmp ? 'xmp' : isApplication(marker) ? 'opaque' : 'comment',
    path,
    offset: source.fileOffset(offset + bytes.length - content.length),
    length: content.length,
    bytes: content,
    intact,
  });
}
