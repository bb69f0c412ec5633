import { concat, copyBytes, type Bytes, type Part } from './bytes.ts';
import { seededRandom } from './seeded-random.ts';

/** Bytes [start, start + length) of a file. */
export interface ByteRange {
  start: number;
  length: number;
}

/** Every function here gives back a new array and leaves its argument alone; an offset outside it is a RangeError. */
export function flipBit(bytes: Uint8Array, offset: number, bit = 0): Bytes {
  return exchangeByte(bytes, offset, (byte) => byte ^ (1 << (bit & 7)));
}

/** Turns over all eight bits. */
export function flipByte(bytes: Uint8Array, offset: number): Bytes {
  return exchangeByte(bytes, offset, (byte) => byte ^ 0xff);
}

export function setByte(bytes: Uint8Array, offset: number, value: number): Bytes {
  return exchangeByte(bytes, offset, () => value);
}

/**
 * Replaces one character by another letter: never the same one, as a fixed letter might be. The last character of Base64 may
 * hold bits that mean nothing, so change an earlier one there.
 */
export function changeCharacter(text: string, index: number): string {
  if (!Number.isSafeInteger(index) || index < 0 || index >= text.length) {
    throw new RangeError(`There is no character ${index} in a text of ${text.length}`);
  }
  return text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1);
}

/** Keeps the first `length` bytes. */
export function truncate(bytes: Uint8Array, length: number): Bytes {
  checkRange(bytes, { start: 0, length });
  return copyBytes(bytes.subarray(0, length));
}

/** Puts `part` before the byte at `offset`; the length of the file appends. */
export function insert(bytes: Uint8Array, offset: number, part: Part): Bytes {
  checkRange(bytes, { start: offset, length: 0 });
  return concat(bytes.subarray(0, offset), part, bytes.subarray(offset));
}

export function remove(bytes: Uint8Array, range: ByteRange): Bytes {
  checkRange(bytes, range);
  return concat(bytes.subarray(0, range.start), bytes.subarray(range.start + range.length));
}

/** Writes a range twice, one copy after the other. */
export function duplicate(bytes: Uint8Array, range: ByteRange): Bytes {
  checkRange(bytes, range);
  const end = range.start + range.length;
  return concat(bytes.subarray(0, end), bytes.subarray(range.start, end), bytes.subarray(end));
}

/** Exchanges two ranges of any lengths. They must not overlap. */
export function swap(bytes: Uint8Array, one: ByteRange, other: ByteRange): Bytes {
  checkRange(bytes, one);
  checkRange(bytes, other);
  const [first, second] = one.start <= other.start ? [one, other] : [other, one];
  const firstEnd = first.start + first.length;
  const secondEnd = second.start + second.length;
  if (firstEnd > second.start) throw new RangeError('Overlapping ranges cannot be exchanged');
  return concat(
    bytes.subarray(0, first.start),
    bytes.subarray(second.start, secondEnd),
    bytes.subarray(firstEnd, second.start),
    bytes.subarray(first.start, firstEnd),
    bytes.subarray(secondEnd),
  );
}

/** The offsets a hard binding covers, sampled: up to `count` different ones outside `exclusions`, ascending. */
export function coveredOffsets(
  file: Uint8Array,
  exclusions: readonly ByteRange[],
  { count = 100, seed = 1 }: { count?: number; seed?: number } = {},
): number[] {
  const gaps = coveredRanges(file.length, exclusions);
  const total = gaps.reduce((sum, gap) => sum + gap.length, 0);
  if (total <= count) return gaps.flatMap((gap) => Array.from({ length: gap.length }, (_, index) => gap.start + index));
  const random = seededRandom(seed);
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(offsetAt(gaps, random.below(total)));
  return [...chosen].toSorted((a, b) => a - b);
}

/** What is left of a file of `length` bytes without `exclusions`, which may overlap and come in any order. */
export function coveredRanges(length: number, exclusions: readonly ByteRange[]): ByteRange[] {
  const ranges: ByteRange[] = [];
  let at = 0;
  for (const exclusion of exclusions.toSorted((a, b) => a.start - b.start)) {
    if (exclusion.start > at) ranges.push({ start: at, length: Math.min(exclusion.start, length) - at });
    at = Math.max(at, exclusion.start + exclusion.length);
  }
  if (at < length) ranges.push({ start: at, length: length - at });
  return ranges.filter((range) => range.length > 0);
}

function offsetAt(ranges: readonly ByteRange[], index: number): number {
  let left = index;
  for (const range of ranges) {
    if (left < range.length) return range.start + left;
    left -= range.length;
  }
  throw new RangeError(`There is no covered byte ${index}`);
}

function exchangeByte(bytes: Uint8Array, offset: number, change: (byte: number) => number): Bytes {
  checkRange(bytes, { start: offset, length: 1 });
  const out = copyBytes(bytes);
  out[offset] = change(out[offset] ?? 0);
  return out;
}

function checkRange(bytes: Uint8Array, { start, length }: ByteRange): void {
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(length);
  if (!whole || start < 0 || length < 0 || start + length > bytes.length) {
    throw new RangeError(`Bytes ${start} to ${start + length} are not all in a file of ${bytes.length}`);
  }
}
