import { be16, be32, be64, concat, le16, le32, seededRandom, u8, type Bytes } from '@revera/testkit';
import { buildDng, buildTiffFile } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { damagedCopies } from '../testing/damage.ts';
import { itemRows, readItems } from '../testing/read-media.ts';
import { readExifTags } from './exif.ts';
import { MediaSource } from './media-source.ts';
import { readTiff } from './tiff.ts';

const XMP = '<x:xmpmeta/>';
const PIXELS = u8(1, 2, 3, 4);

function sourceOf(bytes: Uint8Array): MediaSource {
  return MediaSource.of(bufferSource(bytes));
}

/** A structure whose only tag is the pointer to an Exif directory with a UserComment. */
function withUserComment(value: Uint8Array, bigEndian = false): Bytes {
  const [n16, n32] = bigEndian ? [be16, be32] : [le16, le32];
  const exif = concat(n16(1), n16(0x9286, 7), n32(value.length, 44), n32(0), value);
  return concat(bigEndian ? 'MM' : 'II', n16(42), n32(8), n16(1), n16(0x8769, 4), n32(1, 26), n32(0), exif);
}

function utf16(text: string, bigEndian: boolean): Bytes {
  const units = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  return bigEndian ? be16(...units) : le16(...units);
}

describe('readTiff', () => {
  it.each([1, 7, 2] as const)('reads the XMP packet from a field of type %i, and texts', (type) => {
    const bytes = buildTiffFile(PIXELS, [
      { tag: 700, type, count: XMP.length, data: concat(XMP) },
      { tag: 0x010e, type: 2, count: 9, data: concat('a pictur\0') },
      { tag: 0x9c9c, type: 1, count: 4, data: le16(0x41, 0) },
      { tag: 0x0100, type: 3, count: 1, data: le16(2) },
    ]);
    expect(readItems(readTiff, bytes).problems).toEqual([]);
    expect(itemRows(readTiff, bytes)).toEqual([
      ['entry', 'IFD0', 'ImageDescription', 'a pictur'],
      ['xmp', 'IFD0', null, XMP],
      ['entry', 'IFD0', 'XPComment', 'A\0'],
    ]);
  });

  it('reads BigTIFF', () => {
    const entry = concat(be16(0x0131, 2), be64(9, 52), be64(0), 'software\0');
    const bytes = concat('MM', be16(43, 8, 0), be64(16, 1), entry);
    expect(itemRows(readTiff, bytes)).toEqual([['entry', 'IFD0', 'Software', 'software']]);
    const forged = concat('MM', be16(43, 8, 0), be32(0, 16), be32(0xffff_ffff, 0xffff_ffff), entry);
    expect(readItems(readTiff, forged).problems).toMatchObject([{ kind: 'damaged' }]);
  });

  it('walks the chain of directories and ends loops', () => {
    const directory = (next: number) => concat(le16(1), le16(0x010d, 2), le32(2), 'x\0\0\0', le32(next));
    const chain = concat('II', le16(42), le32(8), directory(26), directory(0));
    expect(itemRows(readTiff, chain).map(([, path]) => path)).toEqual(['IFD0', 'IFD1']);
    const loop = concat('II', le16(42), le32(8), directory(26), directory(8));
    expect(readItems(readTiff, loop)).toMatchObject({ items: { length: 2 }, problems: [{ kind: 'damaged' }] });
    const itself = withUserComment(u8(1));
    itself.set(le32(8), 18);
    expect(readItems(readTiff, itself)).toEqual({ items: [], problems: [] });
  });

  it.each([
    ['ASCII\0\0\0', concat('text\0\0'), false, 'ascii', 'text'],
    ['UNICODE\0', utf16('hi', false), false, 'utf-16le', 'h\0i\0'],
    ['UNICODE\0', utf16('hi', false), true, 'utf-16le', 'h\0i\0'],
    ['UNICODE\0', utf16('hi', true), true, 'utf-16be', '\0h\0i'],
    ['UNICODE\0', utf16('\u5b57\u5b57', true), true, 'utf-16be', null],
    ['UNICODE\0', concat(u8(0xff, 0xfe), utf16('hi', false)), true, 'utf-16', null],
    ['JIS\0\0\0\0\0', concat('text'), false, null, 'text'],
    ['\0\0\0\0\0\0\0\0', concat('text'), false, null, 'text'],
    ['', concat('{"AIGC":{}}'), false, null, '{"AIGC":{}}'],
  ])('takes the character code %j off a UserComment', (charset, text, bigEndian, encoding, expected) => {
    const bytes = withUserComment(concat(charset, text), bigEndian);
    const { items, problems } = readItems(readTiff, bytes);
    expect(problems).toEqual([]);
    expect(items).toMatchObject([{ kind: 'entry', path: 'Exif', key: 'UserComment', encoding }]);
    const [item] = items;
    expect(bytes.subarray(item?.offset).subarray(0, item?.length)).toEqual(item?.bytes);
    if (expected !== null) expect(new TextDecoder().decode(item?.bytes)).toBe(expected);
  });

  it('gives the beginning of the first maker note, of any size, and the programs', () => {
    const note = concat('Nikon\0', new Uint8Array(5_000_000));
    const exif = (value: Uint8Array) =>
      concat(
        'II',
        le16(42),
        le32(8),
        le16(1),
        le16(0x8769, 4),
        le32(1, 26),
        le32(0),
        le16(2),
        noteEntry,
        noteEntry,
        le32(0),
        value,
      );
    const noteEntry = concat(le16(0x927c, 7), le32(note.length, 56));
    const [first, ...others] = readItems(readTiff, exif(note)).items;
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      kind: 'opaque',
      path: 'Exif',
      key: 'MakerNote',
      length: 64,
      offset: 56,
      intact: true,
    });
    expect(first?.bytes).toEqual(note.subarray(0, 64));
    expect(readItems(readTiff, exif(note.subarray(0, 5)))).toMatchObject({
      items: [{ length: 5, intact: false }],
      problems: [],
    });
    expect(readItems(readTiff, exif(u8()))).toEqual({ items: [], problems: [] });
    const programs = [0x000b, 0x013c].map((tag) => ({ tag, type: 2, count: 6, data: concat('hello\0') }) as const);
    expect(itemRows(readTiff, buildTiffFile(PIXELS, programs)).map(([, , key]) => key)).toEqual([
      'ProcessingSoftware',
      'HostComputer',
    ]);
  });

  it('keeps a value that the file ends in, and a directory that is cut off', () => {
    const bytes = withUserComment(concat('ASCII\0\0\0', 'a long text'));
    expect(readItems(readTiff, bytes.subarray(0, 56))).toMatchObject({ items: [{ length: 4, intact: false }] });
    const twoEntries = concat('II', le16(42), le32(8), le16(2), le16(0x010d, 2), le32(2), 'x\0\0\0');
    expect(readItems(readTiff, twoEntries)).toMatchObject({
      items: [{ key: 'DocumentName' }],
      problems: [{ kind: 'damaged' }],
    });
    expect(readItems(readTiff, concat('II', le16(44), le32(8)))).toMatchObject({ problems: [{ what: 'TIFF header' }] });
  });

  it('ends directories that overlap by the thousand', () => {
    const bytes = new Uint8Array(200_000).fill(1);
    bytes.set(concat('II', le16(42), le32(8)));
    expect(readItems(readTiff, bytes).problems.length).toBeGreaterThan(0);
  });

  it('throws nothing for damaged files', () => {
    const bytes = buildTiffFile(PIXELS, [
      { tag: 700, type: 1, count: XMP.length, data: concat(XMP) },
      { tag: 0x010e, type: 2, count: 6, data: concat('hello\0') },
      { tag: 0x8769, type: 4, count: 1, data: le32(8) },
    ]);
    for (const copy of damagedCopies(bytes, seededRandom(1))) expect(readItems(readTiff, copy)).toBeDefined();
    for (const copy of damagedCopies(withUserComment(concat('UNICODE\0h')), seededRandom(1)))
      expect(readItems(readTiff, copy)).toBeDefined();
  });
});

describe('readExifTags', () => {
  it('gives the tags of all directories with their values, without strips', () => {
    const tags = readExifTags(sourceOf(withUserComment(concat('ASCII\0\0\0abc'))));
    expect(tags).toMatchObject([
      { ifd: 'IFD0', tag: 0x8769, type: 4, offset: 18 },
      { ifd: 'Exif', tag: 0x9286, type: 7, offset: 44 },
    ]);
    const dng = readExifTags(sourceOf(buildDng()));
    expect(dng.map(({ tag }) => tag)).toContain(50_706);
    expect(dng.map(({ tag }) => tag)).not.toContain(0x0111);
  });

  it('gives nothing for rubbish and leaves values out that are not there', () => {
    expect(readExifTags(sourceOf(concat('no TIFF structure')))).toEqual([]);
    const bytes = withUserComment(concat('a long comment'));
    expect(readExifTags(sourceOf(bytes.subarray(0, 50))).map(({ tag }) => tag)).toEqual([0x8769]);
  });
});
