/** Builders of hostile and ordinary bytes for tests. */

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export type Bytes = Uint8Array<ArrayBuffer>;

/** Text is written as UTF-8. */
export type Part = Uint8Array | readonly number[] | string;

export function concat(...parts: Part[]): Bytes {
  const arrays = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const bytes = new Uint8Array(arrays.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of arrays) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Numbers of so many bytes each, the lowest byte first. */
export function littleEndian(width: 2 | 4, ...values: number[]): Bytes {
  return concat(
    ...values.map((value) => Array.from({ length: width }, (_, index) => Math.floor(value / 256 ** index) & 0xff)),
  );
}

/** Numbers of so many bytes each, the highest byte first. */
export function bigEndian(width: 2 | 4, ...values: number[]): Bytes {
  return concat(...values.map((value) => littleEndian(width, value).toReversed()));
}

export function u32(value: number): Bytes {
  return bigEndian(4, value);
}

export function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

/** A box of the ISO kind: 32-bit length, four characters, content. */
export function box(type: string, ...content: Part[]): Bytes {
  const body = concat(...content);
  return concat(u32(body.length + 8), ascii(type), body);
}

/** A JUMBF superbox with a label; `type` is the first four characters of its content type. */
export function superBox(type: string, label: string, ...children: Uint8Array[]): Uint8Array {
  const uuid = concat(ascii(type), Buffer.from('00110010800000aa00389b71', 'hex'));
  return box('jumb', box('jumd', uuid, [0x03], Buffer.from(label), [0]), ...children);
}
