import { be16, be32, concat, indexOfBytes, insert, le16, le32, seededRandom, truncate, u8 } from '@revera/testkit';
import { buildJpeg, jpegSegment } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { damagedCopies } from '../testing/damage.ts';
import { itemRows, readItems } from '../testing/read-media.ts';
import { readJpeg } from './jpeg.ts';

const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>';
const GUID = '0123456789ABCDEF0123456789ABCDEF';
const STANDARD = { marker: 0xe1, payload: concat('http://ns.adobe.com/xap/1.0/\0', XMP) };

/** A little-endian TIFF structure with one ASCII tag. */
function exifBlock(text: string): Uint8Array<ArrayBuffer> {
  const value = concat(text, u8(0));
  return concat('II', le16(42), le32(8), le16(1), le16(0x010e, 2), le32(value.length, 26), le32(0), value);
}

function extended(position: number, full: number, text: string, guid = GUID) {
  return {
    marker: 0xe1,
    payload: concat('http://ns.adobe.com/xmp/extension/\0', guid, be32(full, position), text),
  };
}

describe('readJpeg', () => {
  it('finds XMP, Exif texts, comments and private segments, and passes over what is no metadata', () => {
    const bytes = buildJpeg({
      segments: [
        STANDARD,
        { marker: 0xe1, payload: concat('Exif\0\0', exifBlock('{"AIGC":{}}')) },
        { marker: 0xfe, payload: concat('a comment') },
        { marker: 0xeb, payload: concat('AIGC{"Label":"1"}') },
        { marker: 0xeb, payload: concat('JP', be16(1), be32(1)) },
        { marker: 0xe2, payload: concat('ICC_PROFILE\0', u8(1, 1)) },
      ],
    });
    expect(itemRows(readJpeg, bytes).filter(([kind]) => kind !== 'exif')).toEqual([
      ['xmp', 'APP1', null, XMP],
      ['entry', 'APP1/Exif/IFD0', 'ImageDescription', '{"AIGC":{}}'],
      ['comment', 'COM', null, 'a comment'],
      ['opaque', 'APP11', null, 'AIGC{"Label":"1"}'],
    ]);
    const { items, problems } = readItems(readJpeg, bytes);
    expect(problems).toEqual([]);
    for (const { offset, bytes: value } of items) expect(bytes.subarray(offset, offset + value.length)).toEqual(value);
  });

  it('passes over fill bytes, and over junk with a problem', () => {
    const bytes = buildJpeg({ segments: [STANDARD] });
    const at = indexOfBytes(bytes, u8(0xff, 0xe1));
    expect(readItems(readJpeg, insert(bytes, at, new Uint8Array(3000).fill(0xff)))).toMatchObject({
      items: [{ kind: 'xmp' }],
      problems: [],
    });
    expect(readItems(readJpeg, insert(bytes, at, 'junk'))).toMatchObject({
      items: [{ kind: 'xmp' }],
      problems: [{ kind: 'damaged', offset: at }],
    });
  });

  it('joins Extended XMP by its GUID in any order', () => {
    const bytes = buildJpeg({
      segments: [extended(5, 8, 'fgh'), extended(0, 4, 'wxyz', GUID.replaceAll('0', '9')), extended(0, 8, 'abcde')],
    });
    expect(itemRows(readJpeg, bytes)).toEqual([
      ['xmp', 'APP1', null, 'abcdefgh'],
      ['xmp', 'APP1', null, 'wxyz'],
    ]);
    expect(readItems(readJpeg, bytes).items.every(({ intact }) => intact)).toBe(true);
  });

  it('keeps Extended XMP with a gap, an overlap or a lying length as far as it holds', () => {
    const gap = buildJpeg({ segments: [extended(0, 9, 'abc'), extended(6, 9, 'ghi')] });
    expect(readItems(readJpeg, gap).items).toMatchObject([{ length: 3, intact: false }]);
    const overlap = buildJpeg({ segments: [extended(0, 6, 'abcd'), extended(2, 6, 'cdef'), extended(1, 6, 'b')] });
    expect(itemRows(readJpeg, overlap)).toEqual([['xmp', 'APP1', null, 'abcdef']]);
    const lying = buildJpeg({ segments: [extended(0, 4, 'abcdef')] });
    expect(readItems(readJpeg, lying).items).toMatchObject([{ intact: false }]);
    const huge = buildJpeg({ segments: [extended(0, 0xffff_ffff, 'abc')] });
    expect(readItems(readJpeg, huge)).toMatchObject({ items: [], problems: [{ kind: 'limit' }] });
    const headless = buildJpeg({ segments: [extended(3, 6, 'def')] });
    expect(readItems(readJpeg, headless)).toMatchObject({ items: [], problems: [{ kind: 'damaged' }] });
  });

  it('gives what is there of a segment that the file ends in', () => {
    const bytes = buildJpeg({ segments: [STANDARD] });
    const cut = truncate(bytes, indexOfBytes(bytes, XMP) + 10);
    expect(readItems(readJpeg, cut)).toMatchObject({
      items: [{ kind: 'xmp', length: 10, intact: false }],
      problems: [{ kind: 'damaged' }],
    });
  });

  it('gives the tags of an Exif block that the file ends in', () => {
    const block = concat(
      'II',
      le16(42),
      le32(8),
      le16(2),
      le16(0x010f, 2),
      le32(6, 38),
      le16(0x0110, 2),
      le32(5, 44),
      le32(0),
    );
    const payload = concat('Exif\0\0', block, 'NIKON\0D850\0', new Uint8Array(500));
    const bytes = buildJpeg({ segments: [{ marker: 0xe1, payload }] });
    const cutAt = (text: string) => readItems(readJpeg, truncate(bytes, indexOfBytes(bytes, text) + 4)).items;
    expect(cutAt('D850')).toMatchObject([
      { kind: 'exif', intact: false },
      { path: 'APP1/Exif/IFD0', key: 'Make', intact: true },
      { path: 'APP1/Exif/IFD0', key: 'Model', bytes: concat('D850'), intact: false },
    ]);
    expect(cutAt('NIKON')).toMatchObject([{}, { key: 'Make', bytes: concat('NIKO') }, { key: 'Model', length: 0 }]);
  });

  it('ends at the scan and refuses a length below two', () => {
    const hidden = concat(buildJpeg(), jpegSegment(0xfe, concat('behind the end')));
    expect(readItems(readJpeg, hidden)).toEqual({ items: [], problems: [] });
    const lying = concat(u8(0xff, 0xd8, 0xff, 0xe1, 0, 1), buildJpeg());
    expect(readItems(readJpeg, lying).problems).toMatchObject([{ kind: 'damaged', what: 'JPEG segment length' }]);
    expect(readItems(readJpeg, u8(1, 2, 3)).problems).toMatchObject([{ kind: 'damaged' }]);
  });

  it('counts segments: a file of nothing else ends with a problem', () => {
    const many = concat(u8(0xff, 0xd8), ...Array.from({ length: 70_000 }, () => jpegSegment(0xdb, u8())));
    expect(readItems(readJpeg, many).problems).toMatchObject([{ kind: 'limit' }]);
  });

  it('throws nothing for damaged files', () => {
    const segments = [
      STANDARD,
      extended(0, 3, 'abc'),
      { marker: 0xe1, payload: concat('Exif\0\0', exifBlock('text')) },
    ];
    for (const copy of damagedCopies(buildJpeg({ segments }), seededRandom(1)))
      expect(readItems(readJpeg, copy)).toBeDefined();
  });
});
