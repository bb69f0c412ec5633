import { f32x4, f64x2, i32, v128, word, type Code, type Vector, type Word } from './instructions.ts';
import { choose, count, kernel, whilst, type Four, type Kernel, type Local, type Scope } from './module.ts';

/**
 * Fourier transforms of several series at once, one in each lane of the vectors: four in floats, or two in doubles. A value is 32
 * bytes: a vector of real parts, and then one of imaginary ones.
 */
export const VALUE_BYTES = 32;
const IMAGINARY = 16;

/** A kind of numbers in the lanes, and where the turns of the stages stand in that kind. */
interface Lanes {
  numbers: Pick<typeof f64x2, 'add' | 'sub' | 'mul'>;
  /** Of a number. */
  bytes: 4 | 8;
  splat: (at: Word, offset: number) => Vector;
  turnsAt: number;
}

export const LARGEST_TRANSFORM = 4096;

/** Of the turns for a place of a quarter: cosine and sine of one, two and three steps. */
const TURN_NUMBERS = 6;
/** For stages over 8, 16, 32 … values, one after the other. */
const NUMBERS_OF_TURNS = (TURN_NUMBERS * (2 * LARGEST_TRANSFORM - 8)) / 4;

export const DOUBLES: Lanes = { numbers: f64x2, bytes: 8, splat: v128.load64Splat, turnsAt: 0 };
export const FLOATS: Lanes = {
  numbers: f32x4,
  bytes: 4,
  splat: v128.load32Splat,
  turnsAt: NUMBERS_OF_TURNS * DOUBLES.bytes,
};
export const END_OF_TURNS = FLOATS.turnsAt + NUMBERS_OF_TURNS * FLOATS.bytes;

/** All the turns of one kind, in order. */
export function turns(): Float64Array {
  const numbers: number[] = [];
  for (let span = 8; span <= LARGEST_TRANSFORM; span *= 2) {
    for (let place = 0; place < span / 4; place++) {
      for (const step of [1, 2, 3]) {
        const angle = (-2 * Math.PI * place * step) / span;
        numbers.push(Math.cos(angle), Math.sin(angle));
      }
    }
  }
  return Float64Array.from(numbers);
}

type Complex<T extends Vector = Vector> = readonly [re: T, im: T];

const load = (at: Word): Complex => [v128.load(at), v128.load(at, IMAGINARY)];
const store = (at: Word, [re, im]: Complex): Code => [...v128.store(at, re), ...v128.store(at, im, IMAGINARY)];
const keep = ([re, im]: Complex<Local<'v128'>>, value: Complex): Code => [...re.set(value[0]), ...im.set(value[1])];
const complex = (scope: Scope): Complex<Local<'v128'>> => [scope.vector(), scope.vector()];
const four = (scope: Scope): Four<Complex<Local<'v128'>>> => [
  complex(scope),
  complex(scope),
  complex(scope),
  complex(scope),
];

/** Bytes of the first halves of two vectors. */
const FIRST_HALVES = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];

type Both = (one: Complex, other: Complex) => Complex;

function arithmetic({ add, sub, mul }: Lanes['numbers']): Record<'sum' | 'gap' | 'turnedGap' | 'product', Both> {
  return {
    sum: ([a, b], [c, d]) => [add(a, c), add(b, d)],
    gap: ([a, b], [c, d]) => [sub(a, c), sub(b, d)],
    /** The difference, turned back by a quarter. */
    turnedGap: ([a, b], [c, d]) => [sub(b, d), sub(c, a)],
    product: ([a, b], [c, d]) => [sub(mul(a, c), mul(b, d)), add(mul(a, d), mul(b, c))],
  };
}

/** In place, by decimation in frequency in steps of four. The result is in bit-reversed order. */
function transformOf(lanes: Lanes): Kernel<readonly ['values', 'size']> {
  return kernel(['values', 'size'], ({ values, size }, scope) => {
    const [span, block, end] = [scope.word(), scope.word(), scope.word()];
    return [
      end.set(i32.add(values, i32.mul(size, word(VALUE_BYTES)))),
      span.set(size),
      whilst(i32.geU(span, word(8)), [
        count(block, values, end, i32.mul(span, word(VALUE_BYTES)), turnQuarters(lanes, block, span, scope)),
        span.set(i32.shrU(span, word(2))),
      ]),
      choose(
        i32.eq(span, word(4)),
        [count(block, values, end, word(4 * VALUE_BYTES), finishByFour(lanes, block, scope))],
        [count(block, values, end, word(2 * VALUE_BYTES), finishByTwo(lanes, block, scope))],
      ),
    ];
  });
}

export const transform = transformOf(FLOATS);
export const transformDoubles = transformOf(DOUBLES);

function turnQuarters({ numbers, bytes, splat, turnsAt }: Lanes, block: Word, span: Word, scope: Scope): Code[] {
  const { sum, gap, turnedGap, product } = arithmetic(numbers);
  const [quarter, first, at1, at2] = [scope.word(), scope.word(), scope.word(), scope.word()];
  const [at3, at] = [scope.word(), scope.word()];
  const [a, b, c, d] = four(scope);
  const [evenSum, evenGap] = [complex(scope), complex(scope)];
  const turn = (number: number): Code => {
    const offset = turnsAt + number * bytes;
    return keep(a, [splat(at, offset), splat(at, offset + bytes)]);
  };
  return [
    quarter.set(i32.mul(span, word(VALUE_BYTES / 4))),
    // The shorter stages take `span - 8` places of a quarter.
    at.set(i32.mul(i32.sub(span, word(8)), word((TURN_NUMBERS * bytes) / 4))),
    count(first, block, i32.add(block, quarter), word(VALUE_BYTES), [
      at1.set(i32.add(first, quarter)),
      at2.set(i32.add(at1, quarter)),
      at3.set(i32.add(at2, quarter)),
      keep(a, load(first)),
      keep(b, load(at1)),
      keep(c, load(at2)),
      keep(d, load(at3)),
      keep(evenSum, sum(a, c)),
      keep(evenGap, gap(a, c)),
      keep(a, sum(b, d)),
      keep(c, turnedGap(b, d)),
      store(first, sum(evenSum, a)),
      keep(d, gap(evenSum, a)),
      turn(2),
      store(at1, product(d, a)),
      keep(d, sum(evenGap, c)),
      turn(0),
      store(at2, product(d, a)),
      keep(d, gap(evenGap, c)),
      turn(4),
      store(at3, product(d, a)),
      at.set(i32.add(at, word(TURN_NUMBERS * bytes))),
    ]),
  ];
}

/** The last stage of a size that is a power of four: nothing to turn. */
function finishByFour({ numbers }: Lanes, block: Word, scope: Scope): Code[] {
  const { sum, gap, turnedGap } = arithmetic(numbers);
  const [a, b, c, d] = four(scope);
  const [evenSum, evenGap] = [complex(scope), complex(scope)];
  const at = (place: number): Word => i32.add(block, word(place * VALUE_BYTES));
  return [
    keep(a, load(block)),
    keep(b, load(at(1))),
    keep(c, load(at(2))),
    keep(d, load(at(3))),
    keep(evenSum, sum(a, c)),
    keep(evenGap, gap(a, c)),
    keep(a, sum(b, d)),
    keep(c, turnedGap(b, d)),
    store(block, sum(evenSum, a)),
    store(at(1), gap(evenSum, a)),
    store(at(2), sum(evenGap, c)),
    store(at(3), gap(evenGap, c)),
  ];
}

function finishByTwo({ numbers }: Lanes, block: Word, scope: Scope): Code[] {
  const { sum, gap } = arithmetic(numbers);
  const [a, b] = [complex(scope), complex(scope)];
  const other = i32.add(block, word(VALUE_BYTES));
  return [keep(a, load(block)), keep(b, load(other)), store(block, sum(a, b)), store(other, gap(a, b))];
}

/**
 * Two groups of four series in doubles went through two transforms, two lanes in each, the second group as the imaginary part of
 * the first. Here they are taken apart, up to half of the size, as floats.
 */
export const separate = kernel(
  ['firstLanes', 'lastLanes', 'order', 'size', 'one', 'other'],
  ({ firstLanes, lastLanes, order, size, one, other }, scope) => {
    const [k, place, mirrored] = [scope.word(), scope.word(), scope.word()];
    const [a, b, c, d] = four(scope);
    const offsetOf = (frequency: Word): Word =>
      i32.mul(i32.load(i32.add(order, i32.shl(frequency, word(2)))), word(VALUE_BYTES));
    const floats = (first: Vector, last: Vector): Vector =>
      v128.shuffle(f32x4.demoteF64x2(first), f32x4.demoteF64x2(last), FIRST_HALVES);
    const halved = (value: Vector): Vector => f32x4.mul(value, f32x4.splat(0.5));
    const { add, sub } = f64x2;
    return [
      count(k, word(0), i32.add(i32.shrU(size, word(1)), word(1)), word(1), [
        place.set(offsetOf(k)),
        mirrored.set(offsetOf(i32.and(i32.sub(size, k), i32.sub(size, word(1))))),
        keep(a, load(i32.add(firstLanes, place))),
        keep(b, load(i32.add(firstLanes, mirrored))),
        keep(c, load(i32.add(lastLanes, place))),
        keep(d, load(i32.add(lastLanes, mirrored))),
        store(one, [
          halved(floats(add(a[0], b[0]), add(c[0], d[0]))),
          halved(floats(sub(a[1], b[1]), sub(c[1], d[1]))),
        ]),
        store(other, [
          halved(floats(add(a[1], b[1]), add(c[1], d[1]))),
          halved(floats(sub(b[0], a[0]), sub(d[0], c[0]))),
        ]),
        one.set(i32.add(one, word(VALUE_BYTES))),
        other.set(i32.add(other, word(VALUE_BYTES))),
      ]),
    ];
  },
);

/** Adds up what each value has of power: four floats for each. */
export const addPower = kernel(['values', 'amount', 'sums'], ({ values, amount, sums }, scope) => {
  const end = scope.word();
  const at = scope.word();
  const [re, im] = complex(scope);
  const power = f32x4.add(f32x4.mul(re, re), f32x4.mul(im, im));
  return [
    end.set(i32.add(values, i32.mul(amount, word(VALUE_BYTES)))),
    count(at, values, end, word(VALUE_BYTES), [
      keep([re, im], load(at)),
      v128.store(sums, f32x4.add(v128.load(sums), power)),
      sums.set(i32.add(sums, word(16))),
    ]),
  ];
});
