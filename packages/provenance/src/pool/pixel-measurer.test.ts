import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import { encodePicture, photograph, scale } from '@revera/testkit/pixels';
import sharp, { type Sharp } from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import type { MediaType } from '../media/media-types.ts';
import type { NotMeasuredCode, ResolutionFacts } from '../resolution/facts.ts';
import { readResolution, type MeasurablePicture } from '../resolution/read-resolution.ts';
import { createPixelMeasurer, type PixelMeasurer } from './pixel-measurer.ts';

const WITHIN_MS = 60_000;

let folder: string;
let measurer: PixelMeasurer;
const opened: PixelMeasurer[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'revera-pixels-'));
  measurer = createPixelMeasurer({ processes: 1 });
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
afterAll(async () => {
  await measurer.close();
  await rm(folder, { recursive: true });
});

const PHOTOGRAPH = photograph(480, 360, 1);

/** A photograph as it was taken, as a PNG. */
const native = (): Promise<Buffer> => encodePicture(PHOTOGRAPH, 'png');
const enlarged = (): Promise<Buffer> => encodePicture(scale(PHOTOGRAPH, 1.5, 'cubic'), 'png');
const evenPicture = (width: number, height: number, background = '#468'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

function pictureOf(bytes: Uint8Array, mediaType: MediaType): MeasurablePicture | NotMeasuredCode {
  const { picture, facts } = readResolution(bufferSource(bytes), mediaType, null);
  if (picture !== null) return picture;
  return facts.pixels.state === 'measured' ? 'not_an_image' : facts.pixels.reason;
}

/** As an analysis pool measures it: a picture that its header rules out is not decoded. */
async function pixelsOf(bytes: Uint8Array, mediaType: MediaType): Promise<ResolutionFacts['pixels']> {
  const picture = pictureOf(bytes, mediaType);
  if (typeof picture === 'string') return { state: 'not_measured', reason: picture, image: null };
  return (await measurer.measure(picture, { bytes: new Uint8Array(bytes) }, WITHIN_MS)).pixels;
}

async function statusOf(bytes: Uint8Array, mediaType: MediaType = 'image/png'): Promise<string> {
  const pixels = await pixelsOf(bytes, mediaType);
  return pixels.state === 'measured' ? pixels.status : pixels.reason;
}

describe('pixels of pictures', () => {
  it('are those of the stored grid, whatever the form of the file', async () => {
    const png = await enlarged();
    expect(await statusOf(png)).toBe('likely_upscaled');
    const forms: [string, Sharp, MediaType][] = [
      ['orientation 6', sharp(png).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }), 'image/jpeg'],
      ['CMYK', sharp(png).toColourspace('cmyk').jpeg({ quality: 95 }), 'image/jpeg'],
      ['16 bit', sharp(png).toColourspace('rgb16').png(), 'image/png'],
      ['alpha', sharp(png).ensureAlpha(1).png(), 'image/png'],
      ['grey', sharp(png).greyscale().png(), 'image/png'],
      ['progressive', sharp(png).jpeg({ quality: 95, progressive: true }), 'image/jpeg'],
      ['TIFF', sharp(png).tiff({ compression: 'lzw' }), 'image/tiff'],
      ['lossless WebP', sharp(png).webp({ lossless: true, effort: 0 }), 'image/webp'],
    ];
    const statuses: [string, string][] = [];
    for (const [name, form, mediaType] of forms)
      statuses.push([name, await statusOf(await form.toBuffer(), mediaType)]);
    expect(statuses).toEqual(forms.map(([name]) => [name, 'likely_upscaled']));
  });

  it('are native in a photograph, and not called enlarged in a palette or an AVIF', async () => {
    const png = await native();
    expect(await statusOf(png)).toBe('native');
    expect(await statusOf(await sharp(png).png({ palette: true }).toBuffer())).not.toBe('likely_upscaled');
    const avif = await sharp(png).avif({ quality: 80, effort: 0 }).toBuffer();
    expect(await statusOf(avif, 'image/avif')).toMatch(/native|uncertain/);
  });

  it('are those in the middle of a large picture, on the grid of every codec', async () => {
    expect(await pixelsOf(await evenPicture(5000, 300).png().toBuffer(), 'image/png')).toMatchObject({
      state: 'measured',
      image: { width: 5000, height: 300 },
      window: { left: 448, top: 0, width: 4096, height: 300 },
    });
  });

  it('are those of the first frame of an animation, and it is said so', async () => {
    const frames = await Promise.all(['#468', '#864'].map((colour) => evenPicture(400, 400, colour).png().toBuffer()));
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(await pixelsOf(animated, 'image/gif')).toMatchObject({ state: 'measured', is_first_frame: true });
    const still = await evenPicture(400, 400).gif().toBuffer();
    expect(await pixelsOf(still, 'image/gif')).toMatchObject({ state: 'measured', is_first_frame: false });
  });
});

/** The bytes of a PNG whose header states another size. */
async function lyingPng(width: number, height: number): Promise<Uint8Array> {
  const png = await native();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

describe('a hostile picture', () => {
  it.each<[string, () => Promise<Uint8Array>, MediaType, RegExp]>([
    ['a header of 4 thousand million pixels', () => lyingPng(65_535, 65_535), 'image/png', /^too_many_pixels$/],
    ['a header of one line', () => lyingPng(100_000, 1), 'image/png', /^too_small$/],
    ['a header that states more rows than there are', () => lyingPng(480, 20_000), 'image/png', /^not_decodable$/],
    ['a file that ends early', async () => (await native()).subarray(0, 9_000), 'image/png', /^not_decodable$/],
    [
      'another format than its type',
      () => Promise.resolve(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>')),
      'image/avif',
      /^not_decodable$/,
    ],
  ])('ends as not measured, and the next one is measured: %s', async (_name, make, mediaType, reason) => {
    const pixels = await pixelsOf(await make(), mediaType);
    expect(pixels).toMatchObject({ state: 'not_measured', reason: expect.stringMatching(reason) as unknown });
    expect(await statusOf(await native())).toBe('native');
  });
});

/** A process that does this with every request. */
async function processThat(name: string, does: string): Promise<PixelMeasurer> {
  const path = join(folder, `${name}.mjs`);
  const handlers = `process.on('message', (request) => { ${does} }); process.on('disconnect', process.exit);`;
  await writeFile(path, `${handlers} process.send('ready');`);
  const made = createPixelMeasurer({ processes: 1, processUrl: pathToFileURL(path) });
  opened.push(made);
  return made;
}

const PICTURE: MeasurablePicture = {
  media_type: 'image/png',
  clues: [],
  jpeg_quality: null,
  is_animated: false,
  is_heavy: false,
};
const reasonOf = async (one: PixelMeasurer, withinMs = WITHIN_MS, picture = PICTURE): Promise<string> => {
  const { pixels } = await one.measure(picture, { path: '/nowhere' }, withinMs);
  return pixels.state === 'measured' ? pixels.status : pixels.reason;
};

const MEASURED = `{ state: 'measured', status: 'native', evidence: [], confidence: 'low', estimated_factor: null,
  factor_alternatives: [], score: -3, detail_percent: 90, map: null, image: { width: 300, height: 500 },
  window: { left: 0, top: 0, width: 300, height: 500 }, codec_grid: 8, is_first_frame: false,
  model: { method: 'resampling-1', sha256: '${'a'.repeat(64)}', enlarged_from: 2, native_up_to: -2 } }`;

describe('a process that measures', () => {
  it('breaks alone: that picture is not measured, and the next starts another process', async () => {
    const once = join(folder, 'once');
    const does = `import('node:fs').then((fs) => {
      if (fs.existsSync('${once}')) process.send(${MEASURED}); else { fs.writeFileSync('${once}', ''); process.abort(); } });`;
    const breaking = await processThat('breaks', does);
    expect(await reasonOf(breaking)).toBe('decoder_failed');
    expect(await reasonOf(breaking)).toBe('native');
  });

  it('is ended when it hangs, and what is asked without any time is not begun', async () => {
    const hanging = await processThat('hangs', 'for (;;);');
    expect(await reasonOf(hanging, 300)).toBe('timed_out');
    expect(await reasonOf(hanging, 0)).toBe('timed_out');
  });

  it('cannot be started', async () => {
    const absent = createPixelMeasurer({ processes: 1, processUrl: pathToFileURL(join(folder, 'absent.mjs')) });
    opened.push(absent);
    expect(await reasonOf(absent)).toBe('decoder_failed');
    await absent.close();
    expect(await reasonOf(absent)).toBe('decoder_failed');
  });

  it.each([
    ['text', `'native'`],
    ['no status', `{ state: 'measured' }`],
    ['a status of its own', MEASURED.replace(`'native'`, `'genuine'`)],
    ['a size that is none', MEASURED.replace('width: 300', 'width: -1')],
    ['a map without its cells', MEASURED.replace('map: null', 'map: { columns: 4, rows: 4, cells: [1] }')],
    ['a map without end', MEASURED.replace('map: null', 'map: { columns: 1e6, rows: 1e6, cells: [1] }')],
    ['evidence of no known kind', MEASURED.replace('evidence: []', `evidence: [{ code: 'proof' }]`)],
    ['a digest that is text', MEASURED.replace('a'.repeat(64), '<script>')],
    ['an unknown reason', `{ reason: 'proof' }`],
    ['that nobody wanted it measured', `{ reason: 'not_examined' }`],
    ['that it ran out of time', `{ reason: 'timed_out' }`],
  ])('is not believed when it answers %s', async (name, answer) => {
    const lying = await processThat(name.replaceAll(' ', '-'), `process.send(${answer});`);
    expect(await reasonOf(lying)).toBe('decoder_failed');
  });

  it('is believed when it answers in form', async () => {
    const honest = await processThat('honest', `process.send(${MEASURED});`);
    expect(await reasonOf(honest)).toBe('native');
    expect(await reasonOf(honest, WITHIN_MS, { ...PICTURE, is_heavy: true })).toBe('native');
  });
});
