import { deflateSync } from 'node:zlib';
import { concat, flipByte, indexOfBytes, le16, le32, seededRandom, truncate, u8 } from '@revera/testkit';
import { buildPng, PNG_SIGNATURE, pngChunk } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { damagedCopies } from '../testing/damage.ts';
import { itemRows, readItems } from '../testing/read-media.ts';
import { readPng } from './png.ts';

const XMP = '<x:xmpmeta/>';
const TEXT = { type: 'tEXt', data: concat('AIGC\0{"Label":"1"}') };
const XMP_HEAD = 'XML:com.adobe.xmp\0';
const INTERNATIONAL = { type: 'iTXt', data: concat(XMP_HEAD, u8(0, 0), '\0\0', XMP) };

describe('readPng', () => {
  it('finds texts of all kinds in front of and behind the picture', () => {
    const exif = concat('II', le16(42), le32(8), le16(1), le16(0x0131, 2), le32(4), 'abc\0', le32(0));
    const bytes = buildPng({
      chunks: [TEXT, INTERNATIONAL, { type: 'zTXt', data: concat('AIGC\0\0', deflateSync('zipped')) }],
      chunksAfterImage: [
        { type: 'iTXt', data: concat('AIGC\0', u8(1, 0), 'en\0x\0', deflateSync('late')) },
        { type: 'eXIf', data: exif },
        { type: 'aiGC', data: concat('private') },
        { type: 'tIME', data: u8(1, 2, 3, 4, 5, 6, 7) },
      ],
    });
    const { items, problems } = readItems(readPng, bytes);
    expect(problems).toEqual([]);
    expect(items.every(({ intact }) => intact)).toBe(true);
    expect(itemRows(readPng, bytes).filter(([kind]) => kind !== 'exif')).toEqual([
      ['entry', 'tEXt', 'AIGC', '{"Label":"1"}'],
      ['xmp', 'iTXt', null, XMP],
      ['entry', 'zTXt', 'AIGC', 'zipped'],
      ['entry', 'iTXt', 'AIGC', 'late'],
      ['entry', 'eXIf/IFD0', 'Software', 'abc'],
      ['opaque', 'aiGC', null, 'private'],
    ]);
    expect(bytes.subarray(items[0]?.offset).subarray(0, 13)).toEqual(concat('{"Label":"1"}'));
    expect(items.map(({ encoding }) => encoding)).toEqual(['latin1', null, 'latin1', 'utf-8', null, 'ascii', null]);
  });

  it('reads XMP of a compressed chunk, and marks what its checksum does not cover', () => {
    const zipped = { type: 'iTXt', data: concat(XMP_HEAD, u8(1, 0), '\0\0', deflateSync(XMP)) };
    expect(itemRows(readPng, buildPng({ chunks: [zipped] }))).toEqual([['xmp', 'iTXt', null, XMP]]);
    const bytes = buildPng({ chunks: [TEXT] });
    const damaged = flipByte(bytes, indexOfBytes(bytes, 'Label'));
    expect(readItems(readPng, damaged)).toMatchObject({ items: [{ key: 'AIGC', intact: false }], problems: [] });
    const cut = truncate(bytes, indexOfBytes(bytes, 'Label') + 5);
    expect(readItems(readPng, cut).items).toMatchObject([{ key: 'AIGC', length: 7, intact: false }]);
  });

  it('does not let one bad chunk hide the next', () => {
    const bomb = { type: 'zTXt', data: concat('AIGC\0\0', deflateSync(new Uint8Array(6 * 1024 * 1024))) };
    const rubbish = { type: 'zTXt', data: concat('AIGC\0\0 no zlib') };
    const nameless = { type: 'tEXt', data: concat('no zero') };
    const longName = { type: 'tEXt', data: concat('k'.repeat(300), '\0x') };
    const bytes = buildPng({ chunks: [bomb, rubbish, nameless, longName, TEXT] });
    const { items, problems } = readItems(readPng, bytes);
    expect(items).toMatchObject([{ key: 'AIGC', encoding: 'latin1' }]);
    expect(problems.map(({ kind }) => kind)).toEqual(['limit', 'damaged', 'damaged', 'damaged']);
  });

  it('refuses impossible lengths and other files', () => {
    const lying = concat(PNG_SIGNATURE, u8(0xff, 0xff, 0xff, 0xff), 'tEXt', 'AIGC\0x');
    expect(readItems(readPng, lying)).toMatchObject({ items: [], problems: [{ what: 'PNG chunk length' }] });
    expect(readItems(readPng, concat('GIF89a'))).toMatchObject({ problems: [{ what: 'PNG signature' }] });
    const large = concat(PNG_SIGNATURE, u8(0x7f, 0, 0, 0), 'tEXt', 'AIGC\0x');
    expect(readItems(readPng, large).problems).toMatchObject([{ kind: 'limit' }, { kind: 'damaged' }]);
    const many = concat(PNG_SIGNATURE, ...Array.from({ length: 70_000 }, () => pngChunk('paDd', u8())));
    expect(readItems(readPng, many).problems).toMatchObject([{ kind: 'limit' }]);
  });

  it('throws nothing for damaged files', () => {
    const zipped = { type: 'zTXt', data: concat('AIGC\0\0', deflateSync('zipped')) };
    for (const copy of damagedCopies(buildPng({ chunks: [TEXT, INTERNATIONAL, zipped] }), seededRandom(1)))
      expect(readItems(readPng, copy)).toBeDefined();
  });
});
