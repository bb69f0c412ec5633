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
