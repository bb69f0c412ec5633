import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createThumbnailer, type Thumbnailer } from '@revera/provenance';
import { concat, flipByte } from '@revera/testkit';
import { jpegXmp, xmpPacket } from '@revera/testkit/label';
import { buildPng } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPixels } from './check-pixels.ts';

let folder: string;
let thumbnailer: Thumbnailer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'revera-pixels-'));
  thumbnailer = createThumbnailer();
});
afterAll(async () => {
  await thumbnailer.close();
  await rm(folder, { recursive: true });
});

async function check(before: Uint8Array, after: Uint8Array, mediaType: 'image/png' | 'image/jpeg' | 'image/svg+xml') {
  const pair = { inputPath: join(folder, 'before'), outputPath: join(folder, 'after'), mediaType };
  await writeFile(pair.inputPath, before);
  await writeFile(pair.outputPath, after);
  return checkPixels(thumbnailer, await thumbnailer.digestPixels(pair.inputPath, mediaType), pair);
}

describe('the pixels of a copy', () => {
  const refusal = expect.objectContaining({ code: 'POST_VERIFY_FAILED' }) as unknown;
  const jpeg = jpegXmp(xmpPacket('<rdf:Description rdf:about=""/>'));

  it('may have other metadata around them', async () => {
    await expect(check(jpeg, jpegXmp(xmpPacket('')), 'image/jpeg')).resolves.toBeUndefined();
  });

  it.each([
    ['are others', buildPng({ width: 17 })],
    ['cannot be decoded any more', buildPng().subarray(0, 40)],
    ['are gone', new Uint8Array()],
  ])('are refused when they %s', async (_, after) => {
    await expect(check(buildPng(), after, 'image/png')).rejects.toEqual(refusal);
  });

  it.each([
    ['of a format that is not decoded', concat('<svg/>'), 'image/svg+xml'],
    ['that could not be decoded before', flipByte(buildPng(), 14), 'image/png'],
  ] as const)('are not compared in a file %s', async (_, before, mediaType) => {
    await expect(check(before, buildPng(), mediaType)).resolves.toBeUndefined();
  });
});
