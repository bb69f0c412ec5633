import type { PixelWindow } from '../types.ts';
import type { Workspace } from '../workspace.ts';

/** Luma of the window, one byte a pixel, row by row. */
export interface Plane {
  data: Uint8Array;
  width: number;
  height: number;
}

export type Axis = 'x' | 'y';

/**
 * By the weights of BT.601. Not green alone: decoders enlarge the colour of most JPEG files by two, and it leaks into green.
 */
export function lumaOf(window: PixelWindow, workspace: Workspace): Plane {
  const { data, width, height } = window;
  const pixels = width * height;
  const luma = workspace.bytes('luma', pixels);
  for (let i = 0, j = 0; i < pixels; i++, j += 3) {
    luma[i] = ((data[j] ?? 0) * 19595 + (data[j + 1] ?? 0) * 38470 + (data[j + 2] ?? 0) * 7471 + 32768) >> 16;
  }
  return { data: luma, width, height };
}
