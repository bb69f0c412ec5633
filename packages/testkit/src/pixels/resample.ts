import { emptyPicture, toByte, type Picture } from './picture.ts';

interface Kernel {
  radius: number;
  weight(distance: number): number;
}

/** Mitchell and Netravali's family of cubic kernels. */
function cubic(b: number, c: number): Kernel {
  return {
    radius: 2,
    weight(distance) {
      const x = Math.abs(distance);
      if (x >= 2) return 0;
      if (x >= 1) {
        return ((-b - 6 * c) * x ** 3 + (6 * b + 30 * c) * x ** 2 + (-12 * b - 48 * c) * x + (8 * b + 24 * c)) / 6;
      }
      return ((12 - 9 * b - 6 * c) * x ** 3 + (-18 + 12 * b + 6 * c) * x ** 2 + (6 - 2 * b)) / 6;
    },
  };
}

function lanczos(radius: number): Kernel {
  const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
  return { radius, weight: (x) => (Math.abs(x) < radius ? sinc(x) * sinc(x / radius) : 0) };
}

/** Null: the nearest pixel. */
const KERNELS = {
  nearest: null,
  bilinear: { radius: 1, weight: (x) => Math.max(0, 1 - Math.abs(x)) },
  cubic: cubic(0, 0.5),
  cubic75: cubic(0, 0.75),
  mitchell: cubic(1 / 3, 1 / 3),
  bspline: cubic(1, 0),
  lanczos2: lanczos(2),
  lanczos3: lanczos(3),
  area: { radius: 0.5, weight: (x) => (Math.abs(x) <= 0.5 ? 1 : 0) },
} as const satisfies Record<string, Kernel | null>;

export type KernelName = keyof typeof KERNELS;

/** For one place of the result, which samples it is made of and by which weights. */
interface Taps {
  /** Taps of each place; the weights beyond a place's own are zero. */
  count: number;
  places: Int32Array;
  weights: Float32Array;
}

export interface ResampleOptions {
  /** `centres`: pixels are squares with their values in the middle, as in editors. `corners`: the outermost values stay where they are. */
  align?: 'centres' | 'corners';
  /** `linear`: means are taken of light; otherwise of the stored levels, as most programs do. */
  light?: 'stored' | 'linear';
}

/** A kernel is widened when the picture shrinks. */
export function resample(
  picture: Picture,
  width: number,
  height: number,
  kernel: KernelName,
  { align = 'centres', light = 'stored' }: ResampleOptions = {},
): Picture {
  const across = tapsOf(picture.width, width, KERNELS[kernel], align);
  const down = tapsOf(picture.height, height, KERNELS[kernel], align);
  const levels = light === 'linear' ? Float32Array.from(picture.data, (level) => LIGHT[level] ?? 0) : picture.data;
  const rows = resampleRows({ ...picture, data: levels }, width, across);
  const toStored = light === 'linear' ? levelOfLight : toByte;
  const result = emptyPicture(width, height);
  const stride = width * 3;
  const row = new Float32Array(stride);
  for (let y = 0; y < height; y++) {
    row.fill(0);
    for (let tap = y * down.count; tap < (y + 1) * down.count; tap++) {
      const [weight, from] = [down.weights[tap] ?? 0, (down.places[tap] ?? 0) * stride];
      if (weight === 0) continue;
      for (let i = 0; i < stride; i++) row[i] = (row[i] ?? 0) + weight * (rows[from + i] ?? 0);
    }
    for (let i = 0; i < stride; i++) result.data[y * stride + i] = toStored(row[i] ?? 0);
  }
  return result;
}

/** As `resample`, by a factor. */
export function scale(picture: Picture, factor: number, kernel: KernelName): Picture {
  return resample(picture, Math.round(picture.width * factor), Math.round(picture.height * factor), kernel);
}

/** The light of each stored level, 0 to 1, as sRGB has it. */
const LIGHT = Float32Array.from({ length: 256 }, (_, level) => {
  const share = level / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

function levelOfLight(light: number): number {
  if (light <= 0.0031308) return toByte(255 * 12.92 * light);
  return toByte(255 * (1.055 * light ** (1 / 2.4) - 0.055));
}

function tapsOf(from: number, to: number, kernel: Kernel | null, align: 'centres' | 'corners'): Taps {
  const isByCorners = align === 'corners' && to > 1;
  const ratio = isByCorners ? (from - 1) / (to - 1) : from / to;
  const stretch = Math.max(1, ratio);
  const radius = (kernel?.radius ?? 0.5) * stretch;
  const count = kernel === null ? 1 : Math.floor(2 * radius) + 1;
  const [places, weights] = [new Int32Array(to * count), new Float32Array(to * count)];
  for (let place = 0; place < to; place++) {
    const centre = isByCorners ? place * ratio : (place + 0.5) * ratio - 0.5;
    const nearest = isByCorners ? Math.round(centre) : Math.floor((place + 0.5) * ratio);
    const first = kernel === null ? nearest : Math.ceil(centre - radius);
    const own = Array.from({ length: count }, (_, tap) => kernel?.weight((first + tap - centre) / stretch) ?? 1);
    const sum = own.reduce((all, weight) => all + weight, 0);
    own.forEach((weight, tap) => {
      places[place * count + tap] = Math.min(from - 1, Math.max(0, first + tap));
      weights[place * count + tap] = weight / sum;
    });
  }
  return { count, places, weights };
}

function resampleRows(
  { width, height, data }: Omit<Picture, 'data'> & { data: Uint8Array | Float32Array },
  to: number,
  taps: Taps,
): Float32Array {
  const rows = new Float32Array(to * height * 3);
  for (let y = 0, into = 0; y < height; y++) {
    const start = y * width * 3;
    for (let x = 0; x < to; x++, into += 3) {
      let [red, green, blue] = [0, 0, 0];
      for (let tap = x * taps.count; tap < (x + 1) * taps.count; tap++) {
        const weight = taps.weights[tap] ?? 0;
        const p = start + (taps.places[tap] ?? 0) * 3;
        red += weight * (data[p] ?? 0);
        green += weight * (data[p + 1] ?? 0);
        blue += weight * (data[p + 2] ?? 0);
      }
      rows[into] = red;
      rows[into + 1] = green;
      rows[into + 2] = blue;
    }
  }
  return rows;
}
