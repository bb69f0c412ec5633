import { fractions } from '@revera/testkit/pixels';
import { describe, expect, it } from 'vitest';
import { makeFft, makeFftTable } from './fft.ts';

/** By the definition, term by term. */
function naive(re: Float64Array, im: Float64Array, frequency: number): [number, number] {
  let [sumRe, sumIm] = [0, 0];
  for (let t = 0; t < re.length; t++) {
    const angle = (-2 * Math.PI * ((t * frequency) % re.length)) / re.length;
    const [x, y] = [re[t] ?? 0, im[t] ?? 0];
    sumRe += x * Math.cos(angle) - y * Math.sin(angle);
    sumIm += x * Math.sin(angle) + y * Math.cos(angle);
  }
  return [sumRe, sumIm];
}

function randomSeries(size: number, seed: number): Float64Array {
  const random = fractions(seed);
  return Float64Array.from({ length: size }, () => random() * 2 - 1);
}

describe('a Fourier transform', () => {
  it.each([4, 8, 16, 32, 64, 128, 512, 1024])('of %i values is the sum that defines it', (size) => {
    const [re, im] = [randomSeries(size, 1), randomSeries(size, 2)];
    const [outRe, outIm] = [re.slice(), im.slice()];
    const fft = makeFft(size);
    fft.transform(outRe, outIm);
    for (let k = 0; k < size; k++) {
      const [wantRe, wantIm] = naive(re, im, k);
      const place = fft.order[k] ?? 0;
      expect(outRe[place]).toBeCloseTo(wantRe, 9);
      expect(outIm[place]).toBeCloseTo(wantIm, 9);
    }
  });

  it('with its arrays exchanged undoes itself, times the size', () => {
    const size = 256;
    const fft = makeFft(size);
    const [re, im] = [randomSeries(size, 3), randomSeries(size, 4)];
    const [midRe, midIm] = [re.slice(), im.slice()];
    fft.transform(midRe, midIm);
    const backRe = Float64Array.from({ length: size }, (_, k) => midRe[fft.order[k] ?? 0] ?? 0);
    const backIm = Float64Array.from({ length: size }, (_, k) => midIm[fft.order[k] ?? 0] ?? 0);
    fft.transform(backIm, backRe);
    for (let t = 0; t < size; t++) {
      expect((backRe[fft.order[t] ?? 0] ?? 0) / size).toBeCloseTo(re[t] ?? 0, 12);
      expect((backIm[fft.order[t] ?? 0] ?? 0) / size).toBeCloseTo(im[t] ?? 0, 12);
    }
  });

  it.each([0, 1, 2, 6, 12, 1000])('refuses %i values', (size) => {
    expect(() => makeFft(size)).toThrow(RangeError);
  });

  it('of one size is made once', () => {
    const table = makeFftTable();
    expect(table(64)).toBe(table(64));
    expect(table(64)).not.toBe(table(128));
  });
});
