import { hasAscii } from '../../bytes/match.ts';
import { DecodeError } from '../../bytes/decode-error.ts';
import { latin1Text } from '../../bytes/latin1-text.ts';
import { ExtendedXmp } from '../../media/extended-xmp.ts';
import {
  APP0,
  APP1,
  checkJpegStart,
  COMMENT,
  EXIF_MARK,
  isApplication,
  jpegSegments,
  START_OF_SCAN,
  XMP_MARK,
  type JpegSegment,
} from '../../media/jpeg-segments.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { blankExifLabels } from './exif-blanks.ts';
import { imagePlan } from './image-plan.ts';
import { isPictureList, jpegPictureShift, type LoadedSegment } from './jpeg-pictures.ts';
import type { Splice } from './splice.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';
import { hasXmpLabel, removeXmpLabel, setXmpLabel } from './xmp-edit.ts';

const EXIF_HEAD_BYTES = 6;
/** ISO 16684-3 §1.1.3. */
const XMP_MAX_BYTES = 65_502;
const HEAD_BYTES = 64;
/** How a segment that is the text of a label begins; binary content is not decoded. */
const BARE_LABEL = /^\s{0,8}(?:AIGC|[{"])/i;

/** The label in the file's XMP: APP1 after JFIF's and EXIF's segments (TC260-PG-20259A clause 6). */
export function writeJpeg(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const segments = readSegments(source);
  const packets = segments.filter(({ marker, payload }) => marker === APP1 && hasAscii(payload, 0, XMP_MARK));
  const [first, ...further] = packets;
  const splices = segments.flatMap((segment) => otherLabels(source, segment, isLabel));
  if (first === undefined) {
    const place = firstFreePlace(segments);
    splices.push({
      offset: source.fileOffset(place),
      removed: 0,
      inserted: xmpSegment(setXmpLabel(null, json, isLabel)),
    });
  } else splices.push(...editSegment(source, first, (packet) => setXmpLabel(packet, json, isLabel)));
  for (const segment of further) {
    splices.push(...editSegment(source, segment, (packet) => removeXmpLabel(packet, isLabel)));
  }
  // The packet of such a label is named by its digest, in the main packet and in each of its pieces.
  if (readExtendedXmp(source, segments).some((packet) => hasXmpLabel(packet, isLabel))) {
    throw new LabelWriteError('media_unreadable', 'A label stands in extended XMP');
  }
  return imagePlan([...splices, ...jpegPictureShift(source, segments, splices)], 'APP1');
}

/** All segments before the first scan. @throws {DecodeError} */
function readSegments(source: MediaSource): LoadedSegment[] {
  checkJpegStart(source);
  const segments: LoadedSegment[] = [];
  for (const segment of jpegSegments(source)) {
    const { marker, start, data, end } = segment;
    if (marker === START_OF_SCAN) return segments;
    segments.push({ marker, start, data, end, payload: readPayload(source, segment) });
  }
  throw new DecodeError('JPEG without a scan', source.fileOffset(0));
}

/** The whole payload where a label can be in it; only the beginning of colour profiles, credentials and the like. */
function readPayload(source: MediaSource, { marker, data: offset, end }: JpegSegment): Uint8Array {
  const length = end - offset;
  const head = source.bytes(offset, Math.min(length, HEAD_BYTES), 'JPEG segment');
  const isWanted = marker === APP1 || marker === COMMENT || isPictureList(marker, head) || isBareText(head);
  if (isWanted) return source.bytes(offset, length, 'JPEG segment');
  if (end > source.size) throw new DecodeError('JPEG segment', source.fileOffset(offset));
  return head;
}

function isBareText(payload: Uint8Array): boolean {
  return BARE_LABEL.test(latin1Text(payload.subarray(0, 16)));
}

/**
 * The XMP that did not fit one segment (ISO 16684-3 §1.1.3.1).
 * @throws {LabelWriteError} its pieces do not fit together
 */
function readExtendedXmp(source: MediaSource, segments: readonly LoadedSegment[]): Uint8Array[] {
  const extended = new ExtendedXmp(source);
  for (const { marker, data, payload } of segments) {
    if (marker === APP1) extended.take(data, { bytes: payload, intact: true });
  }
  return extended.packets().map(({ bytes, intact }) => {
    if (!intact) throw new LabelWriteError('media_unreadable', 'The extended XMP is damaged');
    return bytes;
  });
}

/** After the segments that readers expect first. */
function firstFreePlace(segments: readonly LoadedSegment[]): number {
  const other = segments.findIndex(({ marker, payload }) => {
    return marker !== APP0 && !(marker === APP1 && hasAscii(payload, 0, EXIF_MARK));
  });
  const last = segments[(other === -1 ? segments.length : other) - 1];
  return last?.end ?? 2;
}

/** Removes labels from other places: from EXIF, from a segment of their own, from a comment. */
function otherLabels(
  source: MediaSource,
  { marker, start, data, end, payload }: LoadedSegment,
  isLabel: LabelTest,
): Splice[] {
  if (marker === APP1 && hasAscii(payload, 0, EXIF_MARK)) {
    return blankExifLabels(source.within(data + EXIF_HEAD_BYTES, payload.length - EXIF_HEAD_BYTES), isLabel);
  }
  const isBare = isApplication(marker) && isBareText(payload);
  if (!(isBare || marker === COMMENT) || !isLabel(payload, null)) return [];
  return [{ offset: source.fileOffset(start), removed: end - start, inserted: new Uint8Array(0) }];
}

function editSegment(
  source: MediaSource,
  { start, end, payload }: LoadedSegment,
  edit: (packet: Uint8Array) => Uint8Array,
): Splice[] {
  const before = payload.subarray(XMP_MARK.length);
  const after = edit(before);
  if (after === before) return [];
  return [{ offset: source.fileOffset(start), removed: end - start, inserted: xmpSegment(after) }];
}

function xmpSegment(packet: Uint8Array): Uint8Array {
  if (packet.length > XMP_MAX_BYTES) throw new LabelWriteError('no_room', 'The XMP would exceed a JPEG segment');
  const head = Buffer.from(`\u{ff}\u{e1}\0\0${XMP_MARK}`, 'latin1');
  head.writeUInt16BE(2 + XMP_MARK.length + packet.length, 2);
  return Uint8Array.from([...head, ...packet]);
}
