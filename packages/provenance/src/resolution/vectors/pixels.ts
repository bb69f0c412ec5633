import { i16x8, i32, i32x4, i8x16, v128, word, type Code, type Vector } from './instructions.ts';
import { count, kernel } from './module.ts';

/** Pixels that the kernel of brightness takes in one step. */
export const PIXELS_AT_ONCE = 16;

const words16 = (...values: number[]): Vector =>
  v128.bytes([...new Uint8Array(Int16Array.from({ length: 8 }, (_, at) => values[at % values.length] ?? 0).buffer)]);
const words32 = (value: number): Vector =>
  v128.bytes([...new Uint8Array(Int32Array.from([0, 1, 2, 3], () => value).buffer)]);

/** Two of the three bytes of each of four pixels, as words of 16 bits. */
function twoOf(pixels: Vector, channel: number): Vector {
  const places = [0, 3, 6, 9].flatMap((first) => [first + channel, 255, first + channel + 1, 255]);
  return v128.swizzle(pixels, v128.bytes(places));
}

/**
 * The brightness of sixteen pixels at a time by the weights of BT.601, 19595, 38470 and 7471 of 65536. That of green is beyond
 * what a signed word of 16 bits holds: it is added twice, by half.
 */
export const brightness = kernel(['colours', 'pixels', 'into'], ({ colours, pixels, into }, scope) => {
  const at = scope.word();
  const four = scope.vector();
  const quarter = scope.fourVectors();
  const halfGreen = 38_470 / 2;
  const sum = i32x4.add(
    i32x4.add(
      i32x4.dot(twoOf(four, 0), words16(19_595, halfGreen)),
      i32x4.dot(twoOf(four, 1), words16(halfGreen, 7471)),
    ),
    words32(32_768),
  );
  const [a, b, c, d] = quarter;
  return [
    count(at, word(0), pixels, word(PIXELS_AT_ONCE), [
      ...quarter.flatMap((part, k): Code[] => [four.set(v128.load(colours, 12 * k)), part.set(i32x4.shrU(sum, 16))]),
      v128.store(into, i8x16.narrowI16x8U(i16x8.narrowI32x4U(a, b), i16x8.narrowI32x4U(c, d))),
      colours.set(i32.add(colours, word(3 * PIXELS_AT_ONCE))),
      into.set(i32.add(into, word(PIXELS_AT_ONCE))),
    ]),
  ];
});

/** Edges count no more than this, in levels of grey, so that none of them stands for a whole line. */
const MOST = 24;

/**
 * Adds the sizes of the first and second differences along a line, eight pixels at a time: at each pixel but the first, that to
 * the pixel before, and that between its two differences. Sums are words of 16 bits.
 */
export const addDifferences = kernel(
  ['line', 'length', 'first', 'second'],
  ({ line, length, first, second }, scope) => {
    const at = scope.word();
    const [before, after] = [scope.vector(), scope.vector()];
    const clipped = (difference: Vector): Vector => i16x8.minS(i16x8.abs(difference), words16(MOST));
    return [
      count(at, word(1), length, word(8), [
        before.set(i16x8.sub(v128.load8x8U(line, 1), v128.load8x8U(line))),
        after.set(i16x8.sub(v128.load8x8U(line, 2), v128.load8x8U(line, 1))),
        v128.store(first, i16x8.add(v128.load(first, 2), clipped(before)), 2),
        v128.store(second, i16x8.add(v128.load(second, 2), clipped(i16x8.sub(after, before))), 2),
        line.set(i32.add(line, word(8))),
        first.set(i32.add(first, word(16))),
        second.set(i32.add(second, word(16))),
      ]),
    ];
  },
);

/** Places of the bytes of two vectors in turn, `bytes` of each, from the lower or the upper halves of both. */
function alternating(bytes: 1 | 2 | 4, half: 0 | 8): number[] {
  return Array.from({ length: 16 }, (_, at) => {
    const [unit, byte] = [Math.trunc(at / bytes), at % bytes];
    return half + (unit >> 1) * bytes + byte + (unit % 2) * 16;
  });
}

/** Of eight rows, the first of them at `from`, the eight bytes of each place along them; eight places at a time. */
export const turnRows = kernel(['from', 'apart', 'length', 'into'], ({ from, apart, length, into }, scope) => {
  const at = scope.word();
  const row = scope.word();
  const [a, b, c, d] = scope.fourVectors();
  const [e, f, g, h] = scope.fourVectors();
  const rows = [a, b, c, d, e, f, g, h];
  const low = (one: Vector, other: Vector, bytes: 1 | 2 | 4): Vector => v128.shuffle(one, other, alternating(bytes, 0));
  const high = (one: Vector, other: Vector, bytes: 1 | 2 | 4): Vector =>
    v128.shuffle(one, other, alternating(bytes, 8));
  return [
    count(at, word(0), length, word(8), [
      row.set(from),
      ...rows.flatMap((one) => [one.set(v128.load64(row)), row.set(i32.add(row, apart))]),
      // Pairs of rows, then fours, then all eight.
      a.set(low(a, b, 1)),
      c.set(low(c, d, 1)),
      e.set(low(e, f, 1)),
      g.set(low(g, h, 1)),
      b.set(high(a, c, 2)),
      a.set(low(a, c, 2)),
      f.set(high(e, g, 2)),
      e.set(low(e, g, 2)),
      v128.store(into, low(a, e, 4)),
      v128.store(into, high(a, e, 4), 16),
      v128.store(into, low(b, f, 4), 32),
      v128.store(into, high(b, f, 4), 48),
      from.set(i32.add(from, word(8))),
      into.set(i32.add(into, word(64))),
    ]),
  ];
});

/** Eight bytes of a row at each of several offsets, written `apart` bytes from one another. */
export const takeEights = kernel(
  ['row', 'offsets', 'amount', 'into', 'apart'],
  ({ row, offsets, amount, into, apart }, scope) => {
    const at = scope.word();
    return [
      count(at, word(0), amount, word(1), [
        v128.store64(into, v128.load64(i32.add(row, i32.load(offsets)))),
        offsets.set(i32.add(offsets, word(4))),
        into.set(i32.add(into, apart)),
      ]),
    ];
  },
);
