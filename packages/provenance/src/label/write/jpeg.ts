import { hasAscii } from '../../bytes/match.ts';
import { DecodeError } from '../../bytes/decode-error.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { blankExifLabels } from './exif-blanks.ts';
import { imagePlan } from './image-plan.ts';
import { readExtendedXmp } from './jpeg-extended-xmp.ts';
import { isPictureList, jpegPictureShift, type JpegSegment } from './jpeg-pictures.ts';
import type { Splice } from './splice.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';
import { hasXmpLabel, removeXmpLabel, setXmpLabel } from './xmp-edit.ts';

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const COMMENT = 0xfe;
const EXIF = 'Exif\0';
const EXIF_HEAD_BYTES = 6;
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
/** ISO 16684-3 §1.1.3. */
const XMP_MAX_BYTES = 65_502;
const APP15 = 0xef;
const HEAD_BYTES = 64;
/** How a segment begins that is text of a label; what is binary is not decoded. */
const BARE_LABEL = /^\s{0,8}(?:AIGC|[{"])/i;

/** The label in the file's XMP: APP1 behind JFIF's and EXIF's segments (TC260-PG-20259A clause 6). */
export function writeJpeg(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const segments = readSegments(source);
  const packets = segments.filter(({ marker, payload }) => marker === APP1 && hasAscii(payload, 0, XMP));
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
  const extended = readExtendedXmp(segments);
  if (extended !== null && hasXmpLabel(extended, isLabel)) {
    // Its pieces are named by their digest, in this packet and in each of them.
    throw new LabelWriteError('media_unreadable', 'A label stands in extended XMP');
  }
  return imagePlan([...splices, ...jpegPictureShift(source, segments, splices)], 'APP1');
}

/** All segments in front of the first scan. @throws {DecodeError} */
function readSegments(source: MediaSource): JpegSegment[] {
  const head = source.cursor(0, 2, 'JPEG start');
  if (head.u16('JPEG start') !== 0xff00 + START_OF_IMAGE) throw new DecodeError('JPEG start', source.fileOffset(0));
  const segments: JpegSegment[] = [];
  let at = 2;
  for (;;) {
    source.step('JPEG segment', at);
    const [mark, marker = 0] = source.bytes(at, 2, 'JPEG marker');
    if (mark !== 0xff) throw new DecodeError('JPEG marker', source.fileOffset(at));
    // Any number of fill bytes may precede a marker (ITU-T T.81 §B.1.1.2).
    if (marker === 0xff) at += 1;
    else if (isStandalone(marker)) at += 2;
    else if (marker === START_OF_SCAN) return segments;
    else if (marker === END_OF_IMAGE) throw new DecodeError('JPEG without a scan', source.fileOffset(at));
    else {
      const length = source.cursor(at + 2, 2, 'JPEG segment length').u16('JPEG segment length');
      if (length < 2) throw new DecodeError('JPEG segment length', source.fileOffset(at));
      const payload = readPayload(source, marker, at + 4, length - 2);
      const end = at + 2 + length;
      segments.push({ marker, start: at, end, payload });
      at = end;
    }
  }
}

/** Whole where something of ours can stand in it; of colour profiles, credentials and the like only the beginning. */
function readPayload(source: MediaSource, marker: number, offset: number, length: number): Uint8Array {
  const head = source.bytes(offset, Math.min(length, HEAD_BYTES), 'JPEG segment');
  const isWanted = marker === APP1 || marker === COMMENT || isPictureList(marker, head) || isBareText(head);
  if (isWanted) return source.bytes(offset, length, 'JPEG segment');
  if (offset + length > source.size) throw new DecodeError('JPEG segment', source.fileOffset(offset));
  return head;
}

function isBareText(payload: Uint8Array): boolean {
  return BARE_LABEL.test(Buffer.from(payload.subarray(0, 16)).toString('latin1'));
}

/** TEM and the restart markers have no length. */
function isStandalone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
}

/** Behind the segments that readers expect first. */
function firstFreePlace(segments: readonly JpegSegment[]): number {
  const other = segments.findIndex(({ marker, payload }) => {
    return marker !== APP0 && !(marker === APP1 && hasAscii(payload, 0, EXIF));
  });
  const last = segments[(other === -1 ? segments.length : other) - 1];
  return last?.end ?? 2;
}

/** Takes out what stands in another place: in EXIF, as a segment of its own, as a comment. */
function otherLabels(source: MediaSource, { marker, start, end, payload }: JpegSegment, isLabel: LabelTest): Splice[] {
  if (marker === APP1 && hasAscii(payload, 0, EXIF)) {
    return blankExifLabels(source.within(start + 4 + EXIF_HEAD_BYTES, payload.length - EXIF_HEAD_BYTES), isLabel);
  }
  const isBare = marker >= APP0 && marker <= APP15 && isBareText(payload);
  if (!(isBare || marker === COMMENT) || !isLabel(payload, null)) return [];
  return [{ offset: source.fileOffset(start), removed: end - start, inserted: new Uint8Array(0) }];
}

function editSegment(
  source: MediaSource,
  { start, end, payload }: JpegSegment,
  edit: (packet: Uint8Array) => Uint8Array,
): Splice[] {
  const before = payload.subarray(XMP.length);
  const after = edit(before);
  if (after === before) return [];
  return [{ offset: source.fileOffset(start), removed: end - start, inserted: xmpSegment(after) }];
}

function xmpSegment(packet: Uint8Array): Uint8Array {
  if (packet.length > XMP_MAX_BYTES) throw new LabelWriteError('no_room', 'The XMP would exceed a JPEG segment');
  const head = Buffer.from(`\u{ff}\u{e1}\0\0${XMP}`, 'latin1');
  head.writeUInt16BE(2 + XMP.length + packet.length, 2);
  return Uint8Array.from([...head, ...packet]);
}
