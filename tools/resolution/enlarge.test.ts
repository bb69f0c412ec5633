import { createPixelWorkspace, judgePixels } from '@revera/provenance';
import { cropPicture, fractions, photograph, resample, type ResampleOptions } from '@revera/testkit/pixels';
import { describe, expect, it } from 'vitest';
import { windowOf } from './draw.ts';
import { enlargeByChance, trainingSamplesOf } from './enlarge.ts';

describe('enlarged samples for a training', () => {
  const picture = photograph(700, 500, 4);

  it('differ in the shares that are said', async () => {
    const random = fractions(8);
    const drawn: Awaited<ReturnType<typeof enlargeByChance>>['truth'][] = [];
    const small = cropPicture(picture, 0, 0, 40, 30);
    for (let sample = 0; sample < 600; sample++) drawn.push((await enlargeByChance(small, random)).truth);
    const shareOf = (isMeant: (truth: (typeof drawn)[number]) => boolean): number =>
      drawn.filter(isMeant).length / drawn.length;
    expect(shareOf(({ ways }) => ways.includes('linear light'))).toBeCloseTo(0.1, 1);
    expect(shareOf(({ ways }) => ways.includes('corner-aligned'))).toBeCloseTo(0.1, 1);
    expect(Math.abs(shareOf(({ ways }) => ways.includes('compressed before')) - 0.25)).toBeLessThan(0.06);
    expect(Math.abs(shareOf(({ ways }) => ways.some((way) => way.endsWith('after'))) - 0.24)).toBeLessThan(0.06);
    expect(new Set(drawn.map(({ kernel }) => kernel)).size).toBe(9);
    expect(Math.min(...drawn.map(({ factor }) => factor))).toBeGreaterThanOrEqual(1.08);
    expect(Math.max(...drawn.map(({ factor }) => factor))).toBeLessThanOrEqual(4.1);
    expect(new Set(drawn.map(({ factor }) => factor)).size).toBeGreaterThan(150);
  }, 30_000);

  it('are found by their period, whichever way they were made', () => {
    const workspace = createPixelWorkspace();
    for (const options of [{}, { light: 'linear' }, { align: 'corners' }] as const) {
      const enlarged = resample(cropPicture(picture, 0, 0, 480, 360), 864, 648, 'cubic', options);
      const { status, estimatedFactor } = judgePixels(windowOf(enlarged, 8), workspace);
      expect(status).toBe('likely_upscaled');
      expect(Math.abs((estimatedFactor ?? 0) / 1.8 - 1)).toBeLessThan(0.03);
    }
  });

  it('in linear light take means of light, and by corners leave the corners', () => {
    const data = Uint8Array.from([0, 0, 0, 255, 255, 255]);
    const halves = { width: 2, height: 1, data };
    const middle = (options: ResampleOptions): number => resample(halves, 3, 1, 'bilinear', options).data[3] ?? 0;
    expect(middle({})).toBe(128);
    // Half of the light is level 188 in sRGB.
    expect(middle({ light: 'linear' })).toBe(188);
    const [first, , , , , , , , , last] = resample(halves, 4, 1, 'bilinear', { align: 'corners' }).data;
    expect([first, last]).toEqual([0, 255]);
    expect(resample(halves, 4, 1, 'bilinear', { align: 'corners' }).data[3]).toBe(85);
    const even = { width: 4, height: 4, data: new Uint8Array(48).fill(77) };
    expect(resample(even, 9, 7, 'lanczos3', { light: 'linear' }).data).toEqual(new Uint8Array(189).fill(77));
  });

  it('come with the native ones of an evaluation, the same each time', async () => {
    const listed = async (): Promise<string[]> => {
      const samples: string[] = [];
      for await (const { codec, truth, window } of trainingSamplesOf(picture, 8, 5)) {
        samples.push(`${JSON.stringify(truth)} ${codec} ${window.data.reduce((sum, value) => sum + value, 0)}`);
      }
      return samples;
    };
    const samples = await listed();
    expect(samples.filter((sample) => sample.includes('enlarged"'))).toHaveLength(14);
    expect(samples.filter((sample) => sample.includes('native"'))).toHaveLength(14);
    expect(await listed()).toEqual(samples);
  }, 90_000);
});
