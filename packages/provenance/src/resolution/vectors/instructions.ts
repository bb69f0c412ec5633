/**
 * Instructions of WebAssembly with its vectors of 128 bits, written by hand: as many as the kernels need, under the names of the
 * specification (WebAssembly 2.0, §5.4). Each is a piece of code as bytes; the types keep words and vectors apart.
 */
export type Code = readonly number[];

export type ValueType = 'i32' | 'v128';

/** Code that leaves one value. */
export interface Value<T extends ValueType> {
  readonly type: T;
  readonly code: Code;
}

/** A 32-bit integer, which is also an address. */
export type Word = Value<'i32'>;
/** Four floats, four or eight integers, or sixteen bytes: the instruction decides. */
export type Vector = Value<'v128'>;

/** Unsigned LEB128. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}

/** Signed LEB128. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    if (rest >= -64 && rest < 64) return [...bytes, rest & 127];
    bytes.push((rest & 127) | 128);
  }
}

export function word(value: number): Word {
  return { type: 'i32', code: [0x41, ...signed(value)] };
}

function ofWords(opcode: number): (one: Word, other: Word) => Word {
  return (one, other) => ({ type: 'i32', code: [...one.code, ...other.code, opcode] });
}

export const i32 = {
  add: ofWords(0x6a),
  sub: ofWords(0x6b),
  mul: ofWords(0x6c),
  and: ofWords(0x71),
  shl: ofWords(0x74),
  shrU: ofWords(0x76),
  eq: ofWords(0x46),
  geU: ofWords(0x4f),
  load: (at: Word, offset = 0): Word => ({ type: 'i32', code: [...at.code, 0x28, 0, ...unsigned(offset)] }),
};

/** Vector instructions have a prefix. */
const vectorCode = (opcode: number): number[] => [0xfd, ...unsigned(opcode)];

function ofVectors(opcode: number): (one: Vector, other: Vector) => Vector {
  return (one, other) => ({ type: 'v128', code: [...one.code, ...other.code, ...vectorCode(opcode)] });
}

function ofVector(opcode: number): (one: Vector) => Vector {
  return (one) => ({ type: 'v128', code: [...one.code, ...vectorCode(opcode)] });
}

function loading(opcode: number): (at: Word, offset?: number) => Vector {
  return (at, offset = 0) => ({
    type: 'v128',
    code: [...at.code, ...vectorCode(opcode), 0, ...unsigned(offset)],
  });
}

function shifting(opcode: number): (one: Vector, by: number) => Vector {
  return (one, by) => ({ type: 'v128', code: [...one.code, ...word(by).code, ...vectorCode(opcode)] });
}

export const v128 = {
  load: loading(0),
  /** Eight bytes become eight words of 16 bits. */
  load8x8U: loading(2),
  /** One float in all four places, or one double in both. */
  load32Splat: loading(9),
  load64Splat: loading(10),
  store: (at: Word, value: Vector, offset = 0): Code => [
    ...at.code,
    ...value.code,
    ...vectorCode(11),
    0,
    ...unsigned(offset),
  ],
  /** The first eight bytes. */
  store64: (at: Word, value: Vector): Code => [...at.code, ...value.code, ...vectorCode(91), 0, 0, 0],
  /** Eight bytes, and zeros. */
  load64: loading(93),
  bytes: (bytes: readonly number[]): Vector => ({ type: 'v128', code: [...vectorCode(12), ...bytes] }),
  /** Bytes of two vectors by their places, 0 to 31. */
  shuffle: (one: Vector, other: Vector, places: readonly number[]): Vector => ({
    type: 'v128',
    code: [...one.code, ...other.code, ...vectorCode(13), ...places],
  }),
  /** Bytes by their places; a place above 15 gives zero. */
  swizzle: ofVectors(14),
};

export const i8x16 = { narrowI16x8U: ofVectors(102) };

export const i16x8 = {
  abs: ofVector(128),
  add: ofVectors(142),
  sub: ofVectors(145),
  minS: ofVectors(150),
  narrowI32x4U: ofVectors(134),
};

export const i32x4 = {
  extendLowS: ofVector(167),
  shrU: shifting(173),
  add: ofVectors(174),
  /** Sums of two neighbouring products of 16 bits. */
  dot: ofVectors(186),
};

export const f32x4 = {
  sqrt: ofVector(227),
  add: ofVectors(228),
  sub: ofVectors(229),
  mul: ofVectors(230),
  div: ofVectors(231),
  /** Two doubles become the first two of four floats; the others are zero. */
  demoteF64x2: ofVector(94),
  splat: (value: number): Vector => v128.bytes([...new Uint8Array(new Float32Array(4).fill(value).buffer)]),
};

export const f64x2 = {
  add: ofVectors(240),
  sub: ofVectors(241),
  mul: ofVectors(242),
  /** The first two of four integers. */
  convertLowI32x4: ofVector(254),
  of: (one: number, other: number): Vector => v128.bytes([...new Uint8Array(Float64Array.of(one, other).buffer)]),
};

/** Zero in `bytes` bytes from an address. */
export function clear(at: Word, bytes: Word): Code {
  return [...at.code, ...word(0).code, ...bytes.code, 0xfc, 11, 0];
}
