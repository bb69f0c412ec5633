import { DecodeError } from '../../bytes/decode-error.ts';
import { bufferSource, type RandomAccess } from '../../bytes/random-access.ts';
import { MediaSource } from '../../media/media-source.ts';
import type { MediaType } from '../../media/media-types.ts';
import type { ItemEncoding } from '../../media/metadata-item.ts';
import { decodeLabel } from '../decode-label.ts';
import { LABEL_KEYS, type LabelFacts, type LabelSite } from '../facts.ts';
import { readLabels } from '../read-labels.ts';
import { writeAac } from './aac.ts';
import { writeAvi } from './avi.ts';
import { writeFlac } from './flac.ts';
import { writeFlv } from './flv.ts';
import { writeGif } from './gif.ts';
import { writeHeif } from './heif.ts';
import { writeHtml } from './html.ts';
import { writeJpeg } from './jpeg.ts';
import { writeJxl } from './jxl.ts';
import { encodeLabel, type LabelText } from './label-text.ts';
import { writeMarkdown } from './markdown.ts';
import { writeMatroska } from './matroska.ts';
import { writeMp3 } from './mp3.ts';
import { writeMp4 } from './mp4.ts';
import { writeOdf } from './odf.ts';
import { writeOgg } from './ogg.ts';
import { writeOoxml } from './ooxml.ts';
import { writePdf } from './pdf.ts';
import { writePng } from './png.ts';
import { copySpliced, sortSplices, splicedSize, type Splice } from './splice.ts';
import { writeSvg } from './svg.ts';
import { writeTiff } from './tiff.ts';
import { writeWav } from './wav.ts';
import { writeWebp } from './webp.ts';
import { LabelWriteError, type LabelPlan, type LabelWriter } from './writer.ts';

/** The writer of each media type; null when the table of carriers names no writable place in it. */
const WRITERS: Readonly<Record<MediaType, LabelWriter | null>> = {
  'image/jpeg': writeJpeg,
  'image/png': writePng,
  'image/gif': writeGif,
  'image/webp': writeWebp,
  'image/tiff': writeTiff,
  'image/x-adobe-dng': writeTiff,
  'image/avif': writeHeif,
  'image/heic': writeHeif,
  'image/heif': writeHeif,
  'image/jxl': writeJxl,
  'image/bmp': null,
  'image/vnd.microsoft.icon': null,
  'image/x-tga': null,
  'image/vnd.adobe.photoshop': null,
  'image/jp2': null,
  'image/j2c': null,
  'image/x-canon-cr3': null,
  'image/x-canon-crw': null,
  'image/x-fujifilm-raf': null,
  'image/x-panasonic-rw2': null,
  'image/x-olympus-orf': null,
  'image/svg+xml': writeSvg,
  'video/mp4': writeMp4,
  'video/quicktime': writeMp4,
  'audio/mp4': writeMp4,
  'video/x-msvideo': writeAvi,
  'video/x-matroska': writeMatroska,
  'video/webm': writeMatroska,
  'video/x-flv': writeFlv,
  'video/x-ms-asf': null,
  'video/mp2t': null,
  'audio/mpeg': writeMp3,
  'audio/wav': writeWav,
  'audio/flac': writeFlac,
  'audio/aiff': null,
  'audio/ogg': writeOgg,
  'audio/aac': writeAac,
  'application/pdf': writePdf,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': writeOoxml,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': writeOoxml,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': writeOoxml,
  'application/vnd.oasis.opendocument.text': writeOdf,
  'application/vnd.oasis.opendocument.spreadsheet': writeOdf,
  'application/vnd.oasis.opendocument.presentation': writeOdf,
  'application/epub+zip': null,
  'text/html': writeHtml,
  'text/markdown': writeMarkdown,
  'text/plain': null,
  'application/c2pa': null,
};

/** Whether a label can be written into files of this media type. */
export function canCarryLabel(mediaType: MediaType): boolean {
  return WRITERS[mediaType] !== null;
}

/**
 * Plans the changes that make this the file's one label. Reads, and changes nothing.
 * @throws {LabelWriteError}
 */
export function planLabel(source: RandomAccess, mediaType: MediaType, label: LabelText): LabelPlan {
  const writer = WRITERS[mediaType];
  if (writer === null) {
    throw new LabelWriteError('unsupported_carrier', `there is no place for a label in ${mediaType}`);
  }
  try {
    const plan = writer(MediaSource.of(source), encodeLabel(label), holdsLabel);
    return { ...plan, splices: checkedSplices(plan.splices, source.size) };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new LabelWriteError('media_unreadable', error.message, { cause: error });
  }
}

/** A damaged file may claim that a structure reaches past the end, and a writer would remove that much. */
function checkedSplices(splices: readonly Splice[], size: number): Splice[] {
  const sorted = sortSplices(splices);
  if (sorted.some(({ offset, removed }) => offset < 0 || removed < 0 || offset + removed > size)) {
    throw new LabelWriteError('media_unreadable', 'a structure reaches past the end of the file');
  }
  return sorted;
}

/**
 * A copy of a file in memory with this one label, read back before it is returned.
 * @throws {LabelWriteError}
 */
export function withLabel(original: RandomAccess, mediaType: MediaType, label: LabelText): Uint8Array {
  const { splices } = planLabel(original, mediaType, label);
  const bytes = new Uint8Array(splicedSize(original.size, splices));
  let filled = 0;
  copySpliced(original, splices, (piece) => {
    bytes.set(piece, filled);
    filled += piece.length;
  });
  checkWritten(readLabels(bufferSource(bytes), mediaType), label);
  return bytes;
}

/**
 * Rule AIGC-081: what was written is read back, alone and whole.
 * @throws {LabelWriteError} `read_back_failed`
 */
export function checkWritten(facts: LabelFacts, label: LabelText): void {
  const problem = problemWith(facts, label);
  if (problem !== null) throw new LabelWriteError('read_back_failed', problem);
}

/** What a reading of the written file finds wrong; null when there is exactly this label. */
export function problemWith({ labels }: Pick<LabelFacts, 'labels'>, label: LabelText): string | null {
  const [only, other] = labels;
  if (only === undefined) return 'no label is found in what was written';
  if (other !== undefined) return `a second label stands at ${other.location} and could not be taken out`;
  return isSame(only, label) ? null : 'what was written is read back differently';
}

function isSame(site: LabelSite, label: LabelText): boolean {
  return site.state === 'decoded' && LABEL_KEYS.every((key) => site.fields[key] === label[key]);
}

/** An unreadable label is a label too: it must not stay beside the new one. */
function holdsLabel(bytes: Uint8Array, encoding: ItemEncoding): boolean {
  const { kind } = decodeLabel({ bytes, encoding, isNamespaced: false });
  return kind === 'decoded' || kind === 'undecodable';
}
