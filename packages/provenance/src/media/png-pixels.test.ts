import { deflateSync } from 'node:zlib';
import { concat, describeWithShared, be32, truncate, u8 } from '@revera/testkit';
import { buildPng, PNG_SIGNATURE, pngChunk } from '@revera/testkit/media';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import { pictureOf, rasterOf } from '../testing/png-pictures.ts';
import { MediaSource } from './media-source.ts';
import { decodePngPixels, type PngPixels } from './png-pixels.ts';

function decode(bytes: Uint8Array): PngPixels | null {
  return decodePngPixels(MediaSource.of(bufferSource(bytes)));
}

const RGB = rasterOf(7, 11, 3);

/** Red, green and blue as libvips decodes them. */
async function colours(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await sharp(bytes, { ignoreIcc: true }).removeAlpha().raw().toBuffer());
}

describe('decodePngPixels', () => {
  it.each([0, 1, 2, 3, 4])('undoes filter %i, also in the first row', (filter) => {
    expect(decode(pictureOf(RGB, { filters: [filter] }))).toEqual({
      width: 7,
      height: 11,
      rgb: RGB.pixels,
      lowestAlpha: 255,
    });
  });

  it('undoes filters that change from row to row, of data in several chunks', () => {
    expect(decode(pictureOf(RGB, { parts: 5 }))?.rgb).toEqual(RGB.pixels);
    expect(decode(pictureOf(RGB, { filters: [4, 3, 2, 1, 0] }))?.rgb).toEqual(RGB.pixels);
  });

  it('gives the colours of RGBA, and its lowest alpha', () => {
    const raster = rasterOf(5, 9, 4, 254);
    raster.pixels[4 * 7 + 3] = 9;
    const rgb = raster.pixels.filter((_, i) => i % 4 !== 3);
    expect(decode(pictureOf(raster))).toEqual({ width: 5, height: 9, rgb, lowestAlpha: 9 });
  });

  it.each([
    ['16 bits', { header: { depth: 16 } }],
    ['a palette', { header: { colour: 3 } }],
    ['grey', { header: { colour: 0 } }],
    ['interlacing', { header: { interlace: 1 } }],
    ['a filter that does not exist', { filters: [5] }],
    ['a colour that is transparent', { chunks: [{ type: 'tRNS', data: new Uint8Array(6) }] }],
    ['frames', { chunks: [{ type: 'acTL', data: new Uint8Array(8) }] }],
    ['a second header', { chunks: [{ type: 'IHDR', data: new Uint8Array(13) }] }],
    ['something between its data', { parts: 2, between: [{ type: 'tEXt', data: concat('a\0b') }] }],
  ])('refuses %s', (_title, options) => {
    expect(decode(pictureOf(RGB, options))).toBeNull();
  });

  it('refuses a file that is cut off anywhere, or is none', () => {
    const bytes = pictureOf(RGB);
    for (let length = 0; length < bytes.length - 12; length += 1) expect(decode(truncate(bytes, length))).toBeNull();
    expect(decode(new Uint8Array(100))).toBeNull();
  });

  it('refuses data that are too few, too many, or no zlib', () => {
    const picture = (width: number, height: number, data: Uint8Array): Uint8Array =>
      concat(
        PNG_SIGNATURE,
        pngChunk('IHDR', concat(be32(width, height), u8(8, 2, 0, 0, 0))),
        pngChunk('IDAT', data),
        pngChunk('IEND', new Uint8Array(0)),
      );
    expect(decode(picture(2, 2, deflateSync(new Uint8Array(14))))).not.toBeNull();
    expect(decode(picture(2, 2, deflateSync(new Uint8Array(13))))).toBeNull();
    expect(decode(picture(2, 2, deflateSync(new Uint8Array(15))))).toBeNull();
    expect(decode(picture(2, 2, deflateSync(new Uint8Array(50_000_000))))).toBeNull();
    expect(decode(picture(2, 2, concat('no zlib at all')))).toBeNull();
    expect(decode(picture(2, 2, new Uint8Array(0)))).toBeNull();
    expect(decode(picture(0, 2, deflateSync(new Uint8Array(2))))).toBeNull();
  });

  it('reads no data of a picture with too many pixels', () => {
    const head = (width: number, height: number): number => {
      const bytes = concat(
        PNG_SIGNATURE,
        pngChunk('IHDR', concat(be32(width, height), u8(8, 2, 0, 0, 0))),
        pngChunk('tEXt', new Uint8Array(5_000)),
        pngChunk('IDAT', new Uint8Array(9)),
        pngChunk('IEND', new Uint8Array(0)),
      );
      const source = MediaSource.of(bufferSource(bytes));
      expect(decodePngPixels(source)).toBeNull();
      return source.bytesRead;
    };
    expect(head(4096, LIMITS.pngPixels / 4096)).toBeGreaterThan(LIMITS.mediaReadAheadBytes);
    expect(head(4096, LIMITS.pngPixels / 4096 + 1)).toBe(LIMITS.mediaReadAheadBytes);
    expect(head(0xffff_ffff, 0xffff_ffff)).toBe(LIMITS.mediaReadAheadBytes);
  });

  it.each([3, 4] as const)(
    'reads what libvips writes and libvips what the test writes: %i channels',
    async (channels) => {
      const raster = rasterOf(33, 20, channels);
      const raw = { width: 33, height: 20, channels };
      const written = await sharp(raster.pixels, { raw }).png({ adaptiveFiltering: true }).toBuffer();
      const rgb = raster.pixels.filter((_, i) => channels === 3 || i % 4 !== 3);
      expect(decode(written)?.rgb).toEqual(rgb);
      expect(await colours(pictureOf(raster))).toEqual(rgb);
    },
  );

  it("reads the testkit's picture", () => {
    expect(decode(buildPng({ width: 3, height: 2 }))?.rgb.slice(0, 6)).toEqual(u8(0, 0, 128, 16, 0, 128));
  });
});

describeWithShared('decodePngPixels on a real file', 'corpus/vendor', (folder) => {
  it('decodes the same colours as libvips', async () => {
    const bytes = readFileSync(join(folder, 'midjourney-1.png'));
    const pixels = decode(bytes);
    expect(pixels).toMatchObject({ width: 1232, height: 928, lowestAlpha: 255 });
    expect(Buffer.compare(pixels?.rgb ?? new Uint8Array(0), await colours(bytes))).toBe(0);
  });
});
