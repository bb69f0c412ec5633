import { join } from 'node:path';
import { describeWithShared } from '@revera/testkit';
import {
  addGrain,
  bayerCapture,
  codecGridOf,
  cropPicture,
  decodePicture,
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
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { judgePixels } from './judge/judge-pixels.ts';
import type { PixelJudgement } from './types.ts';
import { createWorkspace } from './workspace.ts';

/** What looks like enlargement and is none, and the reverse; the list is that of the study, part 6a. */

const workspace = createWorkspace();
const PHOTOGRAPHS = [1, 2].map((seed) => photograph(640, 480, seed));

function judged({ data, width, height }: Picture, codecGrid: 8 | 16 = 8): PixelJudgement {
  const place = { left: 0, top: 0, imageWidth: width, imageHeight: height };
  return judgePixels({ data, width, height, ...place, codecGrid }, workspace);
}

async function after(codec: Codec, picture: Picture): Promise<string> {
  return judged(await throughCodec(picture, codec), codecGridOf(codec)).status;
}

const drawn = ({ data, width, height }: Picture): Sharp => sharp(data, { raw: { width, height, channels: 3 } });
const made = async (image: Sharp): Promise<Picture> => decodePicture(await image.png().toBuffer());

/** Turned by some degrees with a cubic kernel, and what is empty at the corners cut off. */
async function turned(picture: Picture, degrees: number): Promise<Picture> {
  const whole = await made(drawn(picture).rotate(degrees, { background: '#000' }));
  return cropPicture(whole, (whole.width - 480) >> 1, (whole.height - 340) >> 1, 480, 340);
}

/** As a lens that bends straight lines is corrected: each pixel from a place of its own, bilinear. */
function straightened({ width, height, data }: Picture): Picture {
  const sample = (x: number, y: number, channel: number): number => data[(y * width + x) * 3 + channel] ?? 0;
  return fillPicture(width, height, (x, y, channel) => {
    const [dx, dy] = [x / width - 0.5, y / height - 0.5];
    const bend = 1 - 0.02 * (dx * dx + dy * dy);
    const [u, v] = [(dx * bend + 0.5) * width, (dy * bend + 0.5) * height];
    const [left, top] = [Math.min(width - 2, Math.floor(u)), Math.min(height - 2, Math.floor(v))];
    const [a, b] = [u - left, v - top];
    const row = (at: number): number => sample(left, at, channel) * (1 - a) + sample(left + 1, at, channel) * a;
    return row(top) * (1 - b) + row(top + 1) * b;
  });
}

const random = fractions(11);

describe.each(PHOTOGRAPHS.map((picture, at) => [at + 1, picture] as const))('photograph %i', (_, picture) => {
  it.each<[string, () => Picture | Promise<Picture>, Codec]>([
    ['turned by 2 degrees', () => turned(picture, 2), 'jpeg:92'],
    ['turned by 7 degrees', () => turned(picture, 7), 'png'],
    ['with its lens corrected', () => straightened(picture), 'jpeg:90'],
    [
      'compressed, reduced a little and compressed',
      async () => scale(await throughCodec(picture, 'jpeg:80'), 0.9, 'lanczos3'),
      'jpeg:85',
    ],
    ['compressed three times', async () => throughCodec(await throughCodec(picture, 'jpeg:90'), 'jpeg:70'), 'jpeg:85'],
    ['compressed as WebP, then as JPEG', () => throughCodec(picture, 'webp:80'), 'jpeg:85'],
    ['cut to a small part', () => cropPicture(picture, 97, 53, 400, 300), 'jpeg:85'],
    ['through a Bayer pattern, strongly compressed', () => bayerCapture(picture, random), 'jpeg:75'],
    ['enlarged and reduced back', () => resample(scale(picture, 2, 'bilinear'), 640, 480, 'area'), 'png'],
    ['reduced by a third', () => scale(picture, 0.65, 'lanczos3'), 'jpeg:90'],
    // Their traces fall on the same harmonics as those of enlargements by 8/5 and 8/3.
    ['reduced to 8/11', () => scale(picture, 8 / 11, 'bilinear'), 'png'],
    ['reduced to 8/13', () => scale(picture, 8 / 13, 'area'), 'png'],
    ['sharpened', () => made(drawn(picture).sharpen({ sigma: 1.2 })), 'jpeg:90'],
    ['denoised', () => made(drawn(picture).median(3)), 'jpeg:90'],
    ['with much grain', () => addGrain(picture, 8, random), 'png'],
    ['in few colours', () => picture, 'palette:16'],
  ])('%s is not called enlarged', async (_name, make, codec) => {
    expect(await after(codec, await make())).not.toBe('likely_upscaled');
  });

  it.each<[string, () => Picture | Promise<Picture>, Codec]>([
    ['halved, then doubled', () => scale(scale(picture, 0.5, 'lanczos3'), 2, 'lanczos3'), 'jpeg:90'],
    [
      'doubled and sharpened',
      () => made(drawn(scale(cropPicture(picture, 0, 0, 400, 300), 2, 'cubic')).sharpen()),
      'jpeg:85',
    ],
    ['doubled, then reduced to 0.7', () => scale(scale(picture, 2, 'cubic'), 0.7, 'lanczos3'), 'png'],
    [
      'zoomed in by 1.7 in the camera',
      () => resample(cropPicture(picture, 120, 90, 376, 282), 640, 480, 'cubic'),
      'png',
    ],
    [
      'enlarged and compressed twice',
      () => throughCodec(scale(cropPicture(picture, 0, 0, 430, 320), 1.5, 'cubic'), 'jpeg:92'),
      'jpeg:90',
    ],
  ])('%s is never called native', async (_name, make, codec) => {
    expect(await after(codec, await make())).not.toBe('native');
  });
});

describe('enlarged on the grid of JPEG and never compressed afterwards', () => {
  it.each([
    [1.6, 'bilinear', 'png'],
    [1.6, 'cubic', 'png'],
    [1.6, 'lanczos3', 'palette:256'],
    [8 / 3, 'cubic', 'png'],
    [8 / 3, 'mitchell', 'png'],
  ] as const)('%f times, %s, as %s', async (factor, kernel, codec) => {
    for (const picture of PHOTOGRAPHS) {
      const [across, down] = [Math.round(640 / factor), Math.round(480 / factor)];
      const enlarged = resample(cropPicture(picture, 0, 0, across, down), 640, 480, kernel);
      const judgement = judged(await throughCodec(enlarged, codec));
      expect(judgement.status).toBe('likely_upscaled');
      expect(
        [judgement.estimatedFactor, ...judgement.factorAlternatives].some(
          (one) => Math.abs((one ?? 0) / factor - 1) < 0.03,
        ),
      ).toBe(true);
    }
  });
});

describe('what is drawn', () => {
  const drawings = [
    ['text', textPage],
    ['a screen', userInterface],
  ] as const;

  it.each(drawings)(
    '%s is native in PNG and JPEG, and not called enlarged after stronger compression',
    async (_, make) => {
      const picture = await make(760, 560, 5);
      for (const codec of ['png', 'jpeg:90'] as const) expect(await after(codec, picture)).toBe('native');
      for (const codec of ['jpeg:75', 'jpeg:50', 'palette:16', 'webp:80'] as const) {
        expect(await after(codec, picture)).not.toBe('likely_upscaled');
      }
    },
  );

  it.each(drawings)('%s at one and a half is found', async (_, make) => {
    expect(await after('png', scale(await make(560, 420, 5), 1.5, 'bilinear'))).toBe('likely_upscaled');
  });

  it.each<[string, (x: number, y: number) => number]>([
    ['stripes', (x) => (Math.trunc(x / 5) % 2) * 190 + 30],
    ['a chess board', (x, y) => ((Math.trunc(x / 10) + Math.trunc(y / 10)) % 2) * 190 + 30],
    ['slanted stripes', (x, y) => (Math.trunc((x + y) / 6) % 2) * 190 + 30],
    ['a smooth wave', (x, y) => 128 + 60 * Math.sin(x / 5) + 50 * Math.sin(y / 5)],
  ])('%s are a regular pattern, which is not called enlarged', async (_, draw) => {
    for (const codec of ['png', 'jpeg:85'] as const) {
      const { status, evidence, map } = judged(await throughCodec(fillPicture(800, 600, draw), codec));
      expect([status, map]).toEqual(['uncertain', null]);
      if (codec === 'jpeg:85') expect(evidence.map(({ code }) => code)).toEqual(['regular_pattern']);
    }
  });

  it('plain fields are not called enlarged', async () => {
    const plain = [
      fillPicture(640, 480, (x) => (x < 320 ? 30 : 220)),
      fillPicture(640, 480, (x, y) => 40 + x / 5 + y / 9),
      fillPicture(640, 480, () => 255),
    ];
    for (const picture of plain)
      for (const codec of ['png', 'jpeg:85'] as const) {
        expect(await after(codec, picture)).not.toBe('likely_upscaled');
      }
  });
});

describe('what generators made', () => {
  const FILES = [
    'aigc/doubao_black_1x1_1.png',
    'vendor/flux-1.png',
    'vendor/grok-1.jpg',
    'vendor/midjourney-1.png',
    'world/bing_creator_cloud_surfing_puppy.jpg',
  ];

  describeWithShared('with the traces of its own decoder', 'corpus', (corpus) => {
    it.each(FILES)('is not called enlarged when it was compressed or cut: %s', async (path) => {
      const whole = await decodePicture(join(corpus, path));
      const part = cropPicture(whole, 5, 3, Math.min(whole.width - 5, 900), Math.min(whole.height - 3, 700));
      for (const codec of ['png', 'jpeg:85', 'webp:80'] as const)
        expect(await after(codec, part)).not.toBe('likely_upscaled');
    });
  });
});
