import { be16, be32, concat, flipBit, seededRandom, truncate, u8, type Bytes, type Part } from '@revera/testkit';
import { heifWithForgedItemCount } from '@revera/testkit/hostile';
import { box, fullBox, mediaKinds } from '@revera/testkit/media';
import { brotliCompressSync, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { MetadataFindings } from '../metadata-item.ts';
import { readItems } from '../../testing/read-media.ts';
import { readHeif } from './heif.ts';

const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>';
const XMP_TYPE = 'application/rdf+xml\0';
const FTYP = box('ftyp', 'mif1', be32(0), 'mif1');
/** Little-endian TIFF, no entries. */
const TIFF = concat('II', u8(42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0));

const read = (file: Uint8Array): MetadataFindings => readItems(readHeif, file);

function infe(id: number, type: string, ...rest: Part[]): Bytes {
  return fullBox('infe', 2, 0, be16(id, 0), type, '\0', ...rest);
}

function iinf(...infos: Bytes[]): Bytes {
  return fullBox('iinf', 0, 0, be16(infos.length), ...infos);
}

function still(...parts: Part[]): Bytes {
  return concat(FTYP, fullBox('meta', 0, 0, fullBox('hdlr', 0, 0, be32(0), 'pict', new Uint8Array(13)), ...parts));
}

/** Every item in `idat`, with one extent each. */
function inData(infos: Bytes[], extents: [id: number, offset: number, length: number][], content: Part): Bytes {
  const rows = extents.map(([id, offset, length]) => concat(be16(id, 1, 0, 1), be32(offset, length)));
  const iloc = fullBox('iloc', 1, 0, u8(0x44, 0), be16(extents.length), ...rows);
  return still(iinf(...infos), iloc, box('idat', content));
}

test('an XMP item in the file and one in idat, each with its place', () => {
  const parts = (at: number): Bytes =>
    still(
      iinf(infe(1, 'mime', XMP_TYPE)),
      fullBox('iloc', 0, 0, u8(0x44, 0x40), be16(1, 1, 0), be32(at), be16(1), be32(0, XMP.length)),
    );
  const file = concat(parts(parts(0).length + 8), box('mdat', XMP));
  expect(read(file)).toMatchObject({
    items: [
      { kind: 'xmp', path: 'meta/iinf/mime', offset: file.length - XMP.length, length: XMP.length, bytes: concat(XMP) },
    ],
    problems: [],
  });
  const inIdat = inData([infe(7, 'mime', XMP_TYPE)], [[7, 2, XMP.length]], concat('..', XMP));
  expect(read(inIdat)).toMatchObject({ items: [{ offset: inIdat.length - XMP.length, intact: true }], problems: [] });
});

test('version 2 of the location table, version 3 of the items, and a value in pieces', () => {
  const info = fullBox('infe', 3, 0, be32(70_000), be16(0), 'mime\0', XMP_TYPE);
  const half = 10;
  const extents = concat(be32(half, XMP.length - half), be32(0, half));
  const iloc = fullBox('iloc', 2, 0, u8(0x44, 0), be32(1, 70_000), be16(1, 0, 2), extents);
  const swapped = concat(XMP.slice(XMP.length - half), XMP.slice(0, XMP.length - half));
  const file = still(fullBox('iinf', 1, 0, be32(1), info), iloc, box('idat', swapped));
  const content = Buffer.concat([swapped.subarray(half), swapped.subarray(0, half)]);
  expect(read(file)).toMatchObject({ items: [{ length: XMP.length, bytes: content }], problems: [] });
});

test('the mark that JPEG puts before a packet is not part of it', () => {
  const mark = 'http://ns.adobe.com/xap/1.0/\0';
  const file = inData([infe(1, 'mime', XMP_TYPE)], [[1, 0, mark.length + XMP.length]], mark + XMP);
  const items = [{ offset: file.length - XMP.length, length: XMP.length, bytes: concat(XMP) }];
  expect(read(file)).toMatchObject({ items, problems: [] });
});

test.each([
  ['deflate', deflateSync(XMP)],
  ['br', brotliCompressSync(XMP)],
])('a content coding of %s is undone', (coding, packed) => {
  const file = inData([infe(1, 'mime', XMP_TYPE, `${coding}\0`)], [[1, 0, packed.length]], packed);
  expect(read(file)).toMatchObject({ items: [{ bytes: Buffer.from(XMP), length: packed.length }], problems: [] });
  const damaged = inData([infe(1, 'mime', XMP_TYPE, `${coding}\0`)], [[1, 0, 4]], packed);
  expect(read(damaged)).toMatchObject({ items: [], problems: [{ kind: 'damaged' }] });
});

test('what cannot be read is said: another coding, protection, another file, a missing table', () => {
  const other = inData([infe(1, 'mime', XMP_TYPE, 'gzip\0')], [[1, 0, 4]], XMP);
  expect(read(other).problems).toMatchObject([{ kind: 'unsupported' }]);
  const info = fullBox('infe', 2, 0, be16(1, 1), 'mime\0', XMP_TYPE);
  expect(read(inData([info], [[1, 0, 4]], XMP)).problems).toMatchObject([{ kind: 'encrypted' }]);
  const iloc = fullBox('iloc', 0, 0, u8(0x44, 0), be16(1, 1, 9, 1), be32(0, 4));
  expect(read(still(iinf(infe(1, 'mime', XMP_TYPE)), iloc)).problems).toMatchObject([{ kind: 'unsupported' }]);
  expect(read(still(iinf(infe(1, 'mime', XMP_TYPE)))).problems).toMatchObject([{ what: 'iloc: missing' }]);
});

test('an Exif item: its block behind the offset, and behind the mark that some writers keep', () => {
  for (const payload of [concat(be32(0), TIFF), concat(be32(6), 'Exif\0\0', TIFF), concat(be32(0), 'Exif\0\0', TIFF)]) {
    const file = inData([infe(1, 'Exif')], [[1, 0, payload.length]], payload);
    expect(read(file)).toMatchObject({ items: [{ kind: 'exif', path: 'meta/iinf/Exif', bytes: TIFF }], problems: [] });
  }
  const lying = inData([infe(1, 'Exif')], [[1, 0, 10]], concat(be32(0xffff_fff0), TIFF));
  expect(read(lying)).toMatchObject({ items: [], problems: [{ kind: 'damaged' }] });
});

test('an extent past the end: clipped, or refused when it begins there', () => {
  expect(read(inData([infe(1, 'mime', XMP_TYPE)], [[1, 0, 9999]], XMP)).items).toMatchObject([{ intact: false }]);
  expect(read(inData([infe(1, 'mime', XMP_TYPE)], [[1, 9999, 4]], XMP))).toMatchObject({ items: [], problems: [{}] });
});

test('a table that names one item many times has it read once', () => {
  const rows = Array.from({ length: 500 }, (): [number, number, number] => [1, 0, XMP.length]);
  expect(read(inData([infe(1, 'mime', XMP_TYPE)], rows, XMP)).items).toHaveLength(1);
});

test('counts are not believed: items and extents that take no bytes', () => {
  expect(read(heifWithForgedItemCount())).toEqual({ items: [], problems: [] });
  const empty = concat(be16(1, 0, 0xffff));
  const iloc = fullBox('iloc', 0, 0, u8(0, 0), be16(0xffff), ...Array.from({ length: 200 }, () => empty));
  const { problems } = read(still(iinf(infe(1, 'mime', XMP_TYPE)), iloc));
  expect(problems).toMatchObject([{ kind: 'limit' }]);
});

test('cut at any length and with any bits flipped, a picture gives findings only', () => {
  const payload = concat(be32(6), 'Exif\0\0', TIFF, XMP);
  const exifBytes = payload.length - XMP.length;
  const infos = [infe(1, 'Exif'), infe(2, 'mime', XMP_TYPE)];
  const file = inData(
    infos,
    [
      [1, 0, exifBytes],
      [2, exifBytes, XMP.length],
    ],
    payload,
  );
  expect(read(file).items).toHaveLength(2);
  const random = seededRandom(34);
  for (const original of [file, mediaKinds.heic.build(), mediaKinds.avif.build()]) {
    for (let length = 0; length < original.length; length += 1) read(truncate(original, length));
    for (let round = 0; round < 1500; round += 1) {
      let mutant = original;
      for (let flips = 0; flips < 3; flips += 1)
        mutant = flipBit(mutant, random.below(original.length), random.below(8));
      read(mutant);
    }
  }
});
