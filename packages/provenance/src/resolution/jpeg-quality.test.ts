import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { concat, u8 } from '@revera/testkit';
import { buildJpeg } from '@revera/testkit/media';
import { photograph, encodePicture } from '@revera/testkit/pixels';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { MediaSource } from '../media/media-source.ts';
import { hasMediaTool, readTags } from '../testing/media-tools.ts';
import { jpegQuality, readLumaTable } from './jpeg-quality.ts';
import { readPictureHeader } from './picture-header.ts';

const PHOTOGRAPH = photograph(64, 48, 1);
const qualityIn = (file: Uint8Array): number | null =>
  readPictureHeader(MediaSource.of(bufferSource(file)), 'image/jpeg')?.jpegQuality ?? null;

/** As libjpeg writes them, and as its documents and those of ImageMagick print them; the first row of each. */
const KNOWN = [
  [50, [16, 11, 12, 14, 12, 10, 16, 14]],
  [75, [8, 6, 6, 7, 6, 5, 8, 7]],
  [90, [3, 2, 2, 3, 2, 2, 3, 3]],
  [25, [32, 22, 24, 28, 24, 20, 32, 28]],
  [100, [1, 1, 1, 1, 1, 1, 1, 1]],
] as const;

describe('the quality of a JPEG', () => {
  it('is the one that libjpeg was asked for, from 1 to 100', async () => {
    const wrong: [number, number | null][] = [];
    for (let quality = 1; quality <= 100; quality++) {
      const found = qualityIn(await encodePicture(PHOTOGRAPH, `jpeg:${quality}`));
      if (found !== quality) wrong.push([quality, found]);
    }
    expect(wrong).toEqual([]);
  });

  it.each(KNOWN)('%i belongs to the table that is known for it', async (quality, first) => {
    const file = await encodePicture(PHOTOGRAPH, `jpeg:${quality}`);
    const at = file.indexOf(Uint8Array.of(0xff, 0xdb)) + 4;
    const table = readLumaTable(file.subarray(at, at + 65));
    expect(table?.slice(0, first.length)).toEqual(first);
    expect(jpegQuality(table ?? [])).toBe(quality);
  });

  it('of a progressive JPEG, and of one with another table first, is that of its luminance', async () => {
    const raw = { width: 64, height: 48, channels: 3 } as const;
    const progressive = sharp(PHOTOGRAPH.data, { raw }).jpeg({
      quality: 62,
      progressive: true,
      chromaSubsampling: '4:4:4',
    });
    expect(qualityIn(await progressive.toBuffer())).toBe(62);
    const table = concat(u8(1), new Uint8Array(64).fill(1), u8(0), new Uint8Array(64).fill(255));
    expect(jpegQuality(readLumaTable(table) ?? [])).toBe(1);
  });

  it('is the nearest one for tables of another form', () => {
    // All steps alike: about the mean of the usual table at this quality.
    expect(qualityIn(buildJpeg())).toBeGreaterThan(80);
    const wide = concat(u8(0x10), ...Array.from({ length: 64 }, () => u8(1, 0)));
    expect(readLumaTable(wide)).toEqual(Array.from({ length: 64 }, () => 256));
    expect(jpegQuality(readLumaTable(wide) ?? [])).toBe(1);
  });

  it.each([
    ['no table', u8()],
    ['half a table', concat(u8(0), new Uint8Array(40))],
    ['a table for colours alone', concat(u8(1), new Uint8Array(64).fill(3))],
    ['half a table of 16 bits', concat(u8(0x10), new Uint8Array(64))],
  ])('is not known of %s', (_, segment) => {
    expect(readLumaTable(segment)).toBeNull();
  });

  describe.runIf(hasMediaTool('exiftool'))('agrees with ExifTool', () => {
    it.each([25, 35, 59, 60, 84, 97])('at %i', async (quality) => {
      const folder = await mkdtemp(join(tmpdir(), 'revera-quality-'));
      const path = join(folder, 'file.jpg');
      const file = await encodePicture(PHOTOGRAPH, `jpeg:${quality}`);
      await writeFile(path, file);
      const [tags] = await readTags([path, '-JPEGQualityEstimate']);
      expect(Number(tags?.['File:JPEGQualityEstimate'])).toBe(qualityIn(file));
      await rm(folder, { recursive: true });
    });
  });
});
