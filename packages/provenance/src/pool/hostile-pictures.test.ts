import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { be16, be32, concat, le16, le32, u8, type Bytes } from '@revera/testkit';
import { buildHeic, buildTiffFile } from '@revera/testkit/media';
import { encodePicture, photograph } from '@revera/testkit/pixels';
import sharp, { type Sharp } from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { LIMITS } from '../limits.ts';
import type { MediaType } from '../media/media-types.ts';
import type { ResolutionFacts } from '../resolution/facts.ts';
import { readResolution, type MeasurablePicture } from '../resolution/read-resolution.ts';
import { createPixelMeasurer, type PixelMeasurer } from './pixel-measurer.ts';

const WITHIN_MS = 60_000;
const PHOTOGRAPH = photograph(480, 360, 1);
type Pixels = ResolutionFacts['pixels'];

let measurer: PixelMeasurer;
beforeAll(() => {
  measurer = createPixelMeasurer({ processes: 1 });
});
afterAll(() => measurer.close());

async function pixelsOf(bytes: Uint8Array, mediaType: MediaType, withinMs = WITHIN_MS): Promise<Pixels> {
  const { picture, facts } = readResolution(bufferSource(bytes), mediaType, null);
  if (picture === null) return facts.pixels;
  return (await measurer.measure(picture, { bytes: new Uint8Array(bytes) }, withinMs)).pixels;
}

/** Its status, or why it was not measured; and that the next picture is measured in any case. */
async function answerOf(bytes: Uint8Array, mediaType: MediaType): Promise<string> {
  const pixels = await pixelsOf(bytes, mediaType);
  const next = await pixelsOf(await encodePicture(PHOTOGRAPH, 'png'), 'image/png');
  expect(next).toMatchObject({ state: 'measured', status: 'native' });
  return pixels.state === 'measured' ? pixels.status : pixels.reason;
}

const even = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#468' }, limitInputPixels: false });
const encoded = (kind: 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif'): Promise<Buffer> => {
  const { width, height, data } = PHOTOGRAPH;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .toFormat(kind, kind === 'avif' ? { effort: 0 } : {})
    .toBuffer();
};

/** A PNG of one colour, of this size, whose rows are all there. */
function pngBomb(width: number, height: number, isInterlaced = false): Bytes {
  const chunk = (type: string, data: Uint8Array): Bytes => {
    const body = concat(type, data);
    return concat(be32(data.length), body, be32(crc32(body)));
  };
  const head = concat(be32(width, height), u8(8, 0, 0, 0, isInterlaced ? 1 : 0));
  const rows = deflateSync(new Uint8Array((width + 1) * height), { level: 1 });
  return concat(u8(0x89), 'PNG\r\n', u8(0x1a, 0x0a), chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', u8()));
}

/** A GIF whose screen is of this size and whose one frame is small. */
async function gifScreen(width: number, height: number): Promise<Uint8Array> {
  const gif = await even(300, 300).gif().toBuffer();
  gif.writeUInt16LE(width, 6);
  gif.writeUInt16LE(height, 8);
  return gif;
}

/** A JPEG whose frame states another size than its scans have. */
async function jpegStating(width: number, height: number): Promise<Uint8Array> {
  const jpeg = await encoded('jpeg');
  const frame = jpeg.indexOf(Uint8Array.of(0xff, 0xc0));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

/** A TIFF that states rows it does not have. */
function tiffStating(width: number, height: number): Bytes {
  const entry = (tag: number, value: number) => ({ tag, type: 4 as const, count: 1, data: le32(value) });
  const short = (tag: number, value: number) => ({ tag, type: 3 as const, count: 1, data: le16(value) });
  return buildTiffFile(new Uint8Array(1_000), [
    entry(256, width),
    entry(257, height),
    short(258, 8),
    short(259, 1),
    short(262, 1),
    entry(273, 8),
    entry(278, height),
    entry(279, 1_000),
  ]);
}

/** A WebP whose canvas is of another size than its frame. */
async function webpCanvas(width: number, height: number): Promise<Uint8Array> {
  const frame = (await encoded('webp')).subarray(12);
  const u24 = (value: number): Bytes => u8(value & 255, (value >> 8) & 255, value >> 16);
  const canvas = concat('VP8X', le32(10), u8(0, 0, 0, 0), u24(width - 1), u24(height - 1));
  return concat('RIFF', le32(4 + canvas.length + frame.length), 'WEBP', canvas, frame);
}

describe('a bomb', () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, MediaType, string]>([
    ['PNG above the limit', () => pngBomb(10_001, 10_000), 'image/png', 'too_many_pixels'],
    ['PNG of 100 million pixels', () => pngBomb(10_000, 10_000), 'image/png', 'flat'],
    ['interlaced PNG above its limit', () => pngBomb(7_072, 7_072, true), 'image/png', 'too_many_pixels'],
    ['GIF above the limit', () => gifScreen(65_535, 65_535), 'image/gif', 'too_many_pixels'],
    ['WebP above the limit', () => webpCanvas(16_384, 16_384), 'image/webp', 'too_many_pixels'],
    ['TIFF above the limit', () => tiffStating(60_000, 60_000), 'image/tiff', 'too_many_pixels'],
    ['JPEG above the limit', () => jpegStating(65_535, 65_535), 'image/jpeg', 'too_many_pixels'],
  ])('%s', async (_name, make, mediaType, expected) => {
    const answer = await answerOf(await make(), mediaType);
    // One colour was decoded, in bounds, and is too even to say anything.
    expect(answer).toBe(expected === 'flat' ? 'uncertain' : expected);
  });
});

describe('a shape', () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, MediaType, string]>([
    ['a JPEG of one column', () => even(1, 65_500).jpeg().toBuffer(), 'image/jpeg', 'too_small'],
    ['a JPEG of one row', () => even(65_500, 1).jpeg().toBuffer(), 'image/jpeg', 'too_small'],
    ['a PNG of 1 x 100,000', () => pngBomb(1, 100_000), 'image/png', 'too_small'],
    ['a PNG of 100,000 x 1', () => pngBomb(100_000, 1), 'image/png', 'too_small'],
    ['a TIFF of 100,000 x 1', () => tiffStating(100_000, 1), 'image/tiff', 'too_small'],
    ['a JPEG of 65,000 x 256', () => even(65_000, 256).jpeg().toBuffer(), 'image/jpeg', 'uncertain'],
    ['a PNG of 256 x 100,000', () => pngBomb(256, 100_000), 'image/png', 'uncertain'],
    ['a picture of one pixel', () => pngBomb(1, 1), 'image/png', 'too_small'],
  ])('%s', async (_name, make, mediaType, expected) => {
    expect(await answerOf(await make(), mediaType)).toBe(expected);
  });
});

describe('a header that lies', () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, MediaType]>([
    ['JPEG with more rows than there are', () => jpegStating(480, 9_000), 'image/jpeg'],
    ['JPEG with more columns than there are', () => jpegStating(9_000, 360), 'image/jpeg'],
    ['WebP with a canvas larger than its frame', () => webpCanvas(4_000, 3_000), 'image/webp'],
    ['TIFF with more rows than there are', () => tiffStating(2_000, 2_000), 'image/tiff'],
    ['HEIC', () => buildHeic(), 'image/heic'],
    [
      'an SVG that is called an AVIF',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'),
      'image/avif',
    ],
  ])('is not measured: %s', async (_name, make, mediaType) => {
    expect(await answerOf(await make(), mediaType)).toBe('not_decodable');
  });
});

describe('a file that ends early', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)(
    '%s: half of the pixels say nothing',
    async (kind) => {
      const whole = await encoded(kind);
      for (const share of [0.1, 0.5, 0.9]) {
        const answer = await answerOf(whole.subarray(0, Math.floor(whole.length * share)), `image/${kind}`);
        expect([share, answer]).toEqual([share, 'not_decodable']);
      }
    },
  );
});

/** As many frames as a file of some hundred kilobytes can have. */
async function animated(kind: 'gif' | 'webp', frames: number): Promise<Uint8Array> {
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      even(400, 400)
        .tint({ r: at * 30, g: 80, b: 90 })
        .png()
        .toBuffer(),
    ),
  );
  const pages = Array.from({ length: frames }, (_, at) => made[at % made.length] ?? made[0] ?? Buffer.alloc(0));
  return sharp(pages, { join: { animated: true } })
    .toFormat(kind, { effort: 1 })
    .toBuffer();
}

/** Eight frames over and over, written as bytes: to encode them all would take longer than the rest of this file. */
async function animatedGif(frames: number): Promise<Uint8Array> {
  const gif = Buffer.from(await animated('gif', 8));
  const first = gif.indexOf(Uint8Array.of(0x21, 0xf9, 4));
  expect(first).toBeGreaterThan(0);
  const rounds = Array.from({ length: Math.ceil(frames / 8) }, () => gif.subarray(first, -1));
  return concat(gif.subarray(0, first), ...rounds, gif.subarray(-1));
}

/** An animated PNG: the pixels of its first frame, and a statement that a million more follow. */
async function animatedPng(): Promise<Uint8Array> {
  const png = await encodePicture(PHOTOGRAPH, 'png');
  const body = concat('acTL', be32(1_000_000, 0));
  return concat(png.subarray(0, 33), be32(8), body, be32(crc32(body)), png.subarray(33));
}

describe('an animation', () => {
  it.each<[string, () => Promise<Uint8Array>, MediaType]>([
    ['GIF of 300 frames', () => animatedGif(300), 'image/gif'],
    ['WebP of 300 frames', () => animated('webp', 300), 'image/webp'],
    ['PNG that states a million', animatedPng, 'image/png'],
  ])('is its first frame, and it is said so: %s', async (_name, make, mediaType) => {
    const pixels = await pixelsOf(await make(), mediaType);
    expect(pixels).toMatchObject({ state: 'measured', is_first_frame: true });
    expect(pixels.image?.height).toBeLessThanOrEqual(400);
  });
});

/** A progressive JPEG that repeats one of its scans: a decoder may work on each over the whole picture. */
async function manyScans(side: number, which: 'first' | 'last', scans: number): Promise<Uint8Array> {
  const jpeg = await even(side, side).jpeg({ progressive: true }).toBuffer();
  const starts: number[] = [];
  for (let at = jpeg.indexOf(SCAN); at >= 0; at = jpeg.indexOf(SCAN, at + 1)) starts.push(at);
  // The second scan is the first of those for all but the mean.
  const [from = 0, to = jpeg.length - 2] = which === 'last' ? starts.slice(-1) : starts.slice(1, 3);
  const repeated = jpeg.subarray(from, to);
  return concat(jpeg.subarray(0, to), ...Array.from({ length: scans }, () => repeated), jpeg.subarray(to));
}
const SCAN = Uint8Array.of(0xff, 0xda);

describe('a progressive JPEG', () => {
  it.each(['first', 'last'] as const)('with thousands of scans is not measured: the %s repeated', async (which) => {
    expect(await answerOf(await manyScans(3_000, which, 5_000), 'image/jpeg')).toBe('not_decodable');
  });

  it('whose decoder needs longer than there is time is not measured, and the next picture is', async () => {
    const file = await manyScans(7_000, 'first', 20_000);
    // Far less than the scans take on the fastest machine.
    expect(await pixelsOf(file, 'image/jpeg', 100)).toEqual({
      state: 'not_measured',
      reason: 'timed_out',
      image: null,
    });
    expect(await answerOf(await encodePicture(PHOTOGRAPH, 'png'), 'image/png')).toBe('native');
  });

  it('with ten scans, as encoders write it, is measured', async () => {
    expect(await answerOf(await manyScans(600, 'last', 0), 'image/jpeg')).toBe('uncertain');
  });
});

describe('a JPEG with warnings', () => {
  it('is measured where no pixel is missing: bytes between markers', async () => {
    const jpeg = await encoded('jpeg');
    const frame = jpeg.indexOf(Uint8Array.of(0xff, 0xc0));
    const file = concat(jpeg.subarray(0, frame), u8(1, 2, 3), jpeg.subarray(frame));
    expect(await answerOf(file, 'image/jpeg')).toBe('native');
  });

  it('is not measured where pixels are missing, though it has an end', async () => {
    const jpeg = await encoded('jpeg');
    const file = concat(jpeg.subarray(0, jpeg.length >> 1), be16(0xffd9));
    expect(await answerOf(file, 'image/jpeg')).toBe('not_decodable');
  });
});

/** What a process of its own does, and whether it still runs. */
describe('a process that decodes', () => {
  let folder: string;
  const opened: PixelMeasurer[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'revera-hostile-'));
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  afterAll(() => rm(folder, { recursive: true }));

  const PICTURE: MeasurablePicture = {
    media_type: 'image/png',
    clues: [],
    jpeg_quality: 42,
    is_animated: false,
    is_heavy: false,
  };
  const MEASURED = `{ state: 'measured', status: 'native', evidence: [], confidence: 'low', estimated_factor: null,
    factor_alternatives: [], score: -3, detail_percent: 90, map: null, image: { width: 300, height: 500 },
    window: { left: 0, top: 0, width: 300, height: 500 }, codec_grid: 8, is_first_frame: false,
    model: { method: 'resampling-1', sha256: '${'a'.repeat(64)}', enlarged_from: 2, native_up_to: -2 } }`;

  /** It does this with its first picture, after it has written its number, and answers all others. */
  async function processThat(
    name: string,
    does: string,
  ): Promise<{ measure: (withinMs?: number) => Promise<Pixels>; pid: () => Promise<number> }> {
    const [path, number] = [join(folder, `${name}.mjs`), join(folder, `${name}.pid`)];
    const script = `import { existsSync, writeFileSync } from 'node:fs';
      import { register } from '${import.meta.resolve('tsx/esm/api')}';
      register();
      const { withinMemory } = await import('${new URL('./memory-watch.ts', import.meta.url).href}');
      process.on('disconnect', () => process.exit());
      process.on('message', () => {
        if (existsSync('${number}')) return process.send(${MEASURED});
        writeFileSync('${number}', String(process.pid));
        ${does}
      });
      process.send('ready');`;
    await writeFile(path, script);
    const made = createPixelMeasurer({ processes: 1, processUrl: pathToFileURL(path) });
    opened.push(made);
    return {
      measure: async (withinMs = WITHIN_MS) => (await made.measure(PICTURE, { path: '/nowhere' }, withinMs)).pixels,
      pid: async () => Number(await readFile(number, 'utf8')),
    };
  }

  it.each<[string, string, number, string]>([
    ['crashes', 'process.abort();', WITHIN_MS, 'decoder_failed'],
    ['ends without a word', 'process.exit(0);', WITHIN_MS, 'decoder_failed'],
    ['is killed', `process.kill(process.pid, 'SIGKILL');`, WITHIN_MS, 'decoder_failed'],
    [
      'takes more memory than it may',
      `const held = [];
        withinMemory(300 * 2 ** 20, () => new Promise(() => setInterval(() => held.push(Buffer.alloc(32 * 2 ** 20, 1)), 5)));`,
      WITHIN_MS,
      'decoder_failed',
    ],
    ['hangs', 'for (;;);', 3_000, 'timed_out'],
    ['says nothing', '', 3_000, 'timed_out'],
  ])(
    '%s: that picture is not measured, the process is gone, and the next picture is measured',
    async (name, does, withinMs, reason) => {
      const { measure, pid } = await processThat(name.replaceAll(' ', '-'), does);
      expect(await measure(withinMs)).toEqual({ state: 'not_measured', reason, image: null });
      // The next one waits until it has gone, and gets a process of its own.
      expect(await measure()).toMatchObject({ state: 'measured', status: 'native' });
      const gone = await pid();
      expect(() => process.kill(gone, 0)).toThrow('ESRCH');
    },
  );

  it('keeps what the file says when its pixels are not measured', async () => {
    const clue = { code: 'exif_dimensions_smaller', size: { width: 200, height: 150 }, ratio: 2 } as const;
    const absent = createPixelMeasurer({ processes: 1, processUrl: pathToFileURL(join(folder, 'absent.mjs')) });
    opened.push(absent);
    const facts = await absent.measure({ ...PICTURE, clues: [clue] }, { path: '/nowhere' }, WITHIN_MS);
    expect(facts).toEqual({
      pixels: { state: 'not_measured', reason: 'decoder_failed', image: null },
      clues: [clue],
      jpeg_quality: 42,
    });
  });

  it('may have more memory than the largest picture that it accepts needs, and less than twice a half gigabyte', () => {
    expect(LIMITS.resolutionProcessBytes).toBeGreaterThan(LIMITS.decodedPixelsTiff * 16);
    expect(LIMITS.resolutionProcessBytes).toBeLessThan(2 ** 30);
  });
});
