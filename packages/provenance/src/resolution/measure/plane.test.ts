import { photograph } from '@revera/testkit/pixels';
import { describe, expect, it } from 'vitest';
import type { PixelWindow } from '../types.ts';
import { createWorkspace } from '../workspace.ts';
import { planeOf } from './plane.ts';

function windowOf(width: number, height: number, data: Uint8Array): PixelWindow {
  return { data, width, height, left: 0, top: 0, imageWidth: width, imageHeight: height, codecGrid: 8 };
}

describe('the brightness of a pixel', () => {
  it.each([
    [0, 0, 0, 0],
    [255, 255, 255, 255],
    [255, 0, 0, 76],
    [0, 255, 0, 150],
    [0, 0, 255, 29],
    [10, 200, 30, 124],
  ])('of red %i, green %i and blue %i is %i', (red, green, blue, luma) => {
    const { data } = planeOf(windowOf(1, 1, Uint8Array.of(red, green, blue)), createWorkspace());
    expect([...data]).toEqual([luma]);
  });

  it('is the rounded sum of its colours, and the same at every place', () => {
    // More pixels than are converted in one go, and no multiple of what one step takes.
    const { width, height, data } = photograph(101, 103, 1);
    const expected = Array.from({ length: width * height }, (_, at) => {
      const [red = 0, green = 0, blue = 0] = data.subarray(3 * at, 3 * at + 3);
      return Math.round((red * 19_595 + green * 38_470 + blue * 7471) / 65_536);
    });
    const workspace = createWorkspace();
    planeOf(windowOf(202, 103, new Uint8Array(202 * 103 * 3).fill(255)), workspace);
    expect([...planeOf(windowOf(width, height, data), workspace).data]).toEqual(expected);
  });
});
