import { concat } from '@revera/testkit';

interface TiffOptions {
  packet?: string;
  isBig?: boolean;
  littleEndian?: boolean;
  /** Further entries of the first directory: a tag and its text. */
  texts?: readonly { tag: number; type: number; value: Uint8Array }[];
}

/** A grey TIFF of 16 by 16, in any of the four layouts; what does not fit an entry is after the picture. */
export function tiffWithXmp({ packet, isBig = false, littleEndian = true, texts = [] }: TiffOptions): Uint8Array {
  const word = (value: number, bytes: number): Uint8Array => {
    const out = new Uint8Array(bytes);
    const view = new DataView(out.buffer);
    if (bytes === 8) view.setBigUint64(0, BigInt(value), littleEndian);
    else if (bytes === 4) view.setUint32(0, value, littleEndian);
    else view.setUint16(0, value, littleEndian);
    return out;
  };
  const [size, countSize, head] = isBig ? [8, 8, 16] : [4, 2, 8];
  const pixels = Uint8Array.from({ length: 256 }, (_, index) => (index * 3) & 255);
  const values: Uint8Array[] = [];
  let end = head + pixels.length;
  const row = (
    tag: number,
    type: number,
    value: Uint8Array,
    count = value.length,
  ): { tag: number; bytes: Uint8Array } => {
    const start = concat(word(tag, 2), word(type, 2), word(count, size));
    if (value.length <= size) return { tag, bytes: concat(start, value, new Uint8Array(size - value.length)) };
    const even = concat(value, value.length % 2 === 0 ? [] : [0]);
    values.push(even);
    end += even.length;
    return { tag, bytes: concat(start, word(end - even.length, size)) };
  };
  const rows = [
    row(256, 3, word(16, 2), 1),
    row(257, 3, word(16, 2), 1),
    row(258, 3, word(8, 2), 1),
    row(259, 3, word(1, 2), 1),
    row(262, 3, word(1, 2), 1),
    row(273, 4, word(head, 4), 1),
    row(277, 3, word(1, 2), 1),
    row(278, 3, word(16, 2), 1),
    row(279, 4, word(pixels.length, 4), 1),
    ...texts.map(({ tag, type, value }) => row(tag, type, value)),
    ...(packet === undefined ? [] : [row(700, 1, new TextEncoder().encode(packet))]),
  ].toSorted((a, b) => a.tag - b.tag);
  const directory = concat(word(rows.length, countSize), ...rows.map(({ bytes }) => bytes), word(0, size));
  const magic = isBig ? concat(word(43, 2), word(8, 2), word(0, 2)) : word(42, 2);
  return concat(littleEndian ? 'II' : 'MM', magic, word(end, size), pixels, ...values, directory);
}
