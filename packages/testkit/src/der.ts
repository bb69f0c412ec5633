import { concat, type Bytes, type Part } from './bytes.ts';

/** One ASN.1 value in DER form: a tag, the length, and the parts behind one another. */
export function der(tag: number, ...parts: Part[]): Bytes {
  const content = concat(...parts);
  return concat([tag, ...lengthOf(content.length)], content);
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}
