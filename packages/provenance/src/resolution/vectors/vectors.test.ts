import { fractions } from '@revera/testkit/pixels';
import { describe, expect, it } from 'vitest';
import { DCT8 } from '../signal/dct8.ts';
import { makeFft } from '../signal/fft.ts';
import { LANES } from './fold.ts';
import { VALUE_BYTES } from './fourier.ts';
import { createVectors } from './vectors.ts';

const vectors = createVectors();
const { kernels } = vectors;
const MEMORY = 1 << 20;

function filled<T extends Float32Array | Float64Array>(array: T, seed: number): T {
  const random = fractions(seed);
  return array.map(() => random() * 2 - 1) as T;
}

/** The plain transform of one lane of values that have `lanes` of them. */
function plainly(
  values: Float32Array | Float64Array,
  lanes: number,
  lane: number,
): { re: Float64Array; im: Float64Array } {
  const size = values.length / (2 * lanes);
  const part = (offset: number): Float64Array =>
    Float64Array.from({ length: size }, (_, at) => values[at * 2 * lanes + offset + lane] ?? 0);
  const [re, im] = [part(0), part(lanes)];
  makeFft(size).transform(re, im);
  return { re, im };
}

const SIZES = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

describe('with vectors', () => {
  it.each(SIZES)('four transforms of %i floats are those of one after the other', (size) => {
    vectors.begin(MEMORY);
    const at = vectors.take(size * VALUE_BYTES);
    const values = vectors.floats(at, size * 2 * LANES);
    values.set(filled(new Float32Array(values.length), size));
    const before = values.slice();
    kernels.transform(at, size);
    let worst = 0;
    for (let lane = 0; lane < LANES; lane++) {
      const { re, im } = plainly(before, LANES, lane);
      for (let k = 0; k < size; k++) {
        const place = k * 2 * LANES + lane;
        worst = Math.max(worst, Math.abs((values[place] ?? 9) - (re[k] ?? 0)));
        worst = Math.max(worst, Math.abs((values[place + LANES] ?? 9) - (im[k] ?? 0)));
      }
    }
    expect(worst).toBeLessThan(2e-6 * Math.sqrt(size));
  });

  it.each(SIZES)('two transforms of %i doubles are those of one after the other', (size) => {
    vectors.begin(MEMORY);
    const at = vectors.take(size * VALUE_BYTES);
    const values = vectors.doubles(at, size * 4);
    values.set(filled(new Float64Array(values.length), size));
    const before = values.slice();
    kernels.transformDoubles(at, size);
    let worst = 0;
    for (const lane of [0, 1]) {
      const { re, im } = plainly(before, 2, lane);
      for (let k = 0; k < size; k++) {
        worst = Math.max(worst, Math.abs((values[k * 4 + lane] ?? 9) - (re[k] ?? 0)));
        worst = Math.max(worst, Math.abs((values[k * 4 + 2 + lane] ?? 9) - (im[k] ?? 0)));
      }
    }
    expect(worst).toBeLessThan(1e-10);
  });

  it('two groups of eight lines become the spectra of their components', () => {
    const [size, length] = [64, 50];
    vectors.begin(MEMORY);
    const bytes = vectors.take(2 * length * 8);
    const pixels = vectors.bytes(bytes, 2 * length * 8);
    const random = fractions(3);
    pixels.forEach((_, at) => (pixels[at] = Math.floor(random() * 256)));
    const taper = vectors.take(length * 8);
    vectors.doubles(taper, length).fill(0.5);
    const lanes = [vectors.take(size * VALUE_BYTES), vectors.take(size * VALUE_BYTES)] as const;
    for (const values of lanes) vectors.doubles(values, size * 4).fill(0);
    kernels.components(bytes, taper, length, ...lanes);
    kernels.components(bytes + length * 8, taper, length, lanes[0] + 16, lanes[1] + 16);
    for (const values of lanes) kernels.transformDoubles(values, size);
    const bins = size / 2 + 1;
    const spectra = [vectors.take(bins * VALUE_BYTES), vectors.take(bins * VALUE_BYTES)] as const;
    kernels.separate(...lanes, vectors.orderAt(size), size, ...spectra);
    const power = vectors.take(bins * LANES * 4);
    vectors.floats(power, bins * LANES).fill(1);
    kernels.addPower(spectra[1], bins, power);
    const { order } = makeFft(size);
    for (const [group, at] of spectra.entries()) {
      const found = vectors.floats(at, bins * 2 * LANES);
      for (let component = 0; component < LANES; component++) {
        const re = new Float64Array(size);
        for (let i = 0; i < length; i++) {
          const eight = pixels.subarray((group * length + i) * 8, (group * length + i + 1) * 8);
          re[i] = 0.5 * eight.reduce((sum, value, line) => sum + value * (DCT8[component * 8 + line] ?? 0), 0);
        }
        const im = new Float64Array(size);
        makeFft(size).transform(re, im);
        for (let k = 0; k < bins; k++) {
          const [x, y] = [re[order[k] ?? 0] ?? 9, im[order[k] ?? 0] ?? 9];
          expect(found[k * 2 * LANES + component]).toBeCloseTo(x, 2);
          expect(found[k * 2 * LANES + LANES + component]).toBeCloseTo(y, 2);
          const sum = vectors.floats(power, bins * LANES)[k * LANES + component] ?? 0;
          if (group === 1) expect(sum / (1 + x * x + y * y)).toBeCloseTo(1, 4);
        }
      }
    }
  });

  it('a band is cut out with its gain, its parts exchanged, and zeros behind it', () => {
    vectors.begin(MEMORY);
    const [values, gain, into] = [vectors.take(3 * VALUE_BYTES), vectors.take(48), vectors.take(5 * VALUE_BYTES)];
    vectors.floats(values, 24).set(Array.from({ length: 24 }, (_, at) => at + 1));
    vectors.floats(gain, 12).set([1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9]);
    vectors.floats(into, 40).fill(-1);
    kernels.cutBand(values, gain, 2, into, 4);
    const cut = [5, 12, 21, 32, 1, 4, 9, 16, 65, 84, 105, 128, 45, 60, 77, 96];
    const found = [...vectors.floats(into, 40)];
    expect(found.slice(0, 32)).toEqual([...cut, ...cut.map(() => 0)]);
    expect(found.slice(32)).toEqual(cut.slice(8).map(() => -1));
  });

  it('phases are doubled and magnitudes kept', () => {
    vectors.begin(MEMORY);
    const size = 16;
    const [signal, sums] = [vectors.take(size * VALUE_BYTES), vectors.take(size * VALUE_BYTES)];
    const [weights, totals] = [vectors.take(size * 4), vectors.take(VALUE_BYTES)];
    const z = filled(vectors.floats(signal, size * 8).slice(), 8);
    z[0] = 0;
    z[LANES] = 0;
    vectors.floats(signal, size * 8).set(z);
    vectors.floats(sums, size * 8).fill(2);
    vectors.floats(weights, size).set(Array.from({ length: size }, (_, t) => t / size));
    kernels.addDoubled(signal, weights, size, sums, totals);
    for (let lane = 0; lane < LANES; lane++) {
      let [energy, magnitude] = [0, 0];
      for (let t = 0; t < size; t++) {
        const [y = 0, x = 0] = [z[t * 8 + lane], z[t * 8 + LANES + lane]];
        const [length, weight] = [Math.hypot(x, y), t / size];
        const scale = length === 0 ? 0 : weight / length;
        expect(vectors.floats(sums, size * 8)[t * 8 + lane]).toBeCloseTo(2 + (x * x - y * y) * scale, 5);
        expect(vectors.floats(sums, size * 8)[t * 8 + LANES + lane]).toBeCloseTo(2 + 2 * x * y * scale, 5);
        energy += (weight * length) ** 2;
        magnitude += weight * length;
      }
      expect(vectors.floats(totals, 8)[lane]).toBeCloseTo(energy, 5);
      expect(vectors.floats(totals, 8)[LANES + lane]).toBeCloseTo(magnitude, 5);
    }
  });

  it('eight rows and eight columns of bytes become eight bytes for each place', () => {
    vectors.begin(MEMORY);
    const [width, height] = [40, 24];
    const plane = vectors.take(width * height);
    const data = vectors.bytes(plane, width * height);
    data.forEach((_, at) => (data[at] = (at * 37 + (at >> 5) * 11) % 251));
    const into = vectors.take(4096);
    kernels.turnRows(plane + 8 * width + 8, width, 24, into);
    const fromRows = [...vectors.bytes(into, 24 * 8)];
    expect(fromRows).toEqual(fromRows.map((_, at) => data[(8 + (at % 8)) * width + 8 + (at >> 3)]));
    const offsets = vectors.take(12);
    vectors.words32(offsets, 3).set([0, 16, 32]);
    vectors.bytes(into, 4096).fill(7);
    for (let y = 0; y < height; y++) kernels.takeEights(plane + y * width, offsets, 3, into + y * 8, height * 8);
    const fromColumns = [...vectors.bytes(into, 3 * height * 8)];
    const expected = fromColumns.map((_, at) => {
      const [group, y, x] = [Math.trunc(at / (height * 8)), (at >> 3) % height, at % 8];
      return data[y * width + group * 16 + x];
    });
    expect(fromColumns).toEqual(expected);
    expect(vectors.bytes(into, 4096)[3 * height * 8]).toBe(7);
  });

  it('differences along a line are clipped and added', () => {
    vectors.begin(MEMORY);
    const length = 45;
    const random = fractions(6);
    const pixels = Uint8Array.from({ length: 64 }, () => Math.floor(random() ** 3 * 256));
    const [line, first, second] = [vectors.take(256), vectors.take(256), vectors.take(256)];
    vectors.bytes(line, 64).set(pixels);
    for (const sums of [first, second]) vectors.words16(sums, 128).fill(100);
    kernels.addDifferences(line, length, first, second);
    kernels.addDifferences(line, length, first, second);
    for (let at = 1; at < length - 1; at++) {
      const [before = 0, centre = 0, after = 0] = pixels.subarray(at - 1, at + 2);
      expect(vectors.words16(first, 64)[at]).toBe(100 + 2 * Math.min(24, Math.abs(centre - before)));
      expect(vectors.words16(second, 64)[at]).toBe(100 + 2 * Math.min(24, Math.abs(after - 2 * centre + before)));
    }
  });

  it('the memory of one measurement is bounded by what it began with', () => {
    vectors.begin(1024);
    const one = vectors.take(1);
    expect(vectors.take(900) - one).toBe(64);
    expect(() => vectors.take(100)).toThrow(RangeError);
    vectors.begin(1024);
    expect(vectors.take(1024)).toBe(one);
  });
});
