import {
  addPower,
  DOUBLES,
  END_OF_TURNS,
  FLOATS,
  LARGEST_TRANSFORM,
  separate,
  transform,
  transformDoubles,
  turns,
} from './fourier.ts';
import { addDoubled, components, cutBand } from './fold.ts';
import { bitReversal } from '../signal/fft.ts';
import { moduleOf, type Kernel } from './module.ts';
import { addDifferences, brightness, takeEights, turnRows } from './pixels.ts';

const LEAST_TRANSFORM = 16;
const PAGE_BYTES = 65_536;
/** Vectors that lie within lines of the cache are read faster. */
const ALIGNMENT = 64;

const KERNELS = {
  transform,
  transformDoubles,
  separate,
  addPower,
  components,
  cutBand,
  addDoubled,
  brightness,
  addDifferences,
  turnRows,
  takeEights,
};

type Call<K> = K extends Kernel<infer P> ? (...values: { [At in keyof P]: number }) => void : never;

/** Memory and the functions that work in it, four or more values at a time. Arrays are addresses in it. */
export interface Vectors {
  kernels: { [Name in keyof typeof KERNELS]: Call<(typeof KERNELS)[Name]> };
  /** Makes all of the memory free again, and enough of it. What was there before is gone. */
  begin(bytes: number): void;
  /**
   * The address of so many bytes, with whatever was in them.
   * @throws {RangeError} when fewer are left of what `begin` was asked for
   */
  take(bytes: number): number;
  /** Good until the next `begin`. */
  bytes(at: number, length: number): Uint8Array;
  words16(at: number, length: number): Uint16Array;
  words32(at: number, length: number): Uint32Array;
  floats(at: number, length: number): Float32Array;
  doubles(at: number, length: number): Float64Array;
  /** The address of where the frequencies of a transform stand in its result. */
  orderAt(size: number): number;
}

let compiled: WebAssembly.Module | undefined;

export function createVectors(): Vectors {
  compiled ??= new WebAssembly.Module(moduleOf(KERNELS));
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(compiled, { host: { memory } });
  if (!hasKernels(exports)) throw new TypeError('the module of vectors lacks a kernel');
  const orderAt = (size: number): number => END_OF_TURNS + 4 * (size - LEAST_TRANSFORM);
  const start = orderAt(2 * LARGEST_TRANSFORM);
  const reserve = (bytes: number): void => {
    const missing = bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  };
  reserve(start);
  const numbers = turns();
  new Float64Array(memory.buffer, DOUBLES.turnsAt, numbers.length).set(numbers);
  new Float32Array(memory.buffer, FLOATS.turnsAt, numbers.length).set(numbers);
  for (let size = LEAST_TRANSFORM; size <= LARGEST_TRANSFORM; size *= 2) {
    new Uint32Array(memory.buffer, orderAt(size), size).set(bitReversal(size));
  }
  let [free, end] = [start, start];
  return {
    kernels: exports,
    begin(bytes) {
      free = Math.ceil(start / ALIGNMENT) * ALIGNMENT;
      end = free + bytes;
      reserve(end);
    },
    take(bytes) {
      const at = free;
      free += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
      if (free > end) throw new RangeError(`no memory for ${bytes} bytes of vectors`);
      return at;
    },
    bytes: (at, length) => new Uint8Array(memory.buffer, at, length),
    words16: (at, length) => new Uint16Array(memory.buffer, at, length),
    words32: (at, length) => new Uint32Array(memory.buffer, at, length),
    floats: (at, length) => new Float32Array(memory.buffer, at, length),
    doubles: (at, length) => new Float64Array(memory.buffer, at, length),
    orderAt,
  };
}

/** The module was made of these very kernels. */
function hasKernels(exports: object): exports is Vectors['kernels'] {
  return Object.keys(KERNELS).every((name) => typeof Reflect.get(exports, name) === 'function');
}
