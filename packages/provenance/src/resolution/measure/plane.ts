import type { PixelWindow } from '../types.ts';
import { PIXELS_AT_ONCE } from '../vectors/pixels.ts';
import type { Workspace } from '../workspace.ts';

/** The brightness of the window's pixels, 0 to 255, row by row. */
export interface Plane {
  /** Good until the workspace measures another window. */
  data: Uint8Array;
  /** Its address among the vectors; behind it are as many bytes more as one step of a kernel reads. */
  at: number;
  width: number;
  height: number;
}

export type Axis = 'x' | 'y';

/** Of what the measurement takes beside the plane: bounded by the number of pixels whose lines are looked at. */
const OTHER_BYTES = 12 << 20;
/** Pixels that are converted in one go, so that their colours stay in the cache. */
const CONVERTED = 256 * PIXELS_AT_ONCE;
/** Kernels read on to the end of their last vector. */
const BEYOND = 64;

/** Begins with the vectors of the workspace: the plane lies there. */
export function planeOf({ data, width, height }: PixelWindow, { vectors }: Workspace): Plane {
  const pixels = width * height;
  vectors.begin(pixels + OTHER_BYTES);
  const at = vectors.take(pixels + BEYOND);
  const from = vectors.take(3 * CONVERTED + BEYOND);
  const colours = vectors.bytes(from, 3 * CONVERTED);
  for (let first = 0; first < pixels; first += CONVERTED) {
    const part = data.subarray(3 * first, 3 * (first + CONVERTED));
    colours.set(part);
    vectors.kernels.brightness(from, part.length / 3, at + first);
  }
  return { data: vectors.bytes(at, pixels), at, width, height };
}
