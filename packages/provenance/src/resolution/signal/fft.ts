/**
 * Discrete Fourier transforms of a power-of-two length, in place, by decimation in frequency in steps of four.
 *
 * The result stands in bit-reversed order, and readers look through `order`: sums over many transforms can then be made
 * before anything is put in order, which is a pass over the data less for each.
 */
export interface Fft {
  size: number;
  /** Where a frequency stands in the result, and which frequency stands at a place: the permutation is its own inverse. */
  order: Uint32Array;
  /** Forward. With the two arrays exchanged it is the inverse, times `size`. Only the first `size` values are used. */
  transform(real: Float64Array, imaginary: Float64Array): void;
}

/** The stage over blocks of `span` values; cosine and sine of one, two and three steps for each of its quarters. */
interface Stage {
  span: number;
  twiddles: Float64Array;
}

/** @throws {RangeError} unless the size is a power of two, at least 4 */
export function makeFft(size: number): Fft {
  if (size < 4 || (size & (size - 1)) !== 0) throw new RangeError(`no transform of ${size} values`);
  const stages: Stage[] = [];
  let span = size;
  for (; span > 4; span >>= 2) stages.push({ span, twiddles: twiddlesOf(span) });
  const finish = span === 4 ? finishByFour : finishByTwo;
  return {
    size,
    order: bitReversal(size),
    transform(real, imaginary) {
      for (const stage of stages) runStage(real, imaginary, size, stage);
      finish(real, imaginary, size);
    },
  };
}

/** Each size once: tables are dear and never change. */
export function makeFftTable(): (size: number) => Fft {
  const made = new Map<number, Fft>();
  return (size) => {
    const known = made.get(size);
    if (known !== undefined) return known;
    const fft = makeFft(size);
    made.set(size, fft);
    return fft;
  };
}

function twiddlesOf(span: number): Float64Array {
  const table = new Float64Array((span / 4) * 6);
  for (let j = 0; j < span / 4; j++) {
    for (let step = 1; step <= 3; step++) {
      const angle = (-2 * Math.PI * j * step) / span;
      table[j * 6 + step * 2 - 2] = Math.cos(angle);
      table[j * 6 + step * 2 - 1] = Math.sin(angle);
    }
  }
  return table;
}

export function bitReversal(size: number): Uint32Array {
  const order = new Uint32Array(size);
  for (let i = 1; i < size; i++) order[i] = ((order[i >> 1] ?? 0) >> 1) | (i & 1 ? size >> 1 : 0);
  return order;
}

function runStage(re: Float64Array, im: Float64Array, size: number, { span, twiddles }: Stage): void {
  const quarter = span >> 2;
  for (let block = 0; block < size; block += span) {
    for (let j = 0, w = 0; j < quarter; j++, w += 6) {
      const p0 = block + j;
      const p1 = p0 + quarter;
      const p2 = p1 + quarter;
      const p3 = p2 + quarter;
      const ar = re[p0] ?? 0;
      const ai = im[p0] ?? 0;
      const br = re[p1] ?? 0;
      const bi = im[p1] ?? 0;
      const cr = re[p2] ?? 0;
      const ci = im[p2] ?? 0;
      const dr = re[p3] ?? 0;
      const di = im[p3] ?? 0;
      const evenSumRe = ar + cr;
      const evenSumIm = ai + ci;
      const evenGapRe = ar - cr;
      const evenGapIm = ai - ci;
      const oddSumRe = br + dr;
      const oddSumIm = bi + di;
      // The difference of the odd ones, turned by a quarter.
      const oddGapRe = bi - di;
      const oddGapIm = dr - br;
      re[p0] = evenSumRe + oddSumRe;
      im[p0] = evenSumIm + oddSumIm;
      const y2re = evenSumRe - oddSumRe;
      const y2im = evenSumIm - oddSumIm;
      const y1re = evenGapRe + oddGapRe;
      const y1im = evenGapIm + oddGapIm;
      const y3re = evenGapRe - oddGapRe;
      const y3im = evenGapIm - oddGapIm;
      const c1 = twiddles[w] ?? 0;
      const s1 = twiddles[w + 1] ?? 0;
      const c2 = twiddles[w + 2] ?? 0;
      const s2 = twiddles[w + 3] ?? 0;
      const c3 = twiddles[w + 4] ?? 0;
      const s3 = twiddles[w + 5] ?? 0;
      re[p1] = y2re * c2 - y2im * s2;
      im[p1] = y2re * s2 + y2im * c2;
      re[p2] = y1re * c1 - y1im * s1;
      im[p2] = y1re * s1 + y1im * c1;
      re[p3] = y3re * c3 - y3im * s3;
      im[p3] = y3re * s3 + y3im * c3;
    }
  }
}

/** The last stage of a size that is a power of four: blocks of four, nothing to turn. */
function finishByFour(re: Float64Array, im: Float64Array, size: number): void {
  for (let p = 0; p < size; p += 4) {
    const ar = re[p] ?? 0;
    const ai = im[p] ?? 0;
    const br = re[p + 1] ?? 0;
    const bi = im[p + 1] ?? 0;
    const cr = re[p + 2] ?? 0;
    const ci = im[p + 2] ?? 0;
    const dr = re[p + 3] ?? 0;
    const di = im[p + 3] ?? 0;
    re[p] = ar + cr + br + dr;
    im[p] = ai + ci + bi + di;
    re[p + 1] = ar + cr - br - dr;
    im[p + 1] = ai + ci - bi - di;
    re[p + 2] = ar - cr + bi - di;
    im[p + 2] = ai - ci - br + dr;
    re[p + 3] = ar - cr - bi + di;
    im[p + 3] = ai - ci + br - dr;
  }
}

function finishByTwo(re: Float64Array, im: Float64Array, size: number): void {
  for (let p = 0; p < size; p += 2) {
    const ar = re[p] ?? 0;
    const ai = im[p] ?? 0;
    const br = re[p + 1] ?? 0;
    const bi = im[p + 1] ?? 0;
    re[p] = ar + br;
    im[p] = ai + bi;
    re[p + 1] = ar - br;
    im[p + 1] = ai - bi;
  }
}
