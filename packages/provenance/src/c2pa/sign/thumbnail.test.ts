import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { be16, be32, concat, copyBytes } from '@revera/testkit';
import { buildJpeg, buildPng, mediaKinds, type MediaKindName } from '@revera/testkit/media';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import type { MediaType } from '../../media/media-types.ts';
import type { PictureType } from '../embedded-thumbnails.ts';
import { copyThumbnail, makeThumbnail } from './thumbnail.ts';

const PICTURED: readonly MediaKindName[] = ['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'];
const OTHERS = (Object.keys(mediaKinds) as MediaKindName[]).filter((name) => !PICTURED.includes(name));

/** What stands before the size in the head of a JPEG. */
const SIZE_OF_JPEG = Buffer.from('ffc00011', 'hex');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'revera-thumbnail-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function thumbnailOf(bytes: Uint8Array, mediaType: string) {
  const path = join(folder, 'picture');
  await writeFile(path, bytes);
  return makeThumbnail(path, mediaType as MediaType);
}

/** What the thumbnail is: also a proof that it can be decoded. */
async function describeThumbnail(bytes: Uint8Array, mediaType: string) {
  const thumbnail = await thumbnailOf(bytes, mediaType);
  expect(thumbnail?.mediaType).toBe('image/jpeg');
  return sharp(thumbnail?.bytes).metadata();
}

/** EXIF of a single tag: the orientation, little-endian. */
function orientation(value: number): Uint8Array {
  const tiff = Buffer.from(`49492a00080000000100120103000100000000000000000000000000`, 'hex');
  tiff.writeUInt16LE(value, 18);
  return concat('Exif\0\0', tiff);
}

/** The same JPEG of one row more, and as whole as before: its pixels are written in blocks of 16 rows. */
function withOneRowMore(jpeg: Buffer, height: number): Buffer {
  if (height % 16 === 0) throw new Error('the last block is full');
  const copy = Buffer.from(jpeg);
  copy.writeUInt16BE(height + 1, copy.indexOf(SIZE_OF_JPEG) + 5);
  return copy;
}

describe('makeThumbnail', () => {
  it.each(PICTURED)('makes a JPEG of a %s that is small as it is', async (name) => {
    const { build, mediaType } = mediaKinds[name];
    expect(await describeThumbnail(build(), mediaType)).toMatchObject({ format: 'jpeg', width: 16, height: 16 });
  });

  it.each(OTHERS)('makes none of a %s', async (name) => {
    const { build, mediaType } = mediaKinds[name];
    expect(await thumbnailOf(build(), mediaType)).toBeNull();
  });

  it('keeps a large picture within its bound, and its shape', async () => {
    const wide = buildJpeg({ width: 4096, height: 1024 });
    const size = { width: LIMITS.thumbnailPixels, height: LIMITS.thumbnailPixels / 4 };
    expect(await describeThumbnail(wide, 'image/jpeg')).toMatchObject(size);
  });

  it('turns the picture as its orientation says and carries no metadata', async () => {
    const exif = { marker: 0xe1, payload: orientation(6) };
    const icc = { marker: 0xe2, payload: concat('ICC_PROFILE\0', [1, 1], new Uint8Array(128)) };
    const lying = buildJpeg({ width: 64, height: 32, segments: [exif, icc] });
    const made = await describeThumbnail(lying, 'image/jpeg');
    expect(made).toMatchObject({ width: 32, height: 64 });
    for (const member of ['exif', 'icc', 'xmp', 'iptc', 'orientation']) expect(made).not.toHaveProperty(member);
  });

  it('shows what is transparent as white', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const png = await sharp({ create: { width: 8, height: 8, channels: 4, background: clear } })
      .png()
      .toBuffer();
    const thumbnail = await thumbnailOf(png, 'image/png');
    const { channels } = await sharp(thumbnail?.bytes).stats();
    expect(channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });

  // Nearly all of the time goes into making the pictures, so each format does it the cheapest way it has.
  it.each([
    ['jpeg', LIMITS.decodedPixels, {}],
    ['png', LIMITS.decodedPixelsWhole, { compressionLevel: 1 }],
    ['webp', LIMITS.decodedPixelsWhole, { lossless: true, effort: 0 }],
    ['gif', LIMITS.decodedPixelsWhole, { effort: 1 }],
    ['tiff', LIMITS.decodedPixelsTiff, {}],
    ['avif', LIMITS.decodedPixelsAvif, { effort: 0 }],
  ] as const)('takes a %s of as many pixels as may be decoded, and none of more', async (format, pixels, cheapest) => {
    const width = 4_000;
    const picture = (height: number) =>
      sharp({ create: { width, height, channels: 3, background: 'grey' }, limitInputPixels: false })
        .toFormat(format, cheapest)
        .toBuffer();
    const height = pixels / width;
    const largest = await picture(height);
    expect(await thumbnailOf(largest, `image/${format}`)).not.toBeNull();
    const tooLarge = format === 'jpeg' ? withOneRowMore(largest, height) : await picture(height + 1);
    expect(await thumbnailOf(tooLarge, `image/${format}`)).toBeNull();
  });

  it('makes none of a small file that claims 30,000 by 30,000 pixels', async () => {
    const png = copyBytes(buildPng());
    png.set(be32(30_000, 30_000), 16);
    expect(await thumbnailOf(png, 'image/png')).toBeNull();
    const jpeg = copyBytes(buildJpeg());
    jpeg.set(be16(30_000, 30_000), Buffer.from(jpeg).indexOf(SIZE_OF_JPEG) + 5);
    expect(await thumbnailOf(jpeg, 'image/jpeg')).toBeNull();
  });

  it.each(PICTURED)('makes none of a %s that ends behind its head, is text or is not there', async (name) => {
    const { build, mediaType } = mediaKinds[name];
    expect(await thumbnailOf(build().subarray(0, 24), mediaType)).toBeNull();
    expect(await thumbnailOf(Buffer.from('text'), mediaType)).toBeNull();
    expect(await makeThumbnail(join(folder, 'absent'), mediaType as MediaType)).toBeNull();
  });
});

describe('copyThumbnail', () => {
  const grey = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'grey' }, limitInputPixels: false });
  const FORMATS = ['jpeg', 'png', 'webp', 'avif'] as const;
  const typeOf = (format: (typeof FORMATS)[number]): PictureType => `image/${format}`;

  it.each(FORMATS)('makes a JPEG of a %s: smaller, its shape kept, its size told', async (format) => {
    const copy = await copyThumbnail(await grey(1_000, 500).toFormat(format).toBuffer(), typeOf(format));
    const side = LIMITS.thumbnailCopyPixels;
    expect(copy).toMatchObject({ width: side, height: side / 2 });
    expect(await sharp(copy?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: side, height: side / 2 });
  });

  it('leaves a picture that is small as it is, and shows what is transparent as white', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const png = await sharp({ create: { width: 8, height: 5, channels: 4, background: clear } })
      .png()
      .toBuffer();
    const copy = await copyThumbnail(png, 'image/png');
    expect(copy).toMatchObject({ width: 8, height: 5 });
    expect((await sharp(copy?.bytes).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255]);
  });

  it.each(FORMATS)('keeps nothing of a %s but its pixels: no place, no time, no text, no profile', async (format) => {
    const picture = await grey(300, 300)
      .withExif({
        IFD0: { Artist: 'SECRET-NAME', DateTime: '2026:01:02 03:04:05' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSLongitudeRef: 'W' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>SECRET-XMP</secret></x:xmpmeta>')
      .withIccProfile('p3')
      .toFormat(format)
      .toBuffer();
    const before = await sharp(picture).metadata();
    for (const member of ['exif', 'xmp', 'icc']) expect(before, member).toHaveProperty(member);
    const copy = await copyThumbnail(picture, typeOf(format));
    const after = await sharp(copy?.bytes).metadata();
    for (const member of ['exif', 'icc', 'xmp', 'iptc', 'orientation']) expect(after).not.toHaveProperty(member);
    expect(Buffer.from(copy?.bytes ?? []).toString('latin1')).not.toMatch(/SECRET|GPS|Exif|2026/);
  });

  it('drops what is hidden behind the end of the picture and in its comments', async () => {
    const comment = { marker: 0xfe, payload: Buffer.from('SECRET-COMMENT') };
    const picture = concat(buildJpeg({ width: 32, height: 32, segments: [comment] }), 'SECRET-TAIL');
    const copy = await copyThumbnail(picture, 'image/jpeg');
    expect(copy).toMatchObject({ width: 32, height: 32 });
    expect(Buffer.from(copy?.bytes ?? []).toString('latin1')).not.toContain('SECRET');
  });

  it.each([
    ['jpeg', LIMITS.embeddedThumbnailPixels],
    ['png', LIMITS.embeddedThumbnailPixels],
    ['webp', LIMITS.embeddedThumbnailPixels],
    ['avif', LIMITS.embeddedThumbnailPixelsAvif],
  ] as const)('takes a %s of as many pixels as may be decoded, and none of more', async (format, pixels) => {
    const side = Math.sqrt(pixels);
    const picture = (height: number) => grey(side, height).toFormat(format, { effort: 1 }).toBuffer();
    expect(await copyThumbnail(await picture(side), typeOf(format))).not.toBeNull();
    expect(await copyThumbnail(await picture(side + 1), typeOf(format))).toBeNull();
  });

  it('makes none that is larger than a copy may be', async () => {
    const noise = (side: number) =>
      sharp({
        create: {
          width: side,
          height: side,
          channels: 3,
          background: 'grey',
          noise: { type: 'gaussian', mean: 128, sigma: 90 },
        },
      })
        .png()
        .toBuffer();
    const largest = await copyThumbnail(await noise(160), 'image/png');
    expect(largest?.bytes.length).toBeGreaterThan(LIMITS.thumbnailCopyBytes / 3);
    expect(await copyThumbnail(await noise(LIMITS.thumbnailCopyPixels), 'image/png')).toBeNull();
  });

  it('makes none of a small file that claims 30,000 by 30,000 pixels', async () => {
    const png = copyBytes(buildPng());
    png.set(be32(30_000, 30_000), 16);
    expect(await copyThumbnail(png, 'image/png')).toBeNull();
  });

  it('makes none of a progressive JPEG with a thousand more scans', async () => {
    const jpeg = await grey(2_048, 2_048).jpeg({ progressive: true }).toBuffer();
    const end = jpeg.length - 2;
    const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from('ffda', 'hex')), end);
    const bomb = Buffer.concat([
      jpeg.subarray(0, end),
      ...Array.from({ length: 1_000 }, () => scan),
      jpeg.subarray(end),
    ]);
    expect(await copyThumbnail(bomb, 'image/jpeg')).toBeNull();
  });

  it.each(FORMATS)('makes none of a %s that ends early or is something else', async (format) => {
    const whole = await grey(64, 64).toFormat(format).toBuffer();
    expect(await copyThumbnail(whole, typeOf(format))).not.toBeNull();
    expect(await copyThumbnail(whole.subarray(0, whole.length - 20), typeOf(format))).toBeNull();
    expect(await copyThumbnail(Buffer.from('text'), typeOf(format))).toBeNull();
    expect(await copyThumbnail(new Uint8Array(), typeOf(format))).toBeNull();
  });
});
