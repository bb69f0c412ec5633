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
  return filter(picture, 1, (near) => near.toSorted()[4] ?? 0);
}

/** The mean over a disc of `radius` pixels, up to 3.5, as a lens out of focus makes it. */
export function defocus(picture: Picture, radius: number): Picture {
  const reach = Math.ceil(radius + 0.5);
  const weights = offsets(reach).map(([x, y]) => Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(x, y))));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return filter(picture, reach, (near) => near.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0) / all);
}

const LIKE = Float64Array.from({ length: 256 }, (_, difference) => Math.exp(-(difference ** 2) / 288));

/** The mean of near samples that are alike: noise goes and edges stay (a bilateral filter). */
export function denoise(picture: Picture): Picture {
  const near2 = offsets(2).map(([x, y]) => Math.exp(-(x * x + y * y) / 4.5));
  return filter(picture, 2, (near) => {
    const centre = near[12] ?? 0;
    let [sum, weights] = [0, 0];
    near.forEach((value, at) => {
      const weight = (near2[at] ?? 0) * (LIKE[Math.abs(value - centre)] ?? 0);
      sum += value * weight;
      weights += weight;
    });
    return sum / weights;
  });
}

function offsets(reach: number): [x: number, y: number][] {
  const side = 2 * reach + 1;
  return Array.from({ length: side * side }, (_, at) => [(at % side) - reach, Math.trunc(at / side) - reach]);
}

/** Each sample from those around it, row by row; the edges are repeated outwards. */
function filter(picture: Picture, reach: number, sample: (near: Uint8Array) => number): Picture {
  const { width, height, data } = picture;
  const made = emptyPicture(width, height);
  const around = offsets(reach);
  const near = new Uint8Array(around.length);
  const within = (value: number, length: number): number => Math.max(0, Math.min(length - 1, value));
  for (let at = 0; at < data.length; at++) {
    const [x, y, channel] = [Math.trunc(at / 3) % width, Math.trunc(at / 3 / width), at % 3];
    for (let n = 0; n < near.length; n++) {
      const [across = 0, down = 0] = around[n] ?? [];
      near[n] = data[(within(y + down, height) * width + within(x + across, width)) * 3 + channel] ?? 0;
    }
    made.data[at] = Math.round(sample(near));
  }
  return made;
}
