/** Bytes in memory of their own, as `Blob`, WASM and webcrypto want them; never a pooled `Buffer`. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Anything the builders put into a file: text is written as UTF-8. */
export type Part = Uint8Array | readonly number[] | string;

/** Joins parts into one array. */
export function concat(...parts: Part[]): Bytes {
  const arrays = parts.map((part) => (part instanceof Uint8Array ? part : toBytes(part)));
  const out = new Uint8Array(arrays.reduce((sum, array) => sum + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    out.set(array, at);
    at += array.length;
  }
  return out;
}

function toBytes(part: readonly number[] | string): Uint8Array {
  return typeof part === 'string' ? new TextEncoder().encode(part) : Uint8Array.from(part);
}

/** Copies bytes of any origin (also a pooled `Buffer`) into an array of their own. */
export function copyBytes(bytes: Uint8Array): Bytes {
  const out = new Uint8Array(bytes.length);
  out.set(bytes);
  return out;
}

export function fromHex(hex: string): Bytes {
  return copyBytes(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'));
}

export function u8(...values: number[]): Bytes {
  return Uint8Array.from(values);
}

export function be16(...values: number[]): Bytes {
  return pack(values, 2, (view, at, value) => view.setUint16(at, value));
}

export function be32(...values: number[]): Bytes {
  return pack(values, 4, (view, at, value) => view.setUint32(at, value));
}

export function be64(...values: (number | bigint)[]): Bytes {
  return pack(values, 8, (view, at, value) => view.setBigUint64(at, BigInt(value)));
}

export function le16(...values: number[]): Bytes {
  return pack(values, 2, (view, at, value) => view.setUint16(at, value, true));
}

export function le32(...values: number[]): Bytes {
  return pack(values, 4, (view, at, value) => view.setUint32(at, value, true));
}

function pack<Value extends number | bigint>(
  values: Value[],
  width: number,
  write: (view: DataView<ArrayBuffer>, at: number, value: Value) => void,
): Bytes {
  const out = new Uint8Array(values.length * width);
  const view = new DataView(out.buffer);
  for (const [index, value] of values.entries()) write(view, index * width, value);
  return out;
}

/** First offset of `needle` in `haystack` at or after `from`; -1 when absent. */
export function indexOfBytes(haystack: Uint8Array, needle: Part, from = 0): number {
  return Buffer.from(haystack.buffer, haystack.byteOffset, haystack.length).indexOf(Buffer.from(concat(needle)), from);
}
