import { clear, f32x4, f64x2, i16x8, i32, i32x4, v128, word, type Code, type Vector } from './instructions.ts';
import { count, kernel } from './module.ts';
import { VALUE_BYTES } from './fourier.ts';
import { DCT8 } from '../signal/dct8.ts';

/** The components of a place of eight lines are the four lanes of a vector. */
export const LANES = 4;
const IMAGINARY = 16;

/** Bytes of one of the first four integers of two vectors, side by side. */
function beside(place: number): number[] {
  const bytes = [0, 1, 2, 3].map((byte) => place * 4 + byte);
  return [...bytes, ...bytes.map((byte) => byte + 16), ...bytes, ...bytes];
}

/**
 * Eight bytes of brightness at each place become the first four components of their cosine transform in doubles, times the
 * taper: two for the first lanes and two for the last. Only one half of each value is written, real or imaginary.
 */
export const components = kernel(
  ['bytes', 'taper', 'length', 'firstLanes', 'lastLanes'],
  ({ bytes, taper, length, firstLanes, lastLanes }, scope) => {
    const at = scope.word();
    const [eight, turned, sums, gaps] = scope.fourVectors();
    const both = scope.fourVectors();
    const factor = scope.vector();
    // Even components are of the sums of opposite lines, odd ones of their differences.
    const ofBoth = (even: number, odd: number): Vector =>
      both
        .map((one, j) => f64x2.mul(one, f64x2.of(DCT8[even * 8 + j] ?? 0, DCT8[odd * 8 + j] ?? 0)))
        .reduce((sum, one) => f64x2.add(sum, one));
    return [
      count(at, word(0), length, word(1), [
        eight.set(v128.load8x8U(bytes)),
        turned.set(v128.shuffle(eight, eight, [14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1])),
        sums.set(i32x4.extendLowS(i16x8.add(eight, turned))),
        gaps.set(i32x4.extendLowS(i16x8.sub(eight, turned))),
        ...both.map((one, j) => one.set(f64x2.convertLowI32x4(v128.shuffle(sums, gaps, beside(j))))),
        factor.set(v128.load64Splat(taper)),
        v128.store(firstLanes, f64x2.mul(factor, ofBoth(0, 1))),
        v128.store(lastLanes, f64x2.mul(factor, ofBoth(2, 3))),
        bytes.set(i32.add(bytes, word(8))),
        taper.set(i32.add(taper, word(8))),
        firstLanes.set(i32.add(firstLanes, word(VALUE_BYTES))),
        lastLanes.set(i32.add(lastLanes, word(VALUE_BYTES))),
      ]),
    ];
  },
);

/**
 * Values of a band, each times its gain, and zeros up to the size of the band's transform. Real and imaginary parts are
 * exchanged, so that the transform is the inverse one.
 */
export const cutBand = kernel(
  ['values', 'gain', 'bins', 'into', 'size'],
  ({ values, gain, bins, into, size }, scope) => {
    const at = scope.word();
    const factor = scope.vector();
    return [
      clear(i32.add(into, i32.mul(bins, word(VALUE_BYTES))), i32.mul(i32.sub(size, bins), word(VALUE_BYTES))),
      count(at, word(0), bins, word(1), [
        factor.set(v128.load(gain)),
        v128.store(into, f32x4.mul(v128.load(values), factor), IMAGINARY),
        v128.store(into, f32x4.mul(v128.load(values, IMAGINARY), factor)),
        values.set(i32.add(values, word(VALUE_BYTES))),
        gain.set(i32.add(gain, word(16))),
        into.set(i32.add(into, word(VALUE_BYTES))),
      ]),
    ];
  },
);

/**
 * Adds `w * z * z / |z|` at each moment of a band's signal, whose parts are still exchanged. Of the whole signal it writes the
 * sums of `(w * |z|) ** 2` and `w * |z|`.
 */
export const addDoubled = kernel(
  ['signal', 'weights', 'size', 'sums', 'totals'],
  ({ signal, weights, size, sums, totals }, scope) => {
    const at = scope.word();
    const [x, y, xx, yy] = scope.fourVectors();
    const [gain, weighted, energy, magnitude] = scope.fourVectors();
    const added = (offset: number, value: Vector): Code =>
      v128.store(sums, f32x4.add(v128.load(sums, offset), f32x4.mul(value, gain)), offset);
    const tiny = f32x4.splat(1e-30);
    const none = f32x4.splat(0);
    return [
      energy.set(none),
      magnitude.set(none),
      count(at, word(0), size, word(1), [
        y.set(v128.load(signal)),
        x.set(v128.load(signal, IMAGINARY)),
        xx.set(f32x4.mul(x, x)),
        yy.set(f32x4.mul(y, y)),
        weighted.set(f32x4.add(f32x4.add(xx, yy), tiny)),
        gain.set(f32x4.div(v128.load32Splat(weights), f32x4.sqrt(weighted))),
        weighted.set(f32x4.mul(weighted, gain)),
        added(0, f32x4.sub(xx, yy)),
        added(IMAGINARY, f32x4.mul(f32x4.add(x, x), y)),
        energy.set(f32x4.add(energy, f32x4.mul(weighted, weighted))),
        magnitude.set(f32x4.add(magnitude, weighted)),
        signal.set(i32.add(signal, word(VALUE_BYTES))),
        weights.set(i32.add(weights, word(4))),
        sums.set(i32.add(sums, word(VALUE_BYTES))),
      ]),
      v128.store(totals, energy),
      v128.store(totals, magnitude, IMAGINARY),
    ];
  },
);
