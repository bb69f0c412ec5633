import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aigcFields, mirrored } from '@revera/testkit/label';
import { labelOnlyKinds, mediaKinds } from '@revera/testkit/media';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../../bytes/random-access.ts';
import { sniff } from '../../media/sniff.ts';
import { digestFrames, hasMediaTool, mediaInfo, probe, readTags } from '../../testing/media-tools.ts';
import { withLabel } from './write-label.ts';

const LABEL = mirrored(aigcFields());
const kinds = { ...mediaKinds, ...labelOnlyKinds };
type KindName = keyof typeof kinds;

/** What plays; the places of their labels are known to all three programs, but that of AVI to exiftool. */
const PLAYED: readonly KindName[] = [
  'mp4',
  'mov',
  'm4a',
  'threeGp',
  'mp3',
  'aac',
  'flac',
  'ogg',
  'opus',
  'matroska',
  'mkv',
  'mka',
  'webm',
  'webmUnknownSizes',
  'flv',
];
/** Further files whose labels exiftool knows. */
const READ_BY_EXIFTOOL: readonly KindName[] = [
  'jpeg',
  'png',
  'gif',
  'webp',
  'tiff',
  'bigTiff',
  'dng',
  'svg',
  'avif',
  'heic',
  'heif',
  'jxl',
  'pdf',
  'pdfTable',
  'pdfStream',
  'html',
];

/** In WAV, Markdown and (without further packages of its own) office files none of our programs shows the label. */
describe('what we wrote, read by other programs', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'labels-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function store(name: KindName, isLabelled = true): Promise<string> {
    const file = kinds[name].build();
    const mediaType = sniff(bufferSource(file));
    if (mediaType === null) throw new Error('of no known type');
    const path = join(folder, `${isLabelled ? 'labelled' : 'plain'}-${name}.${kinds[name].extension}`);
    await writeFile(path, isLabelled ? withLabel(bufferSource(file), mediaType, LABEL) : file);
    return path;
  }

  it.skipIf(!hasMediaTool('exiftool')).each([...PLAYED, ...READ_BY_EXIFTOOL])('exiftool: %s', async (name) => {
    const [tags] = await readTags([await store(name)]);
    expect(JSON.stringify(tags)).toContain(LABEL.ProduceID);
  });

  it.skipIf(!hasMediaTool('ffprobe')).each([...PLAYED, 'avi'] as const)('ffprobe: %s', async (name) => {
    expect(await probe(await store(name))).toContain(LABEL.ProduceID);
  });

  it.skipIf(!hasMediaTool('mediainfo')).each([...PLAYED, 'avi'] as const)('MediaInfo: %s', async (name) => {
    expect(await mediaInfo(await store(name))).toContain(LABEL.ProduceID);
  });

  it.skipIf(!hasMediaTool('ffmpeg')).each([...PLAYED, 'avi', 'wav', 'rf64'] as const)(
    'ffmpeg decodes the same: %s',
    async (name) => {
      expect(await digestFrames(await store(name))).toBe(await digestFrames(await store(name, false)));
    },
  );
});
