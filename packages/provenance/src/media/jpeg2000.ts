import { DecodeError } from '../bytes/decode-error.ts';
import { boxesIn, eachBox, type Box } from './bmff/boxes.ts';
import { emitXmlBox, readUuidBox } from './bmff/xmp-box.ts';
import { addExifBlock } from './exif.ts';
import { addIptcTexts } from './iptc.ts';
import type { MediaSource } from './media-source.ts';
import type { MetadataSink } from './metadata-sink.ts';
import { storedValue } from './stored-value.ts';

/** `JpgTiffExif->JP2`, and the number that older Photoshop wrote instead. */
const EXIF_UUIDS = new Set(['4a706754696666457869662d3e4a5032', '0537cdab9d0c4431a72afa561f2a113e']);
const IPTC_UUID = '33c7a4d2b81d4723a0baf1a3e097ad38';
const COMMENT = 0xff64;
const START_OF_TILE = 0xff90;
const END_OF_CODESTREAM = 0xffd9;
/** Rcom: the comment is text in Latin-1 (ISO/IEC 15444-1 Table A.44). */
const LATIN_TEXT = 1;

/** JPEG 2000 in its container: XMP, Exif and IPTC in `uuid` boxes, XMP in `xml ` boxes, and comments of its codestream. */
export function readJp2(source: MediaSource, sink: MetadataSink): void {
  const top = boxesIn(source, { start: 0, end: source.size, what: 'file', isSparse: true });
  sink.attempt(() => eachBox(source, sink, top, (box) => readBox(source, sink, box)));
}

function readBox(source: MediaSource, sink: MetadataSink, box: Box): void {
  const { type, uuid, contentStart, end } = box;
  const length = end - contentStart;
  if (type === 'xml ') emitXmlBox(source, sink, box, { path: 'xml' });
  else if (type === 'jp2c') readJ2c(source.within(contentStart, length), sink);
  else if (uuid !== null && EXIF_UUIDS.has(uuid)) {
    const value = storedValue(source, contentStart, length, 'Exif box');
    addExifBlock(source, sink, { offset: contentStart, path: 'uuid/Exif', value });
  } else if (uuid === IPTC_UUID) {
    const { bytes, intact } = storedValue(source, contentStart, length, 'IPTC box');
    const place = (from: number, to: number) => ({ offset: source.fileOffset(contentStart + from), length: to - from });
    sink.attemptAside(() => addIptcTexts(source, sink, bytes, { path: 'uuid/IPTC', place, intact }));
  } else readUuidBox(source, sink, box);
}

/** A codestream of JPEG 2000: the comments of its main header, in which encoders name themselves. */
export function readJ2c(source: MediaSource, sink: MetadataSink): void {
  let offset = 2;
  while (offset < source.size) {
    source.step('JPEG 2000 marker', offset);
    const marker = source.cursor(offset, 2, 'JPEG 2000 marker').u16('JPEG 2000 marker');
    if (marker === START_OF_TILE || marker === END_OF_CODESTREAM) return;
    const length = source.cursor(offset + 2, 2, 'JPEG 2000 marker').u16('JPEG 2000 marker length');
    if (marker < 0xff00 || length < 2) throw new DecodeError('JPEG 2000 marker', source.fileOffset(offset));
    if (marker === COMMENT && length > 4) addComment(source, sink, offset + 4, length - 2);
    offset += 2 + length;
  }
}

function addComment(source: MediaSource, sink: MetadataSink, offset: number, length: number): void {
  if (source.cursor(offset, 2, 'comment').u16('comment kind') !== LATIN_TEXT) return;
  const { bytes, intact } = storedValue(source, offset + 2, length - 2, 'comment');
  const at = source.fileOffset(offset + 2);
  sink.add({ kind: 'comment', path: 'COM', offset: at, length: bytes.length, bytes, encoding: 'latin1', intact });
}
