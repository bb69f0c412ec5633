import { join } from 'node:path';
import { describeWithShared } from '@revera/testkit';
import { cropPicture, decodePicture } from '@revera/testkit/pixels';
import { describe, expect, it } from 'vitest';
import { judgePixels } from './judge/judge-pixels.ts';
import { RESOLUTION_LIMITS } from './limits.ts';
import type { PixelJudgement } from './types.ts';
import { createWorkspace } from './workspace.ts';

const CAMERAS = [
  'c2pa/public-testfiles/image/jpeg/nikon-20221019-building.jpeg',
  'c2pa/public-testfiles/image/jpeg/truepic-20230212-camera.jpg',
  'c2pa/public-testfiles/image/jpeg/truepic-20230212-landscape.jpg',
  'c2pa/public-testfiles/image/jpeg/truepic-20230212-library.jpg',
  'world/cards_trusted.jpg',
];
const GENERATORS = [
  'aigc/doubao_black_1x1_1.png',
  'vendor/flux-1.png',
  'vendor/grok-1.jpg',
  'vendor/midjourney-1.png',
  'world/bing_creator_cloud_surfing_puppy.jpg',
];

const workspace = createWorkspace();

async function judgeFile(path: string): Promise<PixelJudgement> {
  const whole = await decodePicture(path);
  const side = RESOLUTION_LIMITS.windowSide;
  const [width, height] = [Math.min(side, whole.width), Math.min(side, whole.height)];
  const [left, top] = [whole.width - width, whole.height - height].map((rest) => (rest >> 1) & ~15);
  const { data } = cropPicture(whole, left ?? 0, top ?? 0, width, height);
  const place = { left: left ?? 0, top: top ?? 0, imageWidth: whole.width, imageHeight: whole.height };
  return judgePixels({ data, width, height, ...place, codecGrid: 8 }, workspace);
}

describe('real files', () => {
  describeWithShared('of cameras and generators, untouched,', 'corpus', (corpus) => {
    it.each(CAMERAS)('are native: %s', async (path) => {
      expect((await judgeFile(join(corpus, path))).status).toBe('native');
    });

    it.each(GENERATORS)('are not taken for enlarged: %s', async (path) => {
      expect((await judgeFile(join(corpus, path))).status).not.toBe('likely_upscaled');
    });

    it('are not taken for enlarged where blocks of colour leave a grid of 16 pixels', async () => {
      // A JPEG file whose colour has half the resolution, saved again as PNG: brightness has steps every 8 pixels, colour every 16.
      const judgement = await judgeFile(join(corpus, 'aigc/jimeng_cap_A.png'));
      expect(judgement).toMatchObject({ status: 'uncertain', estimatedFactor: null });
      expect(judgement.evidence.map(({ code }) => code)).toEqual(['low_detail']);
    });
  });
});
