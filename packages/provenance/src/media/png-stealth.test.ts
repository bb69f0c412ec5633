import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { pictureOf, rasterOf, type Raster } from '../testing/png-pictures.ts';
import { readVendor } from '../vendor/read-vendor.ts';
import { readMetadata } from './read-metadata.ts';

const INFOTEXT = 'a cat\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 1, Size: 64x64, Model: m1, Version: v1.9.4';
const NOVELAI = JSON.stringify({
  Title: 'NovelAI generated image',
  Software: 'NovelAI',
  Source: 'NovelAI Diffusion V4.5 4BDE2A90',
  Comment: '{"prompt": "a cat"}',
});

/** Written from the description of the format: bits column by column, the highest of a byte first. */
function hide(raster: Raster, mark: string, payload: Uint8Array, bits = payload.length * 8): Raster {
  const { width, height } = raster;
  const pixels = Uint8Array.from(raster.pixels);
  const channels = pixels.length / (width * height);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bits);
  const all = Buffer.concat([Buffer.from(mark), length, payload]);
  const places = mark.includes('rgb') ? [0, 1, 2] : [3];
  let bit = 0;
  for (let x = 0; x < width; x += 1) {
    for (let y = 0; y < height; y += 1) {
      for (const place of places) {
        if (bit >= all.length * 8) return { width, height, pixels };
        const at = (y * width + x) * channels + place;
        pixels[at] = ((pixels[at] ?? 0) & 0xfe) | (((all[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
        bit += 1;
      }
    }
  }
  return { width, height, pixels };
}

function read(raster: Raster): { texts: (string | null)[][]; evidence: (string | null)[][]; problems: number } {
  const source = bufferSource(pictureOf(raster));
  const findings = readMetadata(source, 'image/png');
  const texts = findings.items.map(({ path, key }) => [path, key]);
  const { evidence } = readVendor(source, 'image/png', findings);
  return { texts, evidence: evidence.map(({ vendor, model }) => [vendor, model]), problems: findings.problems.length };
}

describe('text in the lowest bits of a PNG', () => {
  it.each<[string, Raster]>([
    ['alpha, plain', hide(rasterOf(64, 64, 4), 'stealth_pnginfo', Buffer.from(INFOTEXT))],
    ['alpha, gzip', hide(rasterOf(64, 64, 4), 'stealth_pngcomp', gzipSync(INFOTEXT))],
    ['colours, plain', hide(rasterOf(64, 64, 3), 'stealth_rgbinfo', Buffer.from(INFOTEXT))],
    ['colours beside alpha, gzip', hide(rasterOf(64, 64, 4), 'stealth_rgbcomp', gzipSync(INFOTEXT))],
    ['a picture far higher than the mark', hide(rasterOf(8, 700, 4), 'stealth_pngcomp', gzipSync(INFOTEXT))],
  ])('%s: the settings are read', (_name, raster) => {
    const { texts, evidence, problems } = read(raster);
    expect(texts).toEqual([['IDAT/stealth', 'parameters']]);
    expect(evidence[0]).toEqual(['Stable Diffusion WebUI (AUTOMATIC1111)', 'm1']);
    expect(problems).toBe(0);
  });

  it("NovelAI's object is read as the texts that it repeats", () => {
    const { texts, evidence } = read(hide(rasterOf(64, 64, 4), 'stealth_pngcomp', gzipSync(NOVELAI)));
    expect(texts.map(([, key]) => key)).toEqual(['Title', 'Software', 'Source', 'Comment']);
    expect(evidence[0]).toEqual(['NovelAI', 'NovelAI Diffusion V4.5']);
  });

  it.each<[string, Raster]>([
    ['an ordinary picture', rasterOf(64, 64, 4)],
    ['a picture without alpha', rasterOf(64, 64, 3)],
    ['a tiny picture', rasterOf(4, 4, 4)],
    ['a mark alone', hide(rasterOf(64, 64, 4), 'stealth_pngcomp', new Uint8Array(0))],
    ['a length beyond the picture', hide(rasterOf(64, 64, 4), 'stealth_pngcomp', gzipSync(INFOTEXT), 0xffff_fff8)],
    ['what is not gzip', hide(rasterOf(64, 64, 4), 'stealth_pngcomp', Buffer.from(INFOTEXT))],
    ['a bomb', hide(rasterOf(128, 256, 4), 'stealth_rgbcomp', gzipSync(Buffer.alloc(8_000_000)))],
  ])('%s: nothing, and no problem', (_name, raster) => {
    expect(read(raster)).toEqual({ texts: [], evidence: [], problems: 0 });
  });
});
