import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildDng,
  buildGif,
  buildJpeg,
  buildJxl,
  buildPng,
  buildSvg,
  buildTiff,
  buildWebp,
} from '@revera/testkit/media';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LABEL, writeLabel } from '../../testing/image-labels.ts';
import { digestFrames, hasMediaTool, readTags, writeTags } from '../../testing/media-tools.ts';
import { tiffWithXmp } from '../../testing/tiff-files.ts';
import { writeGif } from './gif.ts';
import { writeJpeg } from './jpeg.ts';
import { writeJxl } from './jxl.ts';
import { writePng } from './png.ts';
import { writeSvg } from './svg.ts';
import { writeTiff } from './tiff.ts';
import { writeWebp } from './webp.ts';

const FILES = [
  { name: 'jpg', writer: writeJpeg, bytes: buildJpeg(), hasPixels: true },
  { name: 'png', writer: writePng, bytes: buildPng(), hasPixels: true },
  { name: 'webp', writer: writeWebp, bytes: buildWebp(), hasPixels: true },
  { name: 'gif', writer: writeGif, bytes: buildGif(), hasPixels: true },
  { name: 'tiff', writer: writeTiff, bytes: buildTiff(), hasPixels: true },
  { name: 'btf', writer: writeTiff, bytes: tiffWithXmp({ isBig: true, littleEndian: false }), hasPixels: true },
  { name: 'dng', writer: writeTiff, bytes: buildDng(), hasPixels: false },
  { name: 'svg', writer: writeSvg, bytes: buildSvg(), hasPixels: true },
  { name: 'jxl', writer: writeJxl, bytes: buildJxl(), hasPixels: false },
] as const;

describe('labelled images, read by other programs', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'image-labels-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const store = async (name: string, bytes: Uint8Array): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return path;
  };

  it.each(FILES.filter(({ hasPixels }) => hasPixels))('sharp decodes the same pixels: $name', async (file) => {
    const pixels = (bytes: Uint8Array): Promise<Buffer> => sharp(bytes).ensureAlpha().raw().toBuffer();
    expect(await pixels(writeLabel(file.writer, file.bytes))).toEqual(await pixels(file.bytes));
  });

  it.skipIf(!hasMediaTool('exiftool'))('exiftool reads the label and no warning', async () => {
    const labelled = FILES.map(({ name, writer, bytes }) => store(`label.${name}`, writeLabel(writer, bytes)));
    for (const tags of await readTags(await Promise.all(labelled))) {
      expect(tags).toMatchObject({ 'XMP-TC260:Aigc': LABEL });
      expect(Object.keys(tags).filter((name) => /Warning|Error/.test(name))).toEqual([]);
    }
  });

  it.skipIf(!hasMediaTool('exiftool'))('tags that exiftool wrote are still read', async () => {
    for (const { name, writer, bytes } of FILES.filter((file) => file.name !== 'svg' && file.name !== 'btf')) {
      const path = await store(`tagged.${name}`, bytes);
      await writeTags(path, [
        '-XMP-dc:Title=A title',
        '-XMP-dc:Subject=one',
        '-EXIF:UserComment={"ContentProducer":"x"}',
      ]);
      const tagged = new Uint8Array(await readFile(path));
      const [tags] = await readTags([await store(`both.${name}`, writeLabel(writer, tagged))]);
      expect([name, tags]).toMatchObject([name, { 'XMP-dc:Title': 'A title', 'XMP-TC260:Aigc': LABEL }]);
      expect(JSON.stringify(tags)).not.toContain('{\\"ContentProducer\\":\\"x\\"}');
      expect(Object.keys(tags ?? {}).filter((key) => /Warning|Error/.test(key))).toEqual([]);
    }
  });

  it.skipIf(!hasMediaTool('ffmpeg'))('ffmpeg decodes the same frames', async () => {
    for (const { name, writer, bytes } of FILES.filter((file) => /jpg|png|webp|gif|tiff/.test(file.name))) {
      const [before, after] = [
        await store(`before.${name}`, bytes),
        await store(`after.${name}`, writeLabel(writer, bytes)),
      ];
      expect([name, await digestFrames(after)]).toEqual([name, await digestFrames(before)]);
    }
  });
});
