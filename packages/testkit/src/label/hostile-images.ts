import { be16, be32, concat, copyBytes, le16, le32, u8, type Bytes } from '../bytes.ts';
import { box, fullBox } from '../media/bmff.ts';
import { jxlBrotliBomb } from '../hostile/jxl.ts';
import { buildJpeg } from '../media/jpeg.ts';
import { buildPng } from '../media/png.ts';
import { riffChunk } from '../media/riff.ts';
import { buildWebpWith } from '../media/riff-edit.ts';
import { entityBombXml, GIB, MIB, nested, repeatedOpening, zlibBomb } from './bombs.ts';
import { gifWith, jpegWithSegment, jpegXmp, pngInternational, pngLatin, pngText } from './image-parts.ts';
import { LABELS } from './payloads.ts';
import { escapeXml, tc260Description, xmpForms, xmpPacket } from './xmp.ts';

const U32_MAX = 0xffff_ffff;
const APP1 = 0xe1;
const COM = 0xfe;
const MANY = 10_000;
const BRACES = 60_000;
const XMP_KEYWORD = 'XML:com.adobe.xmp';

export function pngTextBomb(): Bytes {
  return pngText({ type: 'zTXt', data: concat('AIGC\0', u8(0), zlibBomb(GIB / MIB)) });
}

export function pngXmpBomb(): Bytes {
  return pngText({ type: 'iTXt', data: concat(XMP_KEYWORD, u8(0, 1, 0, 0, 0), zlibBomb(GIB / MIB)) });
}

/** Many chunks that unpack to a mebibyte each: no single one is over a limit. */
export function pngManySmallBombs(): Bytes {
  const data = concat('AIGC\0', u8(0), zlibBomb(1));
  return buildPng({ chunks: Array.from({ length: 1000 }, () => ({ type: 'zTXt', data })) });
}

export function pngManyLabels(): Bytes {
  return buildPng({ chunks: Array.from({ length: MANY }, () => pngLatin('AIGC', LABELS.doubaoMirrored.text)) });
}

export function pngNestedBraces(): Bytes {
  return pngText(pngLatin('AIGC', nested('{"AIGC":', '}', BRACES, '1')));
}

export function pngNestedArrays(): Bytes {
  return pngText(pngLatin('AIGC', `{"Label":${nested('[', ']', BRACES)}}`));
}

export function pngRepeatedOpening(bytes: number): Bytes {
  return pngText(pngLatin('AIGC', repeatedOpening(bytes)));
}

export function pngBackslashes(): Bytes {
  return pngText(pngLatin('AIGC', `{"Label":"${'\\'.repeat(MIB)}`));
}

export function pngEntities(): Bytes {
  return pngText(pngLatin('AIGC', `{${'&amp;'.repeat(200_000)}quot;Label`));
}

export function pngXmpEntities(): Bytes {
  return pngText(pngInternational(XMP_KEYWORD, entityBombXml()));
}

export function pngXmpDepth(): Bytes {
  return pngText(pngInternational(XMP_KEYWORD, xmpPacket(nested('<rdf:Bag><rdf:li>', '</rdf:li></rdf:Bag>', MANY))));
}

export function pngXmpAttributes(): Bytes {
  const attributes = Array.from({ length: 100_000 }, (_, index) => `TC260:a${index}="x"`).join(' ');
  return pngText(pngInternational(XMP_KEYWORD, xmpPacket(tc260Description(`<TC260:x ${attributes}/>`))));
}

export function pngXmpProperties(): Bytes {
  const property = `<TC260:AIGC>${escapeXml(LABELS.doubao.text)}</TC260:AIGC>`;
  return pngText(pngInternational(XMP_KEYWORD, xmpPacket(tc260Description(property.repeat(MANY)))));
}

export function jpegXmpEntities(): Bytes {
  return jpegXmp(concat(entityBombXml()));
}

export function jpegManyComments(): Bytes {
  const payload = concat('AIGC{');
  return buildJpeg({ segments: Array.from({ length: MANY }, () => ({ marker: COM, payload })) });
}

/** A segment that ends past the end of the file. */
export function jpegForgedSegment(): Bytes {
  return concat(u8(0xff, 0xd8, 0xff, APP1, 0xff, 0xff), 'http://ns.adobe.com/xap/1.0/\0short');
}

/** Exif whose Exif directory is its first directory, which is also its next one. */
export function jpegExifLoop(): Bytes {
  const entry = concat(le16(0x8769, 4), le32(1, 8));
  return jpegWithSegment(APP1, concat('Exif\0\0II', le16(42), le32(8), le16(1), entry, le32(8)));
}

export function jpegExifForgedEntries(): Bytes {
  const entry = concat(le16(0x9286, 7), le32(U32_MAX, 8));
  return jpegWithSegment(APP1, concat('Exif\0\0II', le16(42), le32(8), le16(0xffff), entry));
}

/** Two directories of many entries that all point at one another. */
export function jpegExifManyDirectories(): Bytes {
  const rows = Array.from({ length: 5000 }, () => concat(le16(0x8769, 4), le32(1, 8)));
  return jpegWithSegment(APP1, concat('Exif\0\0II', le16(42), le32(8), le16(rows.length), ...rows, le32(8)));
}

/** An XMP extension whose packet has neither end nor trailer. */
export function gifEndlessXmp(): Bytes {
  const start = concat(u8(0x21, 0xff, 0x0b), 'XMP DataXMP');
  return gifWith(concat(start, new Uint8Array(2 * MIB).fill(0x78)));
}

/** A comment of a great many sub-blocks of one byte. */
export function gifTinyBlocks(): Bytes {
  const blocks = new Uint8Array(MIB).map((_, index) => (index % 2 === 0 ? 1 : 0x41));
  return gifWith(concat(u8(0x21, 0xfe), blocks, u8(0)));
}

export function webpForgedXmpSize(): Bytes {
  const webp = copyBytes(buildWebpWith(4, [riffChunk('XMP ', xmpForms.element(LABELS.doubao.text))]));
  const at = Buffer.from(webp).indexOf('XMP ');
  webp.set(le32(U32_MAX), at + 4);
  return webp;
}

export function jxlXmpBomb(): Bytes {
  return jxlBrotliBomb(128 * MIB, 'xml ');
}

/** `iinf` announces 65,535 items, `iloc` 2^32 - 1 (version 2), and neither lists one. */
export function heifForgedCounts(): Bytes {
  const locations = fullBox('iloc', 2, 0, u8(0x44, 0), be32(U32_MAX));
  const entries = fullBox('iinf', 1, 0, be32(U32_MAX));
  return concat(box('ftyp', 'heic', be32(0), 'mif1heic'), fullBox('meta', 0, 0, entries, locations));
}

/** One item of 65,535 extents, each of which is the whole file. */
export function heifManyExtents(): Bytes {
  const extents = Array.from({ length: 0xffff }, () => be32(0, MIB));
  const item = concat(be16(1, 0, 0, extents.length), ...extents);
  const entry = fullBox('infe', 2, 0, be16(1, 0), 'mime', '\0', 'application/rdf+xml\0');
  const content = [fullBox('iinf', 0, 0, be16(1), entry), fullBox('iloc', 1, 0, u8(0x44, 0), be16(1), item)];
  return concat(
    box('ftyp', 'heic', be32(0), 'mif1heic'),
    fullBox('meta', 0, 0, ...content),
    box('mdat', new Uint8Array(MIB)),
  );
}
