import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildPng, mediaKinds } from '@revera/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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

/** A process that does this with every request. */
async function processThat(name: string, does: string): Promise<URL> {
  const path = join(folder, `${name}.mjs`);
  await writeFile(path, `process.on('message', (request) => { ${does} }); process.on('disconnect', process.exit);`);
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
      if (fs.existsSync('${count}')) process.send({ bytes: new Uint8Array(3) }); else { fs.writeFileSync('${count}', ''); process.abort(); } });`;
    const thumbnailer = open({ processUrl: await processThat('breaks', does) });
    expect(await thumbnailer.make(picture, 'image/png')).toBeNull();
    expect(await thumbnailer.make(picture, 'image/png')).toMatchObject({ bytes: new Uint8Array(3) });
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
    ['nothing that is a thumbnail', `process.send({ bytes: 'text' });`],
    ['more than a thumbnail', `process.send({ bytes: new Uint8Array(10_000_000) });`],
    ['another kind of thing', `process.send('text');`],
  ])('takes no thumbnail from a decoder that answers %s', async (name, does) => {
    const thumbnailer = open({ processUrl: await processThat(name.replaceAll(' ', '-'), does) });
    expect(await thumbnailer.make(picture, 'image/png')).toBeNull();
  });

  it('has none when its process cannot be started, and when it is closed', async () => {
    const absent = open({ processUrl: pathToFileURL(join(folder, 'absent.mjs')) });
    expect(await absent.make(picture, 'image/png')).toBeNull();
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
