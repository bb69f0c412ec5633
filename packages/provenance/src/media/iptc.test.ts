import { be16, be32, concat, indexOfBytes, seededRandom, truncate, u8 } from '@revera/testkit';
import { buildJpeg, buildTiffFile, imageResource, iptcRecord } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { damagedCopies } from '../testing/damage.ts';
import { itemRows, readItems } from '../testing/read-media.ts';
import { readJpeg } from './jpeg.ts';
import { readTiff } from './tiff.ts';

const UTF8 = ['1:90', u8(0x1b, 0x25, 0x47)] as const;
const RECORD = iptcRecord(UTF8, ['2:00', be16(4)], ['2:110', 'Crédit'], ['2:25', 'keyword'], ['2:65', 'program']);
const IPTC_ID = 0x0404;

function jpegOf(...payloads: Uint8Array[]): Uint8Array {
  return buildJpeg({
    segments: payloads.map((payload) => ({ marker: 0xed, payload: concat('Photoshop 3.0\0', payload) })),
  });
}

function textsOf(bytes: Uint8Array): (string | null)[][] {
  return itemRows(readJpeg, bytes)
    .filter(([kind]) => kind === 'entry')
    .map(([, path, key, text]) => [path ?? null, key ?? null, text ?? null]);
}

const ROWS = [
  ['APP13/IPTC', '2:110', 'Crédit'],
  ['APP13/IPTC', '2:65', 'program'],
];

describe('IPTC of a JPEG', () => {
  it('gives the texts that name something, beside the segment as it stands', () => {
    const bytes = jpegOf(concat(imageResource(0x03ed, u8(1, 2, 3), 'name'), imageResource(IPTC_ID, RECORD)));
    expect(textsOf(bytes)).toEqual(ROWS);
    const { items, problems } = readItems(readJpeg, bytes);
    expect(problems).toEqual([]);
    expect(items.filter(({ kind }) => kind === 'opaque')).toMatchObject([{ path: 'APP13', key: null }]);
    const [, credit] = items;
    expect(credit).toMatchObject({ encoding: 'utf-8', intact: true });
    expect(bytes.subarray(credit?.offset).subarray(0, credit?.length)).toEqual(credit?.bytes);
  });

  it('names each text by its record and a number of two digits at least', () => {
    const keys = ['2:05', '2:40', '2:65', '2:70', '2:80', '2:110', '2:115', '2:116', '2:120', '2:122'];
    const record = iptcRecord(...keys.map((key) => [key, 'x'] as const));
    const bytes = jpegOf(imageResource(IPTC_ID, record));
    expect(textsOf(bytes).map(([, key]) => key)).toEqual(keys);
    expect(readItems(readJpeg, bytes).items.at(-1)?.encoding).toBeNull();
  });

  it('joins a resource that goes on in the next segment, and begins anew behind what is none', () => {
    const whole = imageResource(IPTC_ID, RECORD);
    const at = indexOfBytes(whole, 'dit');
    const parts = jpegOf(whole.subarray(0, at), whole.subarray(at));
    expect(textsOf(parts)).toEqual(ROWS);
    const credit = readItems(readJpeg, parts).items.find(({ key }) => key === '2:110');
    expect(credit?.offset).toBe(indexOfBytes(parts, 'Cr'));
    expect(textsOf(jpegOf(concat('junk'), whole))).toEqual(ROWS);
    expect(textsOf(jpegOf(concat(whole, 'junk'), imageResource(IPTC_ID, iptcRecord(['2:80', 'by']))))).toEqual([
      ...ROWS,
      ['APP13/IPTC', '2:80', 'by'],
    ]);
  });

  it('reads a length of its own length, and refuses one that no file reaches', () => {
    const extended = concat(u8(0x1c, 2, 110, 0x80, 4), be32(3), 'abc', iptcRecord(['2:80', 'by']));
    expect(textsOf(jpegOf(imageResource(IPTC_ID, extended)))).toEqual([
      ['APP13/IPTC', '2:110', 'abc'],
      ['APP13/IPTC', '2:80', 'by'],
    ]);
    const absurd = concat(u8(0x1c, 2, 110, 0xff, 0xff), 'abc');
    expect(textsOf(jpegOf(imageResource(IPTC_ID, absurd)))).toEqual([]);
  });

  it('keeps what is there of a text that is cut off, without calling the file damaged', () => {
    const lying = concat(u8(0x1c, 2, 110), be16(500), 'Google');
    const bytes = jpegOf(imageResource(IPTC_ID, lying));
    expect(readItems(readJpeg, bytes)).toMatchObject({ items: [{}, { key: '2:110', intact: false }], problems: [] });
    expect(textsOf(bytes)).toEqual([['APP13/IPTC', '2:110', 'Google']]);
    const whole = jpegOf(imageResource(IPTC_ID, RECORD));
    const cut = truncate(whole, indexOfBytes(whole, 'gram'));
    expect(textsOf(cut)).toEqual([ROWS[0], ['APP13/IPTC', '2:65', 'pro']]);
  });

  it('gives as many texts as a record may have', () => {
    const many = Array.from({ length: LIMITS.iptcTexts + 5 }, () => ['2:80', 'x'] as const);
    expect(textsOf(jpegOf(imageResource(IPTC_ID, iptcRecord(...many))))).toHaveLength(LIMITS.iptcTexts);
    const resources = concat(...Array.from({ length: 5000 }, () => imageResource(1, u8())));
    const empty = jpegOf(...Array.from({ length: 20 }, () => resources));
    expect(readItems(readJpeg, empty).problems).toMatchObject([{ kind: 'limit' }]);
  });

  it('throws nothing for damaged files', () => {
    const whole = imageResource(IPTC_ID, RECORD);
    const bytes = jpegOf(imageResource(1, u8(1), 'n'), whole.subarray(0, 30), whole.subarray(30));
    for (const copy of damagedCopies(bytes, seededRandom(5))) expect(readItems(readJpeg, copy)).toBeDefined();
  });
});

describe('IPTC of a TIFF', () => {
  const tiff = (data: Uint8Array, type: 1 | 4 | 7 = 7): Uint8Array =>
    buildTiffFile(u8(1, 2, 3, 4), [{ tag: 33_723, type, count: type === 4 ? data.length / 4 : data.length, data }]);
  const expected = ROWS.map(([, key, text]) => ['entry', 'IFD0/IPTC', key, text]);

  it('reads bytes, and numbers of 32 bits in either order', () => {
    const even = concat(RECORD, new Uint8Array(4 - (RECORD.length % 4)));
    expect(itemRows(readTiff, tiff(RECORD))).toEqual(expected);
    expect(itemRows(readTiff, tiff(even, 4))).toEqual(expected);
    expect(itemRows(readTiff, tiff(Buffer.from(even).swap32(), 4))).toEqual(expected);
  });

  it('finds nothing in what is no record', () => {
    expect(readItems(readTiff, tiff(concat('no record at all')))).toEqual({ items: [], problems: [] });
  });
});
