import { concat, le16, le32, u8, type Bytes } from '../bytes.ts';
import { missingBytes, type SizeOption } from './padding.ts';

/** One entry of an image file directory; `data` holds `count` values of `type`, little-endian. */
export interface TiffEntry {
  tag: number;
  type: TiffType;
  count: number;
  data: Uint8Array;
}

/** TIFF 6.0 field types in use here. */
export type TiffType = 1 | 2 | 3 | 4 | 7;

const SIDE = 16;
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const PRIVATE_PADDING_TAG = 65_000;
const LINEAR_RAW = 34_892;

/** A 16x16 uncompressed grey TIFF; `sizeBytes` is reached with a private tag. */
export function buildTiff(options: SizeOption = {}): Bytes {
  return padded(options, 1, [short(262, 1)]);
}

/** A 16x16 linear raw DNG 1.4; `sizeBytes` is reached with a private tag. */
export function buildDng(options: SizeOption = {}): Bytes {
  return padded(options, 3, [
    short(262, LINEAR_RAW),
    { tag: 50_706, type: 1, count: 4, data: u8(1, 4, 0, 0) },
    { tag: 50_707, type: 1, count: 4, data: u8(1, 1, 0, 0) },
    { tag: 50_708, type: 2, count: 12, data: concat('Revera Test\0') },
  ]);
}

function padded(options: SizeOption, samples: number, extra: TiffEntry[]): Bytes {
  const missing = missingBytes(options, image(samples, extra).length);
  if (missing === 0) return image(samples, extra);
  // Content of four bytes and less would lie in the entry itself; odd content shifts the directory by one.
  const length = missing - ENTRY_BYTES;
  if (length <= 4 || length % 2 === 1) throw new RangeError(`${missing} bytes are missing: 18 or more, even`);
  const data = new Uint8Array(length).fill(0x50);
  return image(samples, [...extra, { tag: PRIVATE_PADDING_TAG, type: 7, count: length, data }]);
}

function image(samples: number, extra: TiffEntry[]): Bytes {
  const pixels = Uint8Array.from({ length: SIDE * SIDE * samples }, (_, index) => (index * 3) & 255);
  const depths = le16(...Array.from({ length: samples }, () => 8));
  return buildTiffFile(pixels, [
    { tag: 254, type: 4, count: 1, data: le32(0) },
    short(256, SIDE),
    short(257, SIDE),
    { tag: 258, type: 3, count: samples, data: depths },
    short(259, 1),
    { tag: 273, type: 4, count: 1, data: le32(HEADER_BYTES) },
    short(277, samples),
    short(278, SIDE),
    { tag: 279, type: 4, count: 1, data: le32(pixels.length) },
    ...extra,
  ]);
}

/** Header, pixel data at offset 8, values that do not fit their entry, then one directory (entries sorted by tag). */
export function buildTiffFile(pixels: Uint8Array, entries: readonly TiffEntry[]): Bytes {
  const values: Bytes[] = [];
  let offset = HEADER_BYTES + pixels.length;
  const rows = entries
    .toSorted((a, b) => a.tag - b.tag)
    .map(({ tag, type, count, data }) => {
      if (data.length <= 4) return concat(le16(tag, type), le32(count), data, new Uint8Array(4 - data.length));
      const row = concat(le16(tag, type), le32(count, offset));
      const value = concat(data, data.length % 2 === 0 ? [] : [0]);
      values.push(value);
      offset += value.length;
      return row;
    });
  const header = concat('II', le16(42), le32(offset));
  return concat(header, pixels, ...values, le16(entries.length), ...rows, le32(0));
}

function short(tag: number, value: number): TiffEntry {
  return { tag, type: 3, count: 1, data: le16(value) };
}
