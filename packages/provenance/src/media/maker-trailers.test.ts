import { concat, le32, seededRandom, truncate, type Bytes } from '@revera/testkit';
import { box, buildJpeg, buildMp4, buildPng, samsungTrailer } from '@revera/testkit/media';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { damagedCopies } from '../testing/damage.ts';
import { itemRows, readItems, type MetadataReader } from '../testing/read-media.ts';
import { readBmff } from './bmff/metadata.ts';
import { readJpeg } from './jpeg.ts';
import { readPng } from './png.ts';

const INFO = { name: 'PhotoEditor_Re_Edit_Data', value: '{"genImageVersion":1}' };
const TIME = { name: 'Image_UTC_Data', value: '1700000000000' };
const ROWS = [
  ['entry', 'SEFT', INFO.name, INFO.value],
  ['entry', 'SEFT', TIME.name, TIME.value],
];
const PICTURES: [string, MetadataReader, Bytes][] = [
  ['JPEG', readJpeg, buildJpeg()],
  ['PNG', readPng, buildPng()],
];

describe.each(PICTURES)('the trailer of Samsung behind a %s', (_, reader, picture) => {
  it('gives its values by their names', () => {
    const bytes = concat(picture, samsungTrailer(INFO, TIME));
    expect(itemRows(reader, bytes)).toEqual(ROWS);
    const { items, problems } = readItems(reader, bytes);
    expect(problems).toEqual([]);
    for (const { offset, bytes: value } of items) expect(bytes.subarray(offset, offset + value.length)).toEqual(value);
  });

  it('is found behind other bytes, and not in front of any', () => {
    expect(itemRows(reader, concat(picture, 'a film', samsungTrailer(INFO)))).toEqual([ROWS[0]]);
    expect(itemRows(reader, concat(picture, samsungTrailer(INFO), 'x'))).toEqual([]);
  });

  it('passes over values that are too large, and what lies about its place', () => {
    const large = { name: 'MotionPhoto_Data', value: new Uint8Array(LIMITS.mediaOpaqueBytes + 1) };
    const longName = { name: 'x'.repeat(LIMITS.samsungTrailerNameBytes + 1), value: '' };
    expect(itemRows(reader, concat(picture, samsungTrailer(large, longName, TIME)))).toEqual([ROWS[1]]);
    const trailer = samsungTrailer(INFO, TIME);
    // The first entry's offset and size stand 16 and 20 bytes after `SEFH`.
    const entry = trailer.length - 8 - 36 + 16;
    for (const forged of [
      { at: entry, value: 0xffff_ffff },
      { at: entry + 4, value: 0xffff_ffff },
      { at: entry + 4, value: 4 },
    ]) {
      const copy = trailer.slice();
      copy.set(le32(forged.value), forged.at);
      expect(readItems(reader, concat(picture, copy))).toMatchObject({ items: [{ key: TIME.name }], problems: [] });
    }
  });

  it('is nothing when its directory is damaged, and no damage of the picture', () => {
    const trailer = samsungTrailer(INFO);
    for (const length of [0, 11, 0xffff, 0xffff_ffff]) {
      const copy = trailer.slice();
      copy.set(le32(length), copy.length - 8);
      expect(readItems(reader, concat(picture, copy))).toEqual({ items: [], problems: [] });
    }
    expect(readItems(reader, concat(picture, 'SEFT'))).toEqual({ items: [], problems: [] });
  });

  it('gives as many values as a trailer may have', () => {
    const many = Array.from({ length: LIMITS.samsungTrailerEntries + 5 }, () => TIME);
    expect(itemRows(reader, concat(picture, samsungTrailer(...many)))).toHaveLength(LIMITS.samsungTrailerEntries);
  });

  it('throws nothing when it is damaged', () => {
    const trailer = samsungTrailer(INFO, TIME);
    for (const copy of damagedCopies(trailer, seededRandom(7))) {
      expect(readItems(reader, concat(picture, copy))).toBeDefined();
    }
  });
});

describe('the mark of Insta360', () => {
  const MARK = '8db42d694ccc418790edff439fe026bf';
  const ROW = ['entry', 'trailer', 'Insta360', MARK];

  it('is found at the end of films and photographs', () => {
    expect(itemRows(readBmff, concat(buildMp4(), box('free', 'records', MARK)))).toEqual([ROW]);
    expect(itemRows(readBmff, concat(buildMp4(), 'records of sensors', MARK))).toEqual([ROW]);
    expect(itemRows(readJpeg, concat(buildJpeg(), 'records', MARK))).toEqual([ROW]);
  });

  it('is found nowhere else', () => {
    const film = concat(buildMp4(), box('free', MARK));
    expect(itemRows(readBmff, concat(film, box('free', 'x')))).toEqual([]);
    expect(itemRows(readBmff, truncate(film, film.length - 1))).toEqual([]);
    expect(readItems(readBmff, concat('short')).items).toEqual([]);
  });
});
