import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { be16, concat } from '@revera/testkit';
import { buildJpeg, buildPng, mediaKinds, type MediaKindName } from '@revera/testkit/media';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import type { MediaType } from '../media/media-types.ts';
import { isPreviewable, makePreview, type PreviewPicture } from './preview-picture.ts';

const PICTURED: readonly MediaKindName[] = ['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'];
const OTHERS = (Object.keys(mediaKinds) as MediaKindName[]).filter((name) => !PICTURED.includes(name));

const previewOf = (bytes: Uint8Array, mediaType: string) => makePreview(bytes, mediaType as MediaType);

/** The preview, which must be there. */
async function made(bytes: Uint8Array, mediaType: string): Promise<PreviewPicture> {
  const preview = await previewOf(bytes, mediaType);
  if (preview === null) throw new Error('no preview');
  return preview;
}

/** The colour in the middle of a preview. */
async function middleOf({ bytes, width, height }: PreviewPicture): Promise<number[]> {
  const place = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
  return [...(await sharp(bytes).extract(place).raw().toBuffer())];
}

/** A plain picture of one colour. */
const plain = (
  width: number,
  height: number,
  background: string | { r: number; g: number; b: number; alpha: number },
) => sharp({ create: { width, height, channels: 4, background } });

/** EXIF of a single tag: the orientation, little-endian. */
function exifWith(orientation: number): Uint8Array {
  const tiff = Buffer.from(`49492a00080000000100120103000100000000000000000000000000`, 'hex');
  tiff.writeUInt16LE(orientation, 18);
  return concat('Exif\0\0', tiff);
}

describe('makePreview', () => {
  it.each(PICTURED)('makes a WebP of a %s that is small as it is', async (name) => {
    const { build, mediaType } = mediaKinds[name];
    expect(isPreviewable(mediaType as MediaType)).toBe(true);
    const { bytes, small, width, height } = await made(build(), mediaType);
    expect([width, height]).toEqual([16, 16]);
    for (const one of [bytes, small]) {
      expect(await sharp(one).metadata()).toMatchObject({ format: 'webp', width: 16, height: 16 });
    }
  });

  it.each(OTHERS)('makes none of a %s', async (name) => {
    const { build, mediaType } = mediaKinds[name];
    expect(isPreviewable(mediaType as MediaType)).toBe(false);
    expect(await previewOf(build(), mediaType)).toBeNull();
  });

  it('keeps a large picture within its bounds, and its shape, in both sizes', async () => {
    const { width, height, small } = await made(buildJpeg({ width: 4096, height: 1024 }), 'image/jpeg');
    expect([width, height]).toEqual([LIMITS.previewPixels, LIMITS.previewPixels / 4]);
    const size = { width: LIMITS.previewSmallPixels, height: LIMITS.previewSmallPixels / 4 };
    expect(await sharp(small).metadata()).toMatchObject(size);
  });

  it('keeps a picture of noise within its bytes, at less quality', async () => {
    const noise = { width: 960, height: 960, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 80 } } as const;
    const { bytes, small } = await made(
      await sharp({ create: { ...noise, background: '#888' } })
        .png()
        .toBuffer(),
      'image/png',
    );
    expect(bytes.length).toBeLessThanOrEqual(LIMITS.previewBytes);
    expect(small.length).toBeLessThanOrEqual(LIMITS.previewSmallBytes);
  });

  it('turns the picture as its orientation says, and carries no metadata', async () => {
    const exif = { marker: 0xe1, payload: exifWith(6) };
    const xmp = {
      marker: 0xe1,
      payload: concat('http://ns.adobe.com/xap/1.0/\0', '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>'),
    };
    const icc = { marker: 0xe2, payload: concat('ICC_PROFILE\0', [1, 1], new Uint8Array(128)) };
    const { bytes, small } = await made(buildJpeg({ width: 64, height: 32, segments: [exif, xmp, icc] }), 'image/jpeg');
    for (const one of [bytes, small]) {
      const head = await sharp(one).metadata();
      expect(head).toMatchObject({ width: 32, height: 64 });
      for (const member of ['exif', 'icc', 'xmp', 'iptc', 'orientation']) expect(head).not.toHaveProperty(member);
    }
  });

  it('shows the pixels of the file, not the picture in its EXIF', async () => {
    const red = await plain(64, 64, '#f00').jpeg().toBuffer();
    const blue = await plain(64, 64, '#00f').jpeg().toBuffer();
    const withThumbnail = concat(
      red.subarray(0, 2),
      [0xff, 0xe1],
      be16(8 + blue.length),
      'Exif\0\0',
      blue,
      red.subarray(2),
    );
    const [r = 0, , b = 255] = await middleOf(await made(withThumbnail, 'image/jpeg'));
    expect([r > 240, b < 16]).toEqual([true, true]);
  });

  it('shows what is transparent as white', async () => {
    const clear = await plain(64, 64, { r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer();
    expect(await middleOf(await made(clear, 'image/png'))).toEqual([255, 255, 255]);
  });

  it.each([
    ['16 bits', 'image/png', () => plain(64, 64, '#0f0').toColourspace('rgb16').png().toBuffer()],
    ['another profile', 'image/png', () => plain(64, 64, '#0f0').withIccProfile('p3').png().toBuffer()],
  ])('shows a picture of %s in sRGB', async (_what, mediaType, build) => {
    const [r = 255, g = 0, b = 255] = await middleOf(await made(await build(), mediaType));
    expect([r < 130, g > 140, b < 130]).toEqual([true, true, true]);
  });

  it('shows a picture of CMYK in sRGB', async () => {
    const grey = await plain(64, 64, '#808080').removeAlpha().toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(grey).metadata()).space).toBe('cmyk');
    const preview = await made(grey, 'image/jpeg');
    expect(await sharp(preview.bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
    for (const value of await middleOf(preview)) expect(Math.abs(value - 128)).toBeLessThan(24);
  });

  it('shows the first frame of many', async () => {
    const frame = (background: string) => plain(32, 32, background).raw().toBuffer();
    const frames = await Promise.all(Array.from({ length: 200 }, (_, at) => frame(at === 0 ? '#f00' : '#00f')));
    const raw = { width: 32, height: 32 * frames.length, channels: 4, pageHeight: 32 } as const;
    const gif = await sharp(Buffer.concat(frames), { raw, limitInputPixels: false }).gif().toBuffer();
    const preview = await made(gif, 'image/gif');
    expect([preview.width, preview.height, (await middleOf(preview))[0]]).toMatchObject([32, 32, expect.any(Number)]);
    expect((await middleOf(preview))[2]).toBeLessThan(16);
  });

  it.each([
    ['1 by 100,000', 1, 100_000, [1, LIMITS.previewPixels]],
    ['100,000 by 1', 100_000, 1, [LIMITS.previewPixels, 1]],
  ])('makes one of %s pixels', async (_what, width, height, size) => {
    const preview = await made(await plain(width, height, '#f00').png().toBuffer(), 'image/png');
    expect([preview.width, preview.height]).toEqual(size);
  });

  it('shows as much of a picture that ends early as there is', async () => {
    const whole = await plain(512, 512, '#f00').jpeg({ quality: 100 }).toBuffer();
    const preview = await made(whole.subarray(0, Math.floor(whole.length * 0.7)), 'image/jpeg');
    expect([preview.width, preview.height]).toEqual([512, 512]);
  });

  it.each([
    ['an SVG that calls itself a PNG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'image/png'],
    ['nothing', '', 'image/jpeg'],
    ['the head of a picture alone', Buffer.from(buildJpeg()).subarray(0, 30), 'image/jpeg'],
  ])('makes none of %s', async (_what, bytes, mediaType) => {
    // As in the process: see restrictDecoders. The library is one for all tests of this process.
    const svg = { operation: ['VipsForeignLoadSvg'] };
    sharp.block(svg);
    try {
      expect(await previewOf(Buffer.from(bytes), mediaType)).toBeNull();
    } finally {
      sharp.unblock(svg);
    }
  });

  it('makes none of a PNG whose head claims more pixels than are decoded', async () => {
    const bomb = Buffer.from(buildPng());
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    expect(await previewOf(bomb, 'image/png')).toBeNull();
  });

  it.skipIf(spawnSync('exiftool', ['-ver']).status !== 0)(
    'leaves nothing that exiftool calls metadata (skipped where it is not installed)',
    async () => {
      const exif = { marker: 0xe1, payload: exifWith(3) };
      const { bytes, small } = await made(buildJpeg({ width: 64, height: 32, segments: [exif] }), 'image/jpeg');
      const folder = await mkdtemp(join(tmpdir(), 'revera-preview-'));
      try {
        for (const one of [bytes, small]) {
          const path = join(folder, 'preview.webp');
          await writeFile(path, one);
          const told = execFileSync('exiftool', ['-G', '-j', path], { encoding: 'utf8' });
          const [tags = {}] = JSON.parse(told) as Record<string, unknown>[];
          const groups = new Set(Object.keys(tags).map((name) => name.split(':')[0]));
          expect(groups).toEqual(new Set(['Composite', 'ExifTool', 'File', 'RIFF', 'SourceFile']));
        }
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );
});
