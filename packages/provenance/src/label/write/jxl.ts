import { DecodeError } from '../../bytes/decode-error.ts';
import { hasAscii, hasBytes } from '../../bytes/match.ts';
import { latin1Text } from '../../bytes/latin1-text.ts';
import { LIMITS } from '../../limits.ts';
import { boxesIn, type Box } from '../../media/bmff/boxes.ts';
import type { MediaSource } from '../../media/media-source.ts';
import { withoutExifLabels } from './exif-blanks.ts';
import { imagePlan } from './image-plan.ts';
import type { Splice } from './splice.ts';
import { LabelWriteError, type LabelPlan, type LabelTest } from './writer.ts';
import { hasXmpLabel, setXmpLabel } from './xmp-edit.ts';

const BOX_HEAD_BYTES = 8;
const TYPE_BYTES = 4;
const XMP_BOX = 'xml ';
const EXIF_BOX = 'Exif';
const SIGNATURE = [0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a];
const EXIF_MARK = 'Exif\0\0';

interface MetadataBox {
  type: string;
  box: Box;
  content: Uint8Array;
}

/** The label in the file's XMP: the box `xml ` of the container (ISO/IEC 18181-2 §9). */
export function writeJxl(source: MediaSource, json: string, isLabel: LabelTest): LabelPlan {
  const head = source.bytes(0, SIGNATURE.length, 'JXL signature');
  if (hasBytes(head, 0, [0xff, 0x0a])) {
    throw new LabelWriteError('unsupported_carrier', 'A bare JPEG XL codestream has no place for metadata');
  }
  if (!hasBytes(head, 0, SIGNATURE)) throw new DecodeError('JXL signature', source.fileOffset(0));
  const boxes = [...boxesIn(source, { start: 0, end: source.size, what: 'JXL box', isSparse: true })];
  const metadata = boxes.flatMap((box) => readMetadataBox(source, box));
  const [home, ...further] = metadata.filter(({ type }) => type === XMP_BOX);
  const inserted = boxBytes(XMP_BOX, setXmpLabel(home?.content ?? null, json, isLabel));
  const splices = [
    home === undefined ? { offset: freePlace(source, boxes), removed: 0, inserted } : replace(source, home, inserted),
  ];
  for (const one of further) {
    if (hasXmpLabel(one.content, isLabel)) splices.push(replace(source, one, new Uint8Array(0)));
  }
  for (const one of metadata.filter(({ type }) => type === EXIF_BOX)) {
    const content = withoutLabels(one.content, isLabel);
    if (content !== one.content) splices.push(replace(source, one, boxBytes(EXIF_BOX, content)));
  }
  return imagePlan(splices, XMP_BOX);
}

/** The content of an `xml ` or `Exif` box, also of one that is compressed with Brotli. */
function readMetadataBox(source: MediaSource, box: Box): MetadataBox[] {
  if (box.type !== XMP_BOX && box.type !== EXIF_BOX && box.type !== 'brob') return [];
  const length = box.end - box.contentStart;
  const isCompressed = box.type === 'brob';
  const type = isCompressed ? source.cursor(box.contentStart, TYPE_BYTES, 'brob').fourCc('brob type') : box.type;
  if (type !== XMP_BOX && type !== EXIF_BOX) return [];
  if (length > LIMITS.mediaItemBytes) throw new LabelWriteError('media_unreadable', `${type.trim()}: too large`);
  const stored = source.bytes(box.contentStart, length, 'JXL metadata');
  const packed = stored.subarray(TYPE_BYTES);
  const content = isCompressed ? source.decompress(packed, 'brotli', box.contentStart, 'brob') : stored;
  // The box is for any XML; only XMP can take a property.
  const isOther = type === XMP_BOX && content.length > 0 && !isRdf(content);
  return isOther ? [] : [{ type, box, content }];
}

function isRdf(content: Uint8Array): boolean {
  const name = /x\0?m\0?p\0?m\0?e\0?t\0?a|R\0?D\0?F/;
  return name.test(latin1Text(content));
}

/** The end, unless the last box takes all that follows. */
function freePlace(source: MediaSource, boxes: readonly Box[]): number {
  const last = boxes.at(-1);
  return source.fileOffset(last?.lengthForm === 'open' ? last.start : (last?.end ?? source.size));
}

/** EXIF after the four bytes that give its offset (ISO/IEC 23008-12 Annex A.2); the same bytes when it holds no label. */
function withoutLabels(content: Uint8Array, isLabel: Parameters<typeof withoutExifLabels>[1]): Uint8Array {
  if (content.length < TYPE_BYTES) return content;
  const skipped = TYPE_BYTES + new DataView(content.buffer, content.byteOffset, content.length).getUint32(0);
  const start = skipped + (hasAscii(content, skipped, EXIF_MARK) ? EXIF_MARK.length : 0);
  const before = content.subarray(start);
  const after = withoutExifLabels(before, isLabel);
  return after === before ? content : Uint8Array.from([...content.subarray(0, start), ...after]);
}

function replace(source: MediaSource, { box }: MetadataBox, inserted: Uint8Array): Splice {
  return { offset: source.fileOffset(box.start), removed: box.end - box.start, inserted };
}

function boxBytes(type: string, content: Uint8Array): Uint8Array {
  const out = Buffer.alloc(BOX_HEAD_BYTES + content.length);
  out.writeUInt32BE(out.length, 0);
  out.write(type, 4, 'latin1');
  out.set(content, BOX_HEAD_BYTES);
  return Uint8Array.from(out);
}
