import { be16, be32, concat, le16, le32, type Bytes } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import type { MetadataItem } from '../media/metadata-item.ts';
import { exifClues } from './exif-clues.ts';

interface Stated {
  /** PixelXDimension and PixelYDimension. */
  size?: readonly [number, number];
  /** Numerator and denominator of DigitalZoomRatio. */
  zoom?: readonly [number, number];
  thumbnail?: readonly [number, number];
  motorola?: boolean;
  /** Sizes in 16 bits instead of 32. */
  short?: boolean;
}

type Row = readonly [tag: number, type: number, data: Bytes];

/** An Exif block whose first directory names the Exif directory, and is followed by that of the thumbnail. */
function exifBlock({ size, zoom, thumbnail, motorola = false, short = false }: Stated): Bytes {
  const [word, half] = motorola ? [be32, be16] : [le32, le16];
  const number = (tag: number, value: number): Row =>
    short ? [tag, 3, concat(half(value), half(0))] : [tag, 4, word(value)];
  const directory = (rows: readonly Row[], at: number, next: number): Bytes => {
    const valuesAt = at + 2 + rows.length * 12 + 4;
    const long = rows.filter(([, , data]) => data.length > 4);
    const entries = rows.map(([tag, type, data]) => {
      const place = valuesAt + long.findIndex((row) => row[0] === tag) * 8;
      return concat(half(tag), half(type), word(1), data.length > 4 ? word(place) : data);
    });
    return concat(half(rows.length), ...entries, word(next), ...long.map(([, , data]) => data));
  };
  const exifRows: Row[] = [
    ...(size === undefined ? [] : [number(0xa002, size[0]), number(0xa003, size[1])]),
    ...(zoom === undefined ? [] : [[0xa404, 5, concat(word(zoom[0]), word(zoom[1]))] as const]),
  ];
  const [firstAt, exifAt] = [8, 8 + 2 + 12 + 4];
  const exif = directory(exifRows, exifAt, 0);
  const smallAt = thumbnail === undefined ? 0 : exifAt + exif.length;
  const small = thumbnail === undefined ? [] : [number(0x100, thumbnail[0]), number(0x101, thumbnail[1])];
  return concat(
    motorola ? 'MM' : 'II',
    half(42),
    word(firstAt),
    directory([[0x8769, 4, word(exifAt)]], firstAt, smallAt),
    exif,
    ...(thumbnail === undefined ? [] : [directory(small, smallAt, 0)]),
  );
}

function item(bytes: Uint8Array): MetadataItem {
  const place = { path: 'APP1/Exif', key: null, offset: 0, length: bytes.length };
  return { kind: 'exif', ...place, bytes, encoding: null, fields: null, intact: true };
}

const IMAGE = { width: 4000, height: 3000 };
const cluesOf = (stated: Stated, image = IMAGE) => exifClues([item(exifBlock(stated))], image);

describe('sizes in Exif', () => {
  it.each<[string, Stated, string, number | null]>([
    ['half of the file', { size: [2000, 1500] }, 'exif_dimensions_smaller', 2],
    ['half of the file, in the other byte order', { size: [2000, 1500], motorola: true }, 'exif_dimensions_smaller', 2],
    ['half of the file, in 16 bits', { size: [2000, 1500], short: true }, 'exif_dimensions_smaller', 2],
    [
      'in 16 bits, in the other order',
      { size: [2000, 1500], short: true, motorola: true },
      'exif_dimensions_smaller',
      2,
    ],
    ['smaller by 3 percent', { size: [3880, 2910] }, 'exif_dimensions_smaller', 4000 / 3880],
    ['larger', { size: [8000, 6000] }, 'reduced_or_cropped_after_capture', null],
    ['larger on one side', { size: [5000, 3000] }, 'reduced_or_cropped_after_capture', null],
    ['smaller on one side and larger on the other', { size: [2000, 6000] }, 'reduced_or_cropped_after_capture', null],
  ])('%s: a clue', (_, stated, code, ratio) => {
    const [width, height] = stated.size ?? [];
    const [clue, ...others] = cluesOf(stated);
    expect(others).toEqual([]);
    expect(clue).toMatchObject({ code, size: { width, height } });
    if (ratio === null) expect(clue?.ratio).toBeNull();
    else expect(clue?.ratio).toBeCloseTo(ratio, 2);
  });

  it.each<[string, Stated, { width: number; height: number }?]>([
    ['the same', { size: [4000, 3000] }],
    ['smaller by one percent: blocks were cut off', { size: [3960, 2970] }],
    ['swapped: an editor has turned the picture', { size: [3000, 4000] }],
    ['swapped, with a row cut off', { size: [2992, 4000] }],
    ['smaller with another shape: a crop, or copied', { size: [1000, 1500] }],
    ['of a picture that is wider by half', { size: [4000, 3000] }, { width: 6000, height: 3000 }],
    ['zero', { size: [0, 0] }],
    ['zero on one side', { size: [2000, 0] }],
    ['absent', {}],
  ])('%s: none', (_, stated, image) => {
    expect(cluesOf(stated, image)).toEqual([]);
  });

  it('that were swapped before the picture was enlarged give no clue: the shape does not tell which it was', () => {
    expect(cluesOf({ size: [1500, 2000] })).toEqual([]);
  });
});

describe('digital zoom', () => {
  it.each<[string, readonly [number, number], number | null]>([
    ['of 2', [200, 100], 2],
    ['of 1.03', [103, 100], 1.03],
    ['of 1', [1, 1], null],
    ['of 1.02, which is no zoom', [102, 100], null],
    ['that was not used', [0, 1], null],
    ['over zero', [2, 0], null],
  ])('%s', (_, zoom, ratio) => {
    const expected = ratio === null ? [] : [{ code: 'digital_zoom_declared', size: null, ratio }];
    expect(cluesOf({ zoom })).toEqual(expected);
    expect(cluesOf({ zoom, motorola: true })).toEqual(expected);
  });
});

describe('a thumbnail', () => {
  it.each<[string, readonly [number, number], boolean]>([
    ['of the same shape', [320, 240], false],
    ['of the same shape, turned', [240, 320], false],
    ['of another shape', [320, 180], true],
    ['of the size that cameras fill with bars', [160, 120], false],
    ['of the same shape within rounding', [256, 195], false],
  ])('%s', (_, thumbnail, isCropped) => {
    const [width, height] = thumbnail;
    const clue = { code: 'cropped_after_capture', size: { width, height }, ratio: null };
    expect(cluesOf({ thumbnail })).toEqual(isCropped ? [clue] : []);
  });

  it('with bars says nothing of a wide picture either', () => {
    expect(cluesOf({ thumbnail: [160, 120] }, { width: 4000, height: 2250 })).toEqual([]);
  });
});

describe('an Exif block', () => {
  const half = item(exifBlock({ size: [2000, 1500] }));

  it('counts when it is the first one', () => {
    expect(exifClues([item(exifBlock({ size: [4000, 3000] })), half], IMAGE)).toEqual([]);
    expect(exifClues([{ ...half, kind: 'opaque' }, half], IMAGE)).toHaveLength(1);
  });

  it('says nothing when it is cut off before its sizes, or is none', () => {
    for (const bytes of [half.bytes.subarray(0, 30), half.bytes.subarray(0, 4), new Uint8Array(), concat('not one')]) {
      expect(exifClues([item(bytes)], IMAGE)).toEqual([]);
    }
    expect(exifClues([], IMAGE)).toEqual([]);
  });

  it('gives sizes, zoom and thumbnail together', () => {
    const clues = cluesOf({ size: [2000, 1500], zoom: [3, 2], thumbnail: [320, 180] });
    expect(clues.map(({ code }) => code)).toEqual([
      'exif_dimensions_smaller',
      'digital_zoom_declared',
      'cropped_after_capture',
    ]);
  });
});
