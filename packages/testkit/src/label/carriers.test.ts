import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { decodeWithFfmpeg, hasOracleTool, oracleTools } from '../oracle/tool-oracle.ts';
import { AIGC_CARRIERS, type AigcCarrierCase } from './carrier.ts';
import { aigcCarrier, aigcCarriers } from './carriers.ts';
import { LABELS } from './payloads.ts';

const TEXT = LABELS.doubaoMirrored.text;
const EXIFTOOL_TIMEOUT_MS = 60_000;

/** What ffmpeg 5.1 cannot follow although it is as the format says, or no reader of media decodes. */
const notForFfmpeg = new Set([
  'flv-long-string',
  'webp-user-comment-exif-head',
  'tiff-big-xmp',
  'jp2-xmp',
  'asf-descriptor',
]);
const decodable = /^(jpeg|png|webp|gif|mp4|mov|m4a|3gp|mkv|webm|mka|flv|avi|wav|rf64|mp3|flac|ogg|opus|aac|aiff)-/;

describe('label carriers', () => {
  it('have unique ids, and every carrier name has one', () => {
    const ids = aigcCarriers.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(aigcCarriers.map(({ carrier }) => carrier))).toEqual(new Set(AIGC_CARRIERS));
    expect(() => aigcCarrier('none')).toThrow(RangeError);
  });

  it('have one standard place for every format whose guide names one', () => {
    const withStandard = new Set(aigcCarriers.filter((c) => c.placement === 'standard').map((c) => c.extension));
    const formats =
      'jpg png webp gif tiff heic heif avif svg mp4 mov m4a 3gp mkv webm mka flv avi wav mp3 flac ogg opus';
    for (const extension of `${formats} pdf docx xlsx pptx md`.split(' ')) expect(withStandard).toContain(extension);
  });

  it.skipIf(!hasOracleTool('exiftool'))(
    'are what exiftool reads, where it reads them',
    async () => {
      const tags = await tagsByFile(aigcCarriers.filter(({ exiftool }) => exiftool !== undefined));
      for (const { id, extension, exiftool, exiftoolPrefix = '' } of aigcCarriers) {
        const read = tags.get(`${id}.${extension}`) ?? {};
        if (exiftool === undefined || JSON.stringify(read).includes('Archive::Zip')) continue;
        expect(read[exiftool], id).toBe(exiftoolPrefix + TEXT);
        expect(read, id).not.toHaveProperty('Error');
      }
    },
    EXIFTOOL_TIMEOUT_MS,
  );

  it.skipIf(!hasOracleTool('ffmpeg'))(
    'leave the media decodable',
    async () => {
      const some = new Map<string, AigcCarrierCase>();
      for (const carrier of aigcCarriers) {
        if (decodable.test(carrier.id) && !notForFfmpeg.has(carrier.id))
          some.set(`${carrier.extension}${carrier.carrier}`, carrier);
      }
      for (const carrier of some.values()) {
        await expect(decodeWithFfmpeg(carrier.build(TEXT), carrier.extension), carrier.id).resolves.toBeUndefined();
      }
    },
    EXIFTOOL_TIMEOUT_MS,
  );
});

/** One run of exiftool over all files: starting it takes longer than reading them. */
async function tagsByFile(carriers: readonly AigcCarrierCase[]): Promise<Map<string, Record<string, unknown>>> {
  const folder = await mkdtemp(join(tmpdir(), 'revera-labels-'));
  try {
    for (const { id, extension, build } of carriers) await writeFile(join(folder, `${id}.${extension}`), build(TEXT));
    const run = promisify(execFile)(oracleTools.exiftool, ['-json', '-q', folder], {
      maxBuffer: 1e8,
      timeout: EXIFTOOL_TIMEOUT_MS,
    });
    const found: unknown = JSON.parse((await run).stdout);
    if (!Array.isArray(found)) throw new TypeError('exiftool gave no array');
    return new Map(found.map((tags: Record<string, unknown>) => [String(tags['FileName']), tags]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
