import { emptyPicture, scale, type Picture } from '@revera/testkit/pixels';

/** Each sample against a smoothed copy, its difference added `amount` times. */
export function sharpen(picture: Picture, amount: number): Picture {
  const soft = scale(picture, 1, 'bspline');
  const data = new Uint8ClampedArray(picture.data.length);
  picture.data.forEach((value, at) => (data[at] = value + amount * (value - (soft.data[at] ?? 0))));
  return { ...picture, data: Uint8Array.from(data) };
}

/** The middle one of nine samples. */
export function median(picture: Picture): Picture {
  const wide = widen(picture, 1);
  const steps = offsets(1).map(([x, y]) => y * wide.stride + 3 * x);
  const near = new Uint8Array(9);
  return fillRows(picture, wide, (row, start) => {
    for (let i = 0; i < row.length; i++) {
      // Each is put in its place among those before it: of nine values nothing plain is faster.
      for (let n = 0; n < 9; n++) {
        const value = wide.data[start + i + (steps[n] ?? 0)] ?? 0;
        let at = n;
        for (; at > 0 && (near[at - 1] ?? 0) > value; at--) near[at] = near[at - 1] ?? 0;
        near[at] = value;
      }
      row[i] = near[4] ?? 0;
    }
  });
}

/** The mean over a disc of `radius` pixels, up to 3.5, as a lens out of focus makes it. */
export function defocus(picture: Picture, radius: number): Picture {
  return weightedMean(picture, Math.ceil(radius + 0.5), (x, y) =>
    LIKE.map(() => Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(x, y)))),
  );
}

const LIKE = Float64Array.from({ length: 256 }, (_, difference) => Math.exp(-(difference ** 2) / 288));

/** The mean of near samples that are alike: noise goes and edges stay (a bilateral filter). */
export function denoise(picture: Picture): Picture {
  return weightedMean(picture, 2, (x, y) => LIKE.map((like) => Math.exp(-(x * x + y * y) / 4.5) * like));
}

/** For each place beside a sample, `weigh` gives its weights by how much it differs from that sample. */
function weightedMean(picture: Picture, reach: number, weigh: (x: number, y: number) => Float64Array): Picture {
  const wide = widen(picture, reach);
  const places = offsets(reach).map(([x, y]) => ({ step: y * wide.stride + 3 * x, weights: weigh(x, y) }));
  const [sums, sumsOfWeights] = [new Float64Array(picture.width * 3), new Float64Array(picture.width * 3)];
  return fillRows(picture, wide, (row, start) => {
    sums.fill(0);
    sumsOfWeights.fill(0);
    for (const { step, weights } of places) {
      for (let i = 0; i < row.length; i++) {
        const value = wide.data[start + step + i] ?? 0;
        const weight = weights[Math.abs(value - (wide.data[start + i] ?? 0))] ?? 0;
        sums[i] = (sums[i] ?? 0) + weight * value;
        sumsOfWeights[i] = (sumsOfWeights[i] ?? 0) + weight;
      }
    }
    for (let i = 0; i < row.length; i++) row[i] = Math.round((sums[i] ?? 0) / (sumsOfWeights[i] ?? 1));
  });
}

function offsets(reach: number): [x: number, y: number][] {
  const side = 2 * reach + 1;
  return Array.from({ length: side * side }, (_, at) => [(at % side) - reach, Math.trunc(at / side) - reach]);
}

/** A picture whose edges are repeated outwards, so that every sample has others around it. */
interface Wide {
  data: Uint8Array;
  stride: number;
  reach: number;
}

function widen({ width, height, data }: Picture, reach: number): Wide {
  const wide = emptyPicture(width + 2 * reach, height + 2 * reach);
  const within = (value: number, length: number): number => Math.max(0, Math.min(length - 1, value));
  for (let y = 0, into = 0; y < wide.height; y++) {
    const row = within(y - reach, height) * width;
    for (let x = 0; x < wide.width; x++, into += 3) {
      const from = (row + within(x - reach, width)) * 3;
      wide.data[into] = data[from] ?? 0;
      wide.data[into + 1] = data[from + 1] ?? 0;
      wide.data[into + 2] = data[from + 2] ?? 0;
    }
  }
  return { data: wide.data, stride: wide.width * 3, reach };
}

/** A picture of the same size, row by row; `start` is the place of a row's first sample in the wide one. */
function fillRows(
  { width, height }: Picture,
  { stride, reach }: Wide,
  fill: (row: Uint8Array, start: number) => void,
): Picture {
  const made = emptyPicture(width, height);
  for (let y = 0; y < height; y++) {
    fill(made.data.subarray(y * width * 3, (y + 1) * width * 3), (y + reach) * stride + reach * 3);
  }
  return made;
}
