import {
  addGrain,
  bayerCapture,
  codecGridOf,
  cropPicture,
  fillPicture,
  fractions,
  photograph,
  resample,
  scale,
  textPage,
  throughCodec,
  userInterface,
  type Codec,
  type Picture,
} from '@revera/testkit/pixels';
import { describe, expect, it } from 'vitest';
import { RESOLUTION_LIMITS } from '../limits.ts';
import { FEATURE_NAMES, placeOfFeature } from '../measure/feature-vector.ts';
import { measureWindow } from '../measure/measure-window.ts';
import stored from '../model/stored-scores.json' with { type: 'json' };
import type { PixelJudgement, PixelWindow } from '../types.ts';
import { createWorkspace } from '../workspace.ts';
import { judgePixels } from './judge-pixels.ts';

const workspace = createWorkspace();
const PHOTOGRAPH = photograph(640, 480, 1);
/** The photograph whose measurements are stored. */
const STORED = photograph(560, 420, 1);

function windowOf(picture: Picture, codecGrid: 8 | 16 = 8): PixelWindow {
  const { data, width, height } = picture;
  return { data, width, height, left: 0, top: 0, imageWidth: width, imageHeight: height, codecGrid };
}

async function judged(picture: Picture, codec: Codec = 'png'): Promise<PixelJudgement> {
  return judgePixels(windowOf(await throughCodec(picture, codec), codecGridOf(codec)), workspace);
}

function codesOf({ evidence }: PixelJudgement): string {
  return evidence.map(({ code }) => code).join();
}

/** The part that has, once enlarged, about as many pixels as the photograph. */
function part(factor: number): Picture {
  const side = (length: number): number => Math.round((length * 1.3) / Math.max(1.3, factor));
  return cropPicture(PHOTOGRAPH, 0, 0, side(640), side(480));
}

describe('pixels as they were taken or drawn', () => {
  const random = fractions(7);

  it.each([
    'png',
    'jpeg:95',
    'jpeg:85',
    'jpeg:75',
    'jpeg:50',
    'webp:80',
    'avif:60',
    'palette:256',
    'palette:32',
  ] as const)('of a photograph in %s are native', async (codec) => {
    const judgement = await judged(PHOTOGRAPH, codec);
    expect(judgement).toMatchObject({ status: 'native', estimatedFactor: null, factorAlternatives: [], map: null });
    expect(judgement.confidence).toBe('medium');
    expect(judgement.detailPercent).toBeGreaterThan(90);
  });

  it.each([
    ['captured through a Bayer pattern', () => bayerCapture(PHOTOGRAPH, random), 'jpeg:90'],
    ['reduced to 0.75', () => scale(PHOTOGRAPH, 0.75, 'lanczos3'), 'png'],
    ['enlarged and reduced back', () => resample(scale(PHOTOGRAPH, 2, 'cubic'), 640, 480, 'lanczos3'), 'jpeg:90'],
    ['cut off the grid', () => cropPicture(PHOTOGRAPH, 13, 21, 500, 400), 'jpeg:85'],
    ['with grain', () => addGrain(PHOTOGRAPH, 4, random), 'png'],
  ] as const)('of a photograph %s are native', async (_, make, codec) => {
    expect((await judged(make(), codec)).status).toBe('native');
  });

  it('are native after two JPEG files with different grids', async () => {
    const first = await throughCodec(PHOTOGRAPH, 'jpeg:75');
    expect((await judged(cropPicture(first, 3, 5, 630, 470), 'jpeg:90')).status).not.toBe('likely_upscaled');
  });

  it.each([
    ['a page of text', textPage],
    ['a user interface', userInterface],
  ])('of %s are native, with low confidence', async (_, make) => {
    for (const codec of ['png', 'jpeg:90'] as const) {
      const judgement = await judged(await make(800, 600, 3), codec);
      expect(judgement.status).toBe('native');
      expect(codesOf(judgement)).toBe('no_interpolation_trace,graphics');
      expect(judgement.confidence).toBe('low');
    }
  });

  it('of one colour are flat, and with a level of noise have low detail', async () => {
    const plain = fillPicture(640, 480, () => 120);
    expect(codesOf(await judged(plain))).toBe('flat');
    expect((await judged(addGrain(plain, 0.6, random))).status).toBe('uncertain');
  });

  it('of a smooth gradient are flat, whatever its score', async () => {
    const gradient = fillPicture(640, 480, (x, y) => 40 + x / 8 + y / 10);
    for (const codec of ['png', 'jpeg:90'] as const) {
      expect(await judged(gradient, codec)).toMatchObject({ status: 'uncertain', score: null, map: null });
      expect(codesOf(await judged(gradient, codec))).toBe('flat');
    }
  });

  it('of a blurred photograph are never native', async () => {
    const soft = resample(scale(PHOTOGRAPH, 0.4, 'bspline'), 640, 480, 'bspline');
    expect((await judged(addGrain(soft, 0.3, random))).status).not.toBe('native');
  });
});

describe('enlarged pixels', () => {
  const kernels = ['nearest', 'bilinear', 'cubic', 'lanczos3'] as const;
  const rows = [1.25, 1.5, 2, 3, 4].flatMap((factor) => kernels.map((kernel) => ({ factor, kernel })));

  it.each(rows)('by $factor with $kernel are found, and the factor is named', async ({ factor, kernel }) => {
    const judgement = await judged(scale(part(factor), factor, kernel));
    expect(judgement.status).toBe('likely_upscaled');
    expect(judgement.map?.cells).toHaveLength((judgement.map?.columns ?? 0) * (judgement.map?.rows ?? 0));
    // Four is taken for two or 4/3 now and then, when every fourth pixel falls on the grid of blocks.
    if (factor === 4) return;
    const named = [judgement.estimatedFactor ?? 0, ...judgement.factorAlternatives];
    expect(Math.min(...named.map((one) => Math.abs(one / factor - 1)))).toBeLessThan(0.03);
  });

  it.each([1.5, 2, 3])('by %d are found in JPEG of quality 85', async (factor) => {
    expect((await judged(scale(part(factor), factor, 'cubic'), 'jpeg:85')).status).toBe('likely_upscaled');
  });

  it('after they were halved are found', async () => {
    const halved = scale(PHOTOGRAPH, 0.5, 'lanczos3');
    expect(await judged(scale(halved, 2, 'cubic'))).toMatchObject({ status: 'likely_upscaled', estimatedFactor: 2 });
  });

  it('of a digital zoom, saved by a camera, are found with its ratio', async () => {
    const zoomed = resample(cropPicture(PHOTOGRAPH, 100, 80, 376, 282), 640, 480, 'bilinear');
    const judgement = await judged(zoomed, 'jpeg:92');
    expect(judgement.status).toBe('likely_upscaled');
    expect(judgement.estimatedFactor).toBeCloseTo(640 / 376, 1);
  });

  it('compressed before are found', async () => {
    const compressed = await throughCodec(part(2), 'jpeg:80');
    expect((await judged(scale(compressed, 2, 'cubic'), 'jpeg:90')).status).toBe('likely_upscaled');
  });

  it.each([
    ['a page of text by 1.5', textPage, 1.5, 'bilinear'],
    ['a user interface by 1.25', userInterface, 1.25, 'cubic'],
    ['a user interface by 2, nearest', userInterface, 2, 'nearest'],
  ] as const)('of %s are found', async (_, make, factor, kernel) => {
    expect((await judged(scale(await make(640, 480, 3), factor, kernel))).status).toBe('likely_upscaled');
  });

  it('of pixel art by 8 are never native', async () => {
    expect((await judged(scale(await userInterface(128, 96, 4), 8, 'nearest'))).status).not.toBe('native');
  });
});

describe('the map', () => {
  it('shows where the enlarged part is', async () => {
    const picture = { ...PHOTOGRAPH, data: PHOTOGRAPH.data.slice() };
    const enlarged = scale(cropPicture(PHOTOGRAPH, 60, 0, 320, 320), 1.5, 'cubic');
    for (let y = 0; y < 480; y++) picture.data.set(enlarged.data.subarray(y * 480 * 3, (y + 1) * 480 * 3), y * 640 * 3);
    const { map, estimatedFactor } = await judged(picture);
    expect(estimatedFactor).toBeCloseTo(1.5, 1);
    expect(map).toMatchObject({ columns: 12, rows: 9 });
    const mean = (from: number, to: number): number => {
      const cells = (map?.cells ?? []).filter((_, at) => at % 12 >= from && at % 12 < to).map((cell) => cell ?? 0);
      return cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
    };
    expect(mean(0, 8)).toBeGreaterThan(2 * mean(10, 12));
  });

  it('leaves out cells that are too flat to say', async () => {
    const picture = scale(part(1.5), 1.5, 'cubic');
    for (let y = 0; y < 150; y++) picture.data.fill(200, y * picture.width * 3, (y * picture.width + 150) * 3);
    const { map } = await judged(picture);
    expect(map?.cells[0]).toBeNull();
    expect(map?.cells.at(-1)).toBeGreaterThan(20);
  });
});

describe('a window', () => {
  it.each([
    [255, 600],
    [600, 255],
    [399, 300],
    [1, 1],
  ])('of %i x %i pixels is too small', (width, height) => {
    const judgement = judgePixels(windowOf(fillPicture(width, height, (x, y) => (x * y) % 251)), workspace);
    expect(judgement).toMatchObject({ status: 'uncertain', score: null, detailPercent: null, map: null });
    expect(codesOf(judgement)).toBe('too_small');
  });

  it.each([
    [400, 300],
    [256, 480],
    [4096, 256],
    [479, 4096],
    [3071, 4096],
    [4096, 770],
  ])('of %i x %i pixels is measured', (width, height) => {
    const picture = { width, height, data: new Uint8Array(width * height * 3) };
    picture.data.forEach((_, at) => (picture.data[at] = ((Math.trunc(at / 3) * 2_654_435_761) >>> 13) & 255));
    expect(judgePixels(windowOf(picture), workspace).score).not.toBeNull();
  });

  it('of the largest size is measured', () => {
    const side = RESOLUTION_LIMITS.windowSide;
    const tile = PHOTOGRAPH.data;
    const data = new Uint8Array(side * side * 3);
    for (let at = 0; at < data.length; at += tile.length) data.set(tile.subarray(0, data.length - at), at);
    expect(judgePixels(windowOf({ width: side, height: side, data }), workspace).score).not.toBeNull();
  });

  it.each([
    { width: 4097, height: 300 },
    { width: 300, height: 4097 },
    { width: 400.5, height: 300 },
    { width: 0, height: 300 },
    { width: Number.NaN, height: 300 },
  ])('of $width x $height pixels is refused', ({ width, height }) => {
    const data = new Uint8Array(0);
    expect(() => judgePixels(windowOf({ width, height, data }), workspace)).toThrow(RangeError);
  });

  it('with fewer or more bytes than it says is refused', () => {
    for (const bytes of [640 * 480 * 3 - 1, 640 * 480 * 3 + 3]) {
      const data = new Uint8Array(bytes);
      expect(() => judgePixels(windowOf({ width: 640, height: 480, data }), workspace)).toThrow(RangeError);
    }
  });

  it('gives the same answer whatever its workspace has measured before', async () => {
    const enlarged = windowOf(scale(part(1.5), 1.5, 'bilinear'));
    const first = judgePixels(enlarged);
    await judged(PHOTOGRAPH, 'webp:80');
    expect(judgePixels(enlarged, workspace)).toEqual(first);
  });
});

describe('what is measured', () => {
  const crop = (factor: number): Picture =>
    cropPicture(STORED, 0, 0, Math.round(560 / factor), Math.round(420 / factor));
  it.each([
    ['photograph, png', () => STORED],
    ['photograph enlarged 1.25 nearest, png', () => scale(crop(1.25), 1.25, 'nearest')],
    ['photograph enlarged 4 cubic, png', () => scale(crop(2.5), 4, 'cubic')],
  ] as const)('of a %s is what the study measures', (made, make) => {
    const expected = stored.images.find((image) => image.made === made);
    const { features } = measureWindow(windowOf(make()), workspace);
    const measured = Object.fromEntries(FEATURE_NAMES.map((name) => [name, features.get(name)]));
    const differences = stored.names.filter((name, at) => {
      expect(placeOfFeature(name)).toBeDefined();
      return Math.abs((measured[name] ?? Number.NaN) - (expected?.values[at] ?? Number.NaN)) >= 1e-3;
    });
    expect(differences).toEqual([]);
  });
});
