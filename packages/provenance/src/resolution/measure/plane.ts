import type { PixelWindow } from '../types.ts';
import type { Workspace } from '../workspace.ts';

/** The brightness of the window's pixels; of a large one it is worked out where it is read. */
export interface Plane {
  /** One byte a pixel, or the three of the window; row by row. */
  data: Uint8Array;
  isLuma: boolean;
  width: number;
  height: number;
}

export type Axis = 'x' | 'y';

/** Of larger windows fewer pixels are read than there are, each about once. */
const MOST_CONVERTED = 6_000_000;

export function planeOf({ data, width, height }: PixelWindow, workspace: Workspace): Plane {
  const pixels = width * height;
  if (pixels > MOST_CONVERTED) return { data, isLuma: false, width, height };
  const luma = workspace.bytes('luma', pixels);
  for (let at = 0, first = 0; at < pixels; at++, first += 3) luma[at] = lumaOf(data, first);
  return { data: luma, isLuma: true, width, height };
}

/** From 0 to 255, of a plane whose members are given one by one, so that loops keep them. */
export function lumaAt(data: Uint8Array, isLuma: boolean, at: number): number {
  return isLuma ? (data[at] ?? 0) : lumaOf(data, 3 * at);
}

/**
 * By the weights of BT.601. Not green alone: decoders enlarge the colour of most JPEG files by two, and it leaks into green.
 */
function lumaOf(rgb: Uint8Array, first: number): number {
  return ((rgb[first] ?? 0) * 19595 + (rgb[first + 1] ?? 0) * 38470 + (rgb[first + 2] ?? 0) * 7471 + 32768) >> 16;
}
