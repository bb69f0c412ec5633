import { concat, u8 } from '@revera/testkit';
import { describeWithBrowser, findBarriers } from '@revera/testkit/browser';
import { buildJpeg, buildMp3With, id3v2, mediaKinds } from '@revera/testkit/media';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filePart, form } from '../../http/test-app.ts';
import { pagePath } from '../../site/kit/site-map.ts';
import { PREVIEW } from '../../site/result/preview/words.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { isScrolledSideways, LOOKS } from './looks.ts';
import { serveSite, type ServedSite } from './serve-site.ts';

const PHOTO = Buffer.from(buildJpeg({ width: 1280, height: 640 }));

/** Once the picture is there, decoded. */
const NATURAL_WIDTH = `(async () => {
  const image = document.querySelector('.preview img');
  await image.decode();
  return image.naturalWidth;
})()`;

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
}, PATIENCE_MS);
afterAll(() => site.close());

async function analyze(bytes: Buffer, name: string, query = ''): Promise<string> {
  const { body } = await site.server.call('POST', '/api/analyze', {
    form: form([filePart(bytes, 'files', name)]),
    query,
  });
  const [item] = (body as { results: { result: { id: string } }[] }).results;
  if (item === undefined) throw new Error('no result');
  return item.result.id;
}

describeWithBrowser('the picture of a file', (open) => {
  it.each(LOOKS)(
    'in $language, $scheme, $width px: in the row from the browser’s own copy, then beside the result',
    async (look) => {
      const { page, context, troubles } = await open({ ...look, origin: site.origin });
      await page.goto(pagePath(look.language, ''));
      // Of one file alone the result is opened at once, without a row to look at.
      const files = ['photo.jpg', 'other.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer: PHOTO }));
      await page.locator('#drop-input').setInputFiles(files);
      const row = page.locator('.file').filter({ hasText: 'photo.jpg' });
      await row.locator('.thumbnail img').waitFor();
      await row.locator('.file-open').waitFor();
      expect(await findBarriers(page)).toEqual([]);
      await page.goto((await row.locator('.file-open').getAttribute('href')) ?? '');
      const picture = page.locator('.preview img');
      expect([
        await picture.getAttribute('alt'),
        await picture.getAttribute('width'),
        await picture.getAttribute('height'),
        await page.evaluate<number>(NATURAL_WIDTH),
      ]).toEqual([PREVIEW[look.language].alt.file, '960', '480', 960]);
      expect(await page.locator('.preview figcaption').textContent()).toContain('photo.jpg · JPEG · ');
      expect([await findBarriers(page), await isScrolledSideways(page), troubles]).toEqual([[], false, []]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it.each(LOOKS)(
    'in $language, $scheme, $width px: the cover of a song, which is said to be one',
    async (look) => {
      const { page, context, troubles } = await open({ ...look, origin: site.origin });
      const frame = concat(u8(0), 'image/jpeg\0', u8(3), u8(0), PHOTO);
      const song = Buffer.from(buildMp3With(id3v2(3, [{ id: 'APIC', data: frame }])));
      await page.goto(pagePath(look.language, `results/${await analyze(song, 'song.mp3')}`));
      const words = PREVIEW[look.language];
      expect([
        await page.evaluate<number>(NATURAL_WIDTH),
        await page.locator('.preview img').getAttribute('alt'),
        await page.locator('.preview-note').innerText(),
      ]).toEqual([960, words.alt.cover, words.note.cover]);
      expect([await findBarriers(page), await isScrolledSideways(page), troubles]).toEqual([[], false, []]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it.each(LOOKS)(
    'in $language, $scheme, $width px: an icon where there is none, and the reason where it was turned off',
    async (look) => {
      const { page, context } = await open({ ...look, origin: site.origin });
      const words = PREVIEW[look.language];
      const cases = [
        [await analyze(Buffer.from(mediaKinds.mp3.build()), 'song.mp3'), words.none],
        [await analyze(PHOTO, 'private.jpg', '?preview=none'), words.off],
      ] as const;
      for (const [id, reason] of cases) {
        await page.goto(pagePath(look.language, `results/${id}`));
        expect(await page.locator('.preview img').count()).toBe(0);
        expect(await page.locator('.preview svg').count()).toBe(1);
        expect(await page.locator('.preview').textContent()).toContain(reason);
        expect([await findBarriers(page), await isScrolledSideways(page)]).toEqual([[], false]);
      }
      await context.close();
    },
    PATIENCE_MS,
  );
});
