import { photograph } from '@revera/testkit/pixels';
import { describe, expect, it } from 'vitest';
import type { PixelWindow } from '../types.ts';
import { createWorkspace } from '../workspace.ts';
import { lumaAt, planeOf } from './plane.ts';

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
    const { data, isLuma } = planeOf(windowOf(1, 1, Uint8Array.of(red, green, blue)), createWorkspace());
    expect(lumaAt(data, isLuma, 0)).toBe(luma);
  });

  it('is the same in a window so large that it is worked out where it is read', () => {
    const [width, height] = [3000, 2100];
    const tile = photograph(300, 210, 1).data;
    const whole = new Uint8Array(width * height * 3);
    for (let at = 0; at < whole.length; at += tile.length) whole.set(tile, at);
    const large = planeOf(windowOf(width, height, whole), createWorkspace());
    const small = planeOf(windowOf(300, 210, tile), createWorkspace());
    expect([large.isLuma, small.isLuma]).toEqual([false, true]);
    for (let at = 0; at < 63_000; at++) {
      expect(lumaAt(large.data, large.isLuma, 63_000 * 7 + at)).toBe(lumaAt(small.data, small.isLuma, at));
    }
  });
});
