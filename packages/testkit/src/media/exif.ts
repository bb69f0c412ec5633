import { be16, be32, concat, le16, le32, type Bytes, type Part } from '../bytes.ts';
import { buildTiffFile, type TiffEntry } from './tiff.ts';

export interface ExifOptions {
  /** Value of UserComment, with its eight bytes of character code if it is to have any. */
  userComment?: Part;
  imageDescription?: Part;
  /** Values of further tags, each in the directory that it belongs to. */
  tags?: ExifTagValues;
  /** UserComment is in the first directory, where some writers put it. */
  isCommentInFirst?: boolean;
  /** Default Intel (little-endian). */
  motorola?: boolean;
}

const FIRST_TAGS = {
  ImageDescription: 0x010e,
  Make: 0x010f,
  Model: 0x0110,
  Software: 0x0131,
  Artist: 0x013b,
  Copyright: 0x8298,
} as const;
const EXIF_TAGS = { MakerNote: 0x927c, LensModel: 0xa434 } as const;

/** Tags with text, and the note of a maker, by their names in Exif. */
export type ExifTagValues = Readonly<Partial<Record<keyof typeof FIRST_TAGS | keyof typeof EXIF_TAGS, Part>>>;

const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const EXIF_DIRECTORY = 0x8769;
const USER_COMMENT = 0x9286;
const TYPE_ASCII = 2;
const TYPE_LONG = 4;
const TYPE_UNDEFINED = 7;
const SIDE = 16;

interface Row {
  tag: number;
  type: number;
  data: Bytes;
}

/** A TIFF structure as found in APP1, `eXIf`, an `EXIF` chunk or an Exif item, without `Exif\0\0` in front. */
export function exifBlock(options: ExifOptions): Bytes {
  const motorola = options.motorola ?? false;
  const word = motorola ? be32 : le32;
  const { first, exif } = rowsOf(options);
  const head = concat(motorola ? 'MM' : 'II', motorola ? be16(42) : le16(42), word(HEADER_BYTES));
  if (exif.length === 0) return concat(head, directory(first, HEADER_BYTES, motorola));
  const pointer = (at: number): Row => ({ tag: EXIF_DIRECTORY, type: TYPE_LONG, data: word(at) });
  const firstAt = (at: number): Bytes => directory(sorted([...first, pointer(at)]), HEADER_BYTES, motorola);
  const at = HEADER_BYTES + firstAt(0).length;
  return concat(head, firstAt(at), directory(exif, at, motorola));
}

function rowsOf({ userComment, imageDescription, tags = {}, isCommentInFirst = false }: ExifOptions): {
  first: Row[];
  exif: Row[];
} {
  const all: ExifTagValues = imageDescription === undefined ? tags : { ImageDescription: imageDescription, ...tags };
  const first = textRows(FIRST_TAGS, all);
  const exif = textRows(EXIF_TAGS, all);
  if (userComment !== undefined) {
    const comment = { tag: USER_COMMENT, type: TYPE_UNDEFINED, data: concat(userComment) };
    (isCommentInFirst ? first : exif).push(comment);
  }
  return { first: sorted(first), exif: sorted(exif) };
}

function textRows(numbers: Readonly<Record<string, number>>, values: Readonly<Record<string, Part>>): Row[] {
  return Object.entries(numbers).flatMap(([name, tag]) => {
    const value = values[name];
    if (value === undefined) return [];
    if (tag === EXIF_TAGS.MakerNote) return [{ tag, type: TYPE_UNDEFINED, data: concat(value) }];
    return [{ tag, type: TYPE_ASCII, data: concat(value, '\0') }];
  });
}

/** TIFF 6.0 §2: entries are in the order of their tags. */
function sorted(rows: Row[]): Row[] {
  return rows.toSorted((a, b) => a.tag - b.tag);
}

/** A grey 16x16 TIFF with further entries, and a UserComment in an Exif directory if one is given. */
export function buildTiffWith(entries: readonly TiffEntry[], userComment?: Part): Bytes {
  const pixels = new Uint8Array(SIDE * SIDE).fill(0x80);
  const exif: TiffEntry[] = [];
  let content = concat(pixels);
  if (userComment !== undefined) {
    const at = HEADER_BYTES + pixels.length;
    const comment = { tag: USER_COMMENT, type: TYPE_UNDEFINED, data: concat(userComment) };
    content = concat(pixels, directory([comment], at, false));
    exif.push({ tag: EXIF_DIRECTORY, type: TYPE_LONG, count: 1, data: le32(at) });
  }
  return buildTiffFile(content, [...imageEntries(pixels.length), ...entries, ...exif]);
}

/** The same picture as a BigTIFF: offsets and counts of eight bytes. */
export function buildBigTiff(entries: readonly TiffEntry[]): Bytes {
  const head = concat('II', le16(43, 8, 0));
  const at = 16;
  const pixels = new Uint8Array(SIDE * SIDE).fill(0x80);
  const rows = [...imageEntries(pixels.length, at), ...entries].toSorted((a, b) => a.tag - b.tag);
  let offset = at + pixels.length;
  const values: Bytes[] = [];
  const list = rows.map(({ tag, type, count, data }) => {
    const start = concat(le16(tag, type), le32(count, 0));
    if (data.length <= 8) return concat(start, data, new Uint8Array(8 - data.length));
    const row = concat(start, le32(offset, 0));
    values.push(concat(data));
    offset += data.length;
    return row;
  });
  return concat(head, le32(offset, 0), pixels, ...values, le32(rows.length, 0), ...list, le32(0, 0));
}

/** An entry of bytes, as tag 700 (XMP) has them. */
export function tiffBytes(tag: number, type: 1 | 2 | 7, data: Bytes): TiffEntry {
  return { tag, type, count: data.length, data };
}

function imageEntries(pixelBytes: number, at = HEADER_BYTES): TiffEntry[] {
  const shorts = [
    [256, SIDE],
    [257, SIDE],
    [258, 8],
    [259, 1],
    [262, 1],
    [277, 1],
    [278, SIDE],
  ] as const;
  const longs = [
    [254, 0],
    [273, at],
    [279, pixelBytes],
  ] as const;
  return [
    ...shorts.map(([tag, value]): TiffEntry => ({ tag, type: 3, count: 1, data: le16(value) })),
    ...longs.map(([tag, value]): TiffEntry => ({ tag, type: 4, count: 1, data: le32(value) })),
  ];
}

/** A directory at `at` of the block, with its values after it and no next one. */
function directory(rows: readonly Row[], at: number, motorola: boolean): Bytes {
  const [half, word] = motorola ? [be16, be32] : [le16, le32];
  let offset = at + 2 + rows.length * ENTRY_BYTES + 4;
  const values: Bytes[] = [];
  const list = rows.map(({ tag, type, data }) => {
    const start = concat(half(tag, type), word(type === TYPE_LONG ? 1 : data.length));
    if (data.length <= 4) return concat(start, data, new Uint8Array(4 - data.length));
    const value = concat(data, data.length % 2 === 0 ? [] : [0]);
    const row = concat(start, word(offset));
    values.push(value);
    offset += value.length;
    return row;
  });
  return concat(half(rows.length), ...list, word(0), ...values);
}
