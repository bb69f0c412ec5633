import type { RandomAccess } from '../bytes/random-access.ts';
import { readAac } from './aac.ts';
import { readAiff } from './aiff.ts';
import { readAsf } from './asf.ts';
import { readHeif } from './bmff/heif.ts';
import { readBmff } from './bmff/metadata.ts';
import { readCiff } from './ciff.ts';
import { readCr3 } from './cr3.ts';
import { readFlac } from './flac.ts';
import { readFlv } from './flv.ts';
import { readGif } from './gif.ts';
import { readHtml } from './html.ts';
import { readJpeg } from './jpeg.ts';
import { readJ2c, readJp2 } from './jpeg2000.ts';
import { readJxl } from './jxl.ts';
import { readText } from './markdown.ts';
import { readMatroska } from './matroska.ts';
import { MediaSource } from './media-source.ts';
import type { MediaType } from './media-types.ts';
import type { MetadataFindings } from './metadata-item.ts';
import { MetadataSink } from './metadata-sink.ts';
import { readMp3 } from './mp3.ts';
import { readOgg } from './ogg.ts';
import { readPdf } from './pdf/read-pdf.ts';
import { readPng } from './png.ts';
import { readPsd } from './psd.ts';
import { readRaf } from './raf.ts';
import { readRiff } from './riff.ts';
import { readSvg } from './svg.ts';
import { readTga } from './tga.ts';
import { readTiff } from './tiff.ts';
import { readZipDocument } from './zip/read-zip-document.ts';

type Reader = (source: MediaSource, sink: MetadataSink) => void;

/** The reader of each media type; null when the format has no known place for metadata. */
const READERS: Readonly<Record<MediaType, Reader | null>> = {
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/gif': readGif,
  'image/webp': readRiff,
  'image/tiff': readTiff,
  'image/x-adobe-dng': readTiff,
  'image/avif': readHeif,
  'image/heic': readHeif,
  'image/heif': readHeif,
  'image/jxl': readJxl,
  'image/bmp': null,
  'image/vnd.microsoft.icon': null,
  'image/x-tga': readTga,
  'image/vnd.adobe.photoshop': readPsd,
  'image/jp2': readJp2,
  'image/j2c': readJ2c,
  'image/x-canon-cr3': readCr3,
  'image/x-canon-crw': readCiff,
  'image/x-fujifilm-raf': readRaf,
  'image/x-panasonic-rw2': readTiff,
  'image/x-olympus-orf': readTiff,
  'image/svg+xml': readSvg,
  'video/mp4': readBmff,
  'video/quicktime': readBmff,
  'video/x-msvideo': readRiff,
  'video/x-matroska': readMatroska,
  'video/webm': readMatroska,
  'video/x-flv': readFlv,
  'video/x-ms-asf': readAsf,
  'video/mp2t': null,
  'audio/mp4': readBmff,
  'audio/mpeg': readMp3,
  'audio/wav': readRiff,
  'audio/flac': readFlac,
  'audio/aiff': readAiff,
  'audio/ogg': readOgg,
  'audio/aac': readAac,
  'application/pdf': readPdf,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': readZipDocument,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': readZipDocument,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': readZipDocument,
  'application/vnd.oasis.opendocument.text': readZipDocument,
  'application/vnd.oasis.opendocument.spreadsheet': readZipDocument,
  'application/vnd.oasis.opendocument.presentation': readZipDocument,
  'application/epub+zip': readZipDocument,
  'text/html': readHtml,
  'text/markdown': readText,
  'text/plain': readText,
  'application/c2pa': null,
};

/** False when the format has no known place for metadata, so that finding nothing means nothing. */
export function canReadMetadata(mediaType: MediaType): boolean {
  return READERS[mediaType] !== null;
}

/**
 * All metadata of one file, and what kept us from reading the rest. Never throws because of what is in the file; errors of
 * the source come through.
 */
export function readMetadata(source: RandomAccess, mediaType: MediaType): MetadataFindings {
  const sink = new MetadataSink();
  return sink.run(() => READERS[mediaType]?.(MediaSource.of(source), sink));
}
