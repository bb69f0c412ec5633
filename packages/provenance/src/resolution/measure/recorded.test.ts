import {
  addGrain,
  cropPicture,
  fillPicture,
  fractions,
  photograph,
  scale,
  userInterface,
  type Picture,
} from '@revera/testkit/pixels';
import { describe, expect, it } from 'vitest';
import { createWorkspace } from '../workspace.ts';
import { FEATURE_NAMES } from './feature-vector.ts';
import { measureWindow } from './measure-window.ts';
import recorded from './recorded.json' with { type: 'json' };

/** Values were recorded with seven digits; the order in which numbers are added up moves the last of them. */
const TOLERANCE = 2e-5;

const workspace = createWorkspace();
const PHOTOGRAPH = photograph(640, 480, 5);

function tiled(width: number, height: number): Picture {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < data.length; at += PHOTOGRAPH.data.length) {
    data.set(PHOTOGRAPH.data.subarray(0, data.length - at), at);
  }
  return { width, height, data };
}

/** Lines of all lengths, with and without what the measures look for. */
const PICTURES: Record<string, { make: () => Picture | Promise<Picture>; codecGrid: 8 | 16 }> = {
  photograph: { make: () => PHOTOGRAPH, codecGrid: 8 },
  'photograph on the grid of 16': { make: () => cropPicture(PHOTOGRAPH, 3, 5, 613, 471), codecGrid: 16 },
  'enlarged by 1.5': { make: () => scale(cropPicture(PHOTOGRAPH, 0, 0, 451, 319), 1.5, 'cubic'), codecGrid: 8 },
  'enlarged by 2': { make: () => scale(PHOTOGRAPH, 2, 'bilinear'), codecGrid: 8 },
  'enlarged by 4': { make: () => scale(cropPicture(PHOTOGRAPH, 9, 9, 260, 190), 4, 'nearest'), codecGrid: 16 },
  'user interface': { make: () => userInterface(800, 600, 3), codecGrid: 8 },
  'grainy gradient': {
    make: () =>
      addGrain(
        fillPicture(500, 400, (x, y) => 30 + x / 4 + y / 5),
        2,
        fractions(4),
      ),
    codecGrid: 8,
  },
  'tall and narrow': { make: () => tiled(300, 1700), codecGrid: 8 },
  'wide and low': { make: () => tiled(4096, 260), codecGrid: 8 },
  'of six megapixels': { make: () => tiled(3010, 2101), codecGrid: 8 },
};

describe('what is measured', () => {
  it.each(Object.entries(PICTURES))('of a picture, %s, is what was measured before', async (name, picture) => {
    const { width, height, data } = await picture.make();
    const size = { width, height, left: 0, top: 0, imageWidth: width, imageHeight: height };
    const { features } = measureWindow({ data, ...size, codecGrid: picture.codecGrid }, workspace);
    const before = (recorded as Record<string, Record<string, number>>)[name] ?? {};
    const differences = FEATURE_NAMES.filter((feature) => {
      return !(Math.abs(features.get(feature) - (before[feature] ?? Number.NaN)) < TOLERANCE);
    });
    expect(differences).toEqual([]);
  });
});
