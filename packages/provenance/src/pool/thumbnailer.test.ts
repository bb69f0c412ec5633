import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildJpeg, buildPng, mediaKinds } from '@revera/testkit/media';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedThumbnail } from '../c2pa/embedded-thumbnails.ts';
import type { MediaType } from '../media/media-types.ts';
import { createThumbnailer, type Thumbnailer, type ThumbnailerOptions } from './thumbnailer.ts';

let folder: string;
let picture: string;
const opened: Thumbnailer[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'revera-thumbnailer-'));
  picture = join(folder, 'picture.png');
  await writeFile(picture, buildPng());
});
afterEach(async () => {
  for (const thumbnailer of opened.splice(0)) await thumbnailer.close();
});
afterAll(() => rm(folder, { recursive: true }));

function open(options: ThumbnailerOptions = {}): Thumbnailer {
  const thumbnailer = createThumbnailer(options);
  opened.push(thumbnailer);
  return thumbnailer;
}

/** What a decoder answers for a picture; `bytes` as JavaScript. */
const answers = (bytes: string, side = '1') => `process.send({ bytes: ${bytes}, width: ${side}, height: ${side} });`;
const JPEG = 'Uint8Array.of(0xff, 0xd8, 0xff)';

/** A process that does this with every request. */
async function processThat(name: string, does: string): Promise<URL> {
  const path = join(folder, `${name}.mjs`);
  const handlers = `process.on('message', (request) => { ${does} }); process.on('disconnect', process.exit);`;
  await writeFile(path, `${handlers} process.send('ready');`);
  return pathToFileURL(path);
}

describe('a thumbnailer', () => {
  it('makes thumbnails, also when many are asked for at once', async () => {
    const thumbnailer = open();
    const made = await Promise.all(Array.from({ length: 8 }, () => thumbnailer.make(picture, 'image/png')));
    for (const thumbnail of made) {
      expect(thumbnail?.mediaType).toBe('image/jpeg');
      expect(Buffer.from(thumbnail?.bytes ?? []).subarray(0, 2)).toEqual(Buffer.of(0xff, 0xd8));
    }
  });

  it('makes none of what is no picture or cannot be decoded', async () => {
    const thumbnailer = open();
    const broken = join(folder, 'broken');
    await writeFile(broken, mediaKinds.jpeg.build().subarray(0, 30));
    expect(await thumbnailer.make(broken, 'image/jpeg')).toBeNull();
    expect(await thumbnailer.make(join(folder, 'absent'), 'image/jpeg')).toBeNull();
    expect(await thumbnailer.make(picture, 'video/mp4')).toBeNull();
    expect(await thumbnailer.make(picture, 'image/png')).not.toBeNull();
  });

  it('outlives a decoder that breaks, and starts another', async () => {
    const count = join(folder, 'count');
    const does = `import('node:fs').then((fs) => {
      if (fs.existsSync('${count}')) ${answers(JPEG)} else { fs.writeFileSync('${count}', ''); process.abort(); } });`;
    const thumbnailer = open({ processUrl: await processThat('breaks', does) });
    expect(await thumbnailer.make(picture, 'image/png')).toBeNull();
    expect(await thumbnailer.make(picture, 'image/png')).toEqual({
      mediaType: 'image/jpeg',
      bytes: Uint8Array.of(0xff, 0xd8, 0xff),
    });
  });

  it('ends a decoder that hangs', async () => {
    const pid = join(folder, 'pid');
    const does = `import('node:fs').then((fs) => { fs.writeFileSync('${pid}', String(process.pid)); for (;;); });`;
    const thumbnailer = open({ processUrl: await processThat('hangs', does), deadlineMs: 2_000 });
    expect(await thumbnailer.make(picture, 'image/png')).toBeNull();
    const { readFileSync } = await import('node:fs');
    expect(() => process.kill(Number(readFileSync(pid, 'utf8')), 0)).toThrow('ESRCH');
  });

  it.each([
    ['nothing that is a thumbnail', answers(`'text'`)],
    [
      'more than a thumbnail',
      answers(`Uint8Array.from({ length: 10_000_000 }, (_, at) => [0xff, 0xd8, 0xff][at] ?? 0)`),
    ],
    ['another format', answers('Uint8Array.of(0x89, 0x50, 0x4e)')],
    ['no size', `process.send({ bytes: ${JPEG} });`],
    ['an impossible size', answers(JPEG, '0')],
    ['a size that is no number', answers(JPEG, 'NaN')],
    ['more pixels than a thumbnail has', answers(JPEG, '513')],
    ['another kind of thing', `process.send('text');`],
  ])('takes no thumbnail from a decoder that answers %s', async (name, does) => {
    const thumbnailer = open({ processUrl: await processThat(name.replaceAll(' ', '-'), does) });
    expect(await thumbnailer.make(picture, 'image/png')).toBeNull();
  });

  it('has none when its process cannot be started, and when it is closed', async () => {
    const absent = open({ processUrl: pathToFileURL(join(folder, 'absent.mjs')) });
    expect(await absent.make(picture, 'image/png')).toBeNull();
    // It runs and never says that it is ready.
    const mute = join(folder, 'mute.mjs');
    await writeFile(mute, `process.on('disconnect', process.exit); process.on('message', () => undefined);`);
    const silent = open({ processUrl: pathToFileURL(mute), deadlineMs: 500 });
    expect(await silent.make(picture, 'image/png')).toBeNull();
    const closed = open();
    await closed.close();
    expect(await closed.make(picture, 'image/png')).toBeNull();
  });

  it('does not wait for the picture in work when it is closed', async () => {
    const thumbnailer = open({ processUrl: await processThat('waits', '') });
    const made = thumbnailer.make(picture, 'image/png');
    await thumbnailer.close();
    expect(await made).toBeNull();
  });
});

/** As in a manifest; `bytes` may be anything. */
function embedded(bytes: Uint8Array, ingredientLabel: string | null = null): EmbeddedThumbnail {
  return { manifestLabel: 'urn:c2pa:1', ingredientLabel, mediaType: 'image/jpeg', bytes };
}
const SMALL = new Uint8Array(buildJpeg({ width: 32, height: 16 }));
/** No two are the same bytes. */
const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => embedded(Uint8Array.of(...SMALL, index), `c2pa.ingredient__${index}`));

describe('copies of the pictures of a file', () => {
  it('come in their order, each with whose picture it is', async () => {
    const copies = await open().copyAll([embedded(SMALL), embedded(new Uint8Array(buildPng()), 'c2pa.ingredient')]);
    expect(copies).toMatchObject([
      { manifestLabel: 'urn:c2pa:1', ingredientLabel: null, width: 32, height: 16 },
      { manifestLabel: 'urn:c2pa:1', ingredientLabel: 'c2pa.ingredient', width: 16, height: 16 },
    ]);
    for (const { bytes } of copies) expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg' });
  });

  it('leave out what is no picture, cannot be decoded or is of a format that is not decoded', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    );
    const hostile = [SMALL.subarray(0, 40), svg, new Uint8Array(), Buffer.from('%PDF-1.7')].map((bytes) =>
      embedded(new Uint8Array(bytes)),
    );
    const copies = await open().copyAll([...hostile, embedded(SMALL, 'c2pa.ingredient')]);
    expect(copies).toMatchObject([{ ingredientLabel: 'c2pa.ingredient', width: 32, height: 16 }]);
  });

  it('are made once of the same bytes, also when they cannot be decoded', async () => {
    const count = join(folder, 'asked');
    const does = `import('node:fs').then((fs) => { fs.appendFileSync('${count}', 'x'); request.bytes.length < 5 ? process.send(null) : ${answers(JPEG).replace(';', '')} });`;
    const thumbnailer = open({ processUrl: await processThat('counts', does) });
    const broken = Uint8Array.of(1, 2, 3);
    const found = [SMALL, broken, SMALL, broken, SMALL].map((bytes) => embedded(new Uint8Array(bytes)));
    expect(await thumbnailer.copyAll(found)).toHaveLength(3);
    expect(await readFile(count, 'utf8')).toBe('xx');
  });

  it('end with the first that breaks the decoder; the next file starts another', async () => {
    const once = join(folder, 'once');
    const does = `import('node:fs').then((fs) => {
      if (fs.existsSync('${once}')) ${answers(JPEG)} else { fs.writeFileSync('${once}', ''); process.abort(); } });`;
    const thumbnailer = open({ processUrl: await processThat('breaks-once', does) });
    expect(await thumbnailer.copyAll(pictures(3))).toEqual([]);
    expect(await thumbnailer.copyAll(pictures(3))).toHaveLength(3);
  });

  it('end with the first at which the decoder hangs, and keep those before it', async () => {
    const does = `if (request.bytes.at(-1) === 1) for (;;); ${answers(JPEG)}`;
    const thumbnailer = open({ processUrl: await processThat('hangs-at-one', does), copyMs: 1_500 });
    expect(await thumbnailer.copyAll(pictures(3))).toHaveLength(1);
  });

  it('end when the time of the file is over', async () => {
    const thumbnailer = open({ processUrl: await processThat('waits-long', ''), copyMs: 60_000, copiesMs: 100 });
    expect(await thumbnailer.copyAll(pictures(3))).toEqual([]);
    // The wait for the pictures of another file counts.
    expect(await thumbnailer.copyAll(pictures(1))).toEqual([]);
  });

  it('are none of files beyond the queue', async () => {
    const thumbnailer = open({ copyQueue: 2 });
    const copied = await Promise.all(Array.from({ length: 5 }, () => thumbnailer.copyAll([embedded(SMALL)])));
    expect(copied.map((copies) => copies.length)).toEqual([1, 1, 0, 0, 0]);
    expect(await thumbnailer.copyAll([embedded(SMALL)])).toHaveLength(1);
  });

  it('are made in as many processes as there are', async () => {
    const seen = join(folder, 'seen');
    const does = `import('node:fs').then((fs) => { fs.appendFileSync('${seen}', process.pid + ' '); ${answers(JPEG)} });`;
    const thumbnailer = open({ processUrl: await processThat('counted', does), processes: 3 });
    const copied = await Promise.all([1, 2, 3].map(() => thumbnailer.copyAll(pictures(2))));
    expect(copied.map((copies) => copies.length)).toEqual([2, 2, 2]);
    expect(new Set((await readFile(seen, 'utf8')).trim().split(' ')).size).toBe(3);
  });

  it.each([
    [
      'a larger copy than may be kept',
      answers(`Uint8Array.from({ length: 32_769 }, (_, at) => [0xff, 0xd8, 0xff][at] ?? 0)`),
    ],
    ['more pixels than a copy has', answers(JPEG, '257')],
    ['a copy of another format', answers(`Buffer.from('<svg/>')`)],
  ])('are none from a decoder that answers %s', async (name, does) => {
    const thumbnailer = open({ processUrl: await processThat(name.replaceAll(' ', '-'), does) });
    expect(await thumbnailer.copyAll(pictures(2))).toEqual([]);
  });

  it('are none of nothing, and none when it is closed', async () => {
    const thumbnailer = open();
    expect(await thumbnailer.copyAll([])).toEqual([]);
    await thumbnailer.close();
    expect(await thumbnailer.copyAll(pictures(1))).toEqual([]);
  });
});

describe('previews', () => {
  const source = (input: string | Uint8Array, mediaType: MediaType = 'image/png') =>
    ({ shows: 'file', input, mediaType }) as const;
  const WEBP = `Uint8Array.from(Buffer.from('RIFF....WEBP'))`;
  const preview = (bytes: string, small = WEBP, side = '1') =>
    `process.send({ bytes: ${bytes}, small: ${small}, width: ${side}, height: ${side} });`;

  it('are made of a file by its path, and of bytes', async () => {
    const thumbnailer = open();
    const bytes = new Uint8Array(await readFile(picture));
    for (const input of [picture, bytes]) {
      expect(await thumbnailer.preview([source(input)])).toMatchObject({ shows: 'file', width: 16, height: 16 });
    }
  });

  it('are made of the first source that can be decoded', async () => {
    const thumbnailer = open();
    const broken = source(Buffer.from('no picture'), 'image/jpeg');
    const clip = source(picture, 'video/mp4');
    const own = { ...source(picture), shows: 'credential' } as const;
    expect(await thumbnailer.preview([clip, broken, own])).toMatchObject({ shows: 'credential' });
    expect(await thumbnailer.preview([clip, broken])).toBeNull();
    expect(await thumbnailer.preview([])).toBeNull();
  });

  it('end with a decoder that breaks: the next file has its own', async () => {
    const count = join(folder, 'preview-count');
    const does = `import('node:fs').then((fs) => {
      if (fs.existsSync('${count}')) ${preview(WEBP)} else { fs.writeFileSync('${count}', ''); process.abort(); } });`;
    const thumbnailer = open({ processUrl: await processThat('preview-breaks', does) });
    expect(await thumbnailer.preview([source(picture), source(picture)])).toBeNull();
    expect(await thumbnailer.preview([source(picture)])).toMatchObject({ width: 1, height: 1 });
  });

  it('are none of a decoder that hangs, and none when their time is over before their turn', async () => {
    const hangs = open({ processUrl: await processThat('preview-hangs', 'for (;;);'), previewMs: 300 });
    expect(await hangs.preview([source(picture)])).toBeNull();
    const waits = open({ processUrl: await processThat('preview-waits', ''), previewsMs: 300 });
    expect(await Promise.all([waits.preview([source(picture)]), waits.preview([source(picture)])])).toEqual([
      null,
      null,
    ]);
  });

  it('are none for more files than may wait', async () => {
    const thumbnailer = open({ processUrl: await processThat('preview-queue', ''), previewQueue: 1 });
    const first = thumbnailer.preview([source(picture)]);
    expect(await thumbnailer.preview([source(picture)])).toBeNull();
    await thumbnailer.close();
    expect(await first).toBeNull();
  });

  it.each([
    ['a JPEG', preview(JPEG)],
    ['no small picture', preview(WEBP, 'null')],
    ['a small picture of another format', preview(WEBP, JPEG)],
    [
      'more bytes than a preview has',
      preview(`Uint8Array.from(Buffer.concat([Buffer.from('RIFF....WEBP'), Buffer.alloc(600_000)]))`),
    ],
    ['more pixels than a preview has', preview(WEBP, WEBP, '961')],
    ['an impossible size', preview(WEBP, WEBP, '0')],
    ['a text', `process.send('RIFF');`],
  ])('are none of a decoder that answers %s', async (name, does) => {
    const thumbnailer = open({ processUrl: await processThat(`preview-${name.replaceAll(' ', '-')}`, does) });
    expect(await thumbnailer.preview([source(picture)])).toBeNull();
  });
});
