import { describeWithBrowser, findBarriers, type Page } from '@revera/testkit/browser';
import { ClipKit, LAB_CASES, missingPrograms } from '@revera/testkit/lab';
import { mediaKinds } from '@revera/testkit/media';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagePath } from '../../site/kit/site-map.ts';
import { LAB } from '../../site/lab/words.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { handOver, type HandedFile } from './hand-over.ts';
import { LOOKS } from './looks.ts';
import { serveSite, type ServedSite } from './serve-site.ts';

let site: ServedSite;
let clips: HandedFile[];
beforeAll(async () => {
  site = await serveSite({ settings: { LIMIT_ANONYMOUS_FILE_MB: '1' } });
  const small = { name: 'small \u202E4pm.exe', bytes: mediaKinds.mp4.build() };
  clips = [kling(), small];
}, PATIENCE_MS);
afterAll(() => site.close());

/** A clip with Kling's marks, where there is a program to write one. */
function kling(): HandedFile {
  if (missingPrograms(['ffmpeg']).length > 0) return { name: 'first.mp4', bytes: mediaKinds.mp4.build() };
  const kit = new ClipKit();
  const bytes = LAB_CASES.find(({ id }) => id === '18')?.build(kit) ?? new Uint8Array();
  kit.close();
  return { name: 'first.mp4', bytes };
}

async function stateOf(page: Page): Promise<unknown> {
  return await page.evaluate(`({
    names: [...document.querySelectorAll('.lab-result h3')].map(({ innerText }) => innerText.trim()),
    pictures: [...document.querySelectorAll('.pipeline')].filter((one) => one.checkVisibility()).length,
    isSideways: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    steering: /[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.innerText),
  })`);
}

describeWithBrowser('the lab', (open) => {
  it.each(LOOKS)(
    'in $language, $scheme, $width px wide: clips are dropped, and each has its result, one after the other',
    async (look) => {
      const { page, context, troubles } = await open({ ...look, origin: site.origin });
      await page.goto(pagePath(look.language, 'lab'));
      await page.locator('#lab-claim').selectOption('kling');
      await handOver(page, ['dragover', 'drop'], clips);
      await page.locator('.files:not(.busy) .file').nth(1).waitFor();
      expect(await stateOf(page)).toEqual({
        names: ['first.mp4', 'small 4pm.exe'],
        pictures: 2,
        isSideways: false,
        steering: false,
      });
      for (const fold of await page.locator('.lab-result .fold > summary').all()) await fold.click();
      expect([await findBarriers(page), troubles]).toEqual([[], []]);
      await page.locator('.file-open').first().click();
      expect(new URL(page.url()).hash).toMatch(/^#lab-/);
      await page.locator('#files-clear').click();
      expect([await page.locator('.lab-result').count(), await page.locator('#lab-results').isVisible()]).toEqual([
        0,
        false,
      ]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'says why a file was not examined, and goes on with the next',
    async () => {
      const { page, context } = await open({ origin: site.origin, language: 'zh-CN' });
      await page.goto('/zh-cn/lab');
      const files = [
        { name: 'large.mp4', bytes: new Uint8Array(1024 * 1024 + 1) },
        { name: 'a.bin', bytes: Uint8Array.of(0, 1) },
        ...clips.slice(1),
      ];
      await handOver(page, ['paste'], files);
      await page.locator('.files:not(.busy) .file').nth(2).waitFor();
      const states = await Promise.all(
        (await page.locator('.file').all()).map((row) => row.getAttribute('data-state')),
      );
      expect(states).toEqual(['failed', 'failed', 'done']);
      expect(await page.locator('.file-text').nth(1).innerText()).toBe('未能检查：不支持该文件类型。');
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'without a script one clip is sent by the form',
    async () => {
      const { page, context } = await open({ origin: site.origin, language: 'en', width: 390, script: false });
      await page.goto('/en/lab');
      const buffer = Buffer.from(clips[0]?.bytes ?? []);
      await page.locator('#lab-claim').selectOption('kling');
      await page.locator('#drop-input').setInputFiles({ name: 'a.mp4', mimeType: '', buffer });
      await page.locator('.drop-submit').click();
      await page.locator('.lab-result').waitFor();
      expect(await page.locator('#lab-results-title').innerText()).toBe(LAB.en.results);
      expect(await page.locator('#lab-claim').inputValue()).toBe('kling');
      await context.close();
    },
    PATIENCE_MS,
  );
});
