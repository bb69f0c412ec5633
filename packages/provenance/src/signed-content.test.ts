import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeWithShared } from '@revera/testkit';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { mediaKinds, type MediaKind, type MediaKindName } from '@revera/testkit/media';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestFrames, hasMediaTool } from './testing/media-tools.ts';
import { openSignBench, trustIn, type SignBench } from './testing/sign-bench.ts';

const SIZE_BYTES = 50_000;
/** What ffmpeg has no reader for, in all its editions. The coded data of these is compared byte by byte elsewhere. */
const NOT_FOR_FFMPEG: readonly string[] = ['svg', 'heic', 'heif', 'avif', 'jxl'] satisfies MediaKindName[];
const decodable = Object.entries<MediaKind>(mediaKinds).filter(
  ([name, { engineSigns }]) => engineSigns && name !== 'pdf' && !NOT_FOR_FFMPEG.includes(name),
);
const STILLS = ['jpeg', 'png', 'gif', 'webp', 'tiff', 'avif', 'svg'] as const satisfies MediaKindName[];
/** Files of others that are no self-made sixteen pixels: real cameras and encoders. */
const REAL_FILES = [
  'IMG_0003.jpg',
  'P1000827.jpg',
  'libpng-test.png',
  'mars.webp',
  'sample1.gif',
  'TUSCANY.TIF',
  'sample1.avif',
  'legacy.mp4',
  'sample1.mp3',
  'sample1.m4a',
  'sample1.flac',
];
const REAL_STILLS = /\.(jpg|png|webp|gif|tif|avif)$/i;

let bench: SignBench;
let authority: Authority;
beforeAll(async () => {
  bench = await openSignBench();
  authority = await createAuthority();
});
afterAll(() => bench.close());

/** Paths of the file before and after. */
async function signedPair(bytes: Uint8Array, extension: string): Promise<[string, string]> {
  const signed = await bench.sign(bytes, { authority });
  return [await bench.write(bytes, extension), await bench.write(signed, extension)];
}

/** Size and pixels of each page. */
async function pixelsOf(path: string, failOn: 'warning' | 'none' = 'warning') {
  const { pages = 1 } = await sharp(path, { failOn }).metadata();
  const decode = async (page: number) => {
    const { data, info } = await sharp(path, { page, failOn }).raw().toBuffer({ resolveWithObject: true });
    return { ...info, data: createHash('sha256').update(data).digest('hex') };
  };
  return Promise.all(Array.from({ length: pages }, (_, page) => decode(page)));
}

describe('the pixels of a signed still', () => {
  it.each(STILLS)('are the same: %s', async (name) => {
    const { build, extension } = mediaKinds[name];
    const [before, after] = await signedPair(build({ sizeBytes: SIZE_BYTES }), extension);
    expect(await pixelsOf(after)).toEqual(await pixelsOf(before));
  });
});

describe.runIf(hasMediaTool('ffmpeg'))('what ffmpeg decodes of a signed file', () => {
  it.each(decodable)('is the same: %s', async (_name, { build, extension }) => {
    const [before, after] = await signedPair(build({ sizeBytes: SIZE_BYTES }), extension);
    const frames = await digestFrames(before);
    expect(frames).toMatch(/^0, .*[0-9a-f]{32}$/m);
    expect(await digestFrames(after)).toBe(frames);
  });
});

describeWithShared('a real file that was signed', 'corpus/c2pa/c2pa-rs', (folder) => {
  const hasFfmpeg = hasMediaTool('ffmpeg');

  it.each(REAL_FILES)('is verified and decodes to the same: %s', async (name) => {
    const original = join(folder, name);
    const signed = await bench.sign(await readFile(original), { authority });
    const { verdict } = await bench.analyzeBytes(signed, trustIn(authority));
    expect(verdict.provenance_status).toBe('verified');
    const path = await bench.write(signed, name.split('.').at(-1));
    if (REAL_STILLS.test(name)) expect(await pixelsOf(path)).toEqual(await pixelsOf(original));
    if (hasFfmpeg && !name.endsWith('.avif')) expect(await digestFrames(path)).toBe(await digestFrames(original));
  });

  it('has, as a TIFF of several pages, all their pixels and a directory without a picture, at which strict readers stop', async () => {
    const original = join(folder, 'MultiPage.tif');
    const path = await bench.write(await bench.sign(await readFile(original), { authority }), 'tif');
    expect(await pixelsOf(original)).toHaveLength(5);
    expect(await pixelsOf(path, 'none')).toEqual(await pixelsOf(original));
    await expect(pixelsOf(path)).rejects.toThrow('TIFF directory is missing');
  });
});
