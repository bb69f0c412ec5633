import { describeWithBrowser, findBarriers, type Page } from '@revera/testkit/browser';
import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagePath } from '../../site/kit/site-map.ts';
import { SITE } from '../../site/kit/words/site.ts';
import { SAMPLES, samplePath } from '../../site/samples/samples.ts';
import { SAMPLE_WORDS } from '../../site/samples/words.ts';
import { STATUSES } from '../../shared/statuses.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { handOver } from './hand-over.ts';
import { isScrolledSideways, LOOKS } from './looks.ts';
import { serveSite, type ServedSite } from './serve-site.ts';

const HOSTILE = '\u202Egpj.<img src=x onerror=alert(1)>.jpg';
const SHOWN = '〚U+202E〛gpj.<img src=x onerror=alert(1)>.jpg';
const RESULTS = /\/results\/job_/;
const PHONE_BAR_PX = 57;

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite({ settings: { OPERATOR_NAME: '示例科技', OPERATOR_ICP: '京ICP备12345678号-1' } });
}, PATIENCE_MS);
afterAll(() => site.close());

async function isFocused(page: Page, selector: string): Promise<boolean> {
  return await page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) === true`);
}

const recentNames = (page: Page) => page.locator('#recent-rows a').allInnerTexts();

describeWithBrowser('the start page', (open) => {
  it.each(LOOKS)(
    'in $language, $scheme, $width px wide: each sample opens its ready result, which says that it is one',
    async (look) => {
      const { language } = look;
      const { page, context, troubles } = await open({ ...look, origin: site.origin });
      for (const name of SAMPLES) {
        await page.goto(pagePath(language, ''));
        await page.locator(`.sample[href="${pagePath(language, samplePath(name))}"]`).click();
        await page.waitForURL(RESULTS);
        expect(await page.locator('.sample-notice').innerText()).toContain(SAMPLE_WORDS[language].notice.title);
        expect([name, await isScrolledSideways(page), await findBarriers(page)]).toEqual([name, false, []]);
      }
      expect(troubles).toEqual([]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'without a script a sample opens too',
    async () => {
      const { page, context } = await open({ origin: site.origin, script: false });
      await page.goto('/en');
      await page.locator('.result-figure a').click();
      await page.waitForURL(RESULTS);
      await context.close();
    },
    PATIENCE_MS,
  );

  it.each(LOOKS)(
    'in $language, $scheme, $width px wide: one file goes straight to its result, which a reload does not lose',
    async (look) => {
      const { language } = look;
      const { page, context, troubles } = await open({ ...look, origin: site.origin });
      await page.goto(pagePath(language, ''));
      expect(await page.locator('#recent').isVisible()).toBe(false);
      await handOver(page, ['drop'], [{ name: HOSTILE, bytes: buildJpeg() }]);
      await page.waitForURL(RESULTS);
      const result = page.url();
      await page.goto(pagePath(language, ''));
      await page.reload();
      expect(await recentNames(page)).toEqual([SHOWN]);
      expect(await page.locator('.recent-verdict').innerText()).toBe(STATUSES[language].provenance.unknown.heading);
      expect([await isScrolledSideways(page), await findBarriers(page)]).toEqual([false, []]);
      await page.locator('#recent-rows a').click();
      await page.waitForURL(result);
      await page.goto(pagePath(language, ''));
      await page.locator('#recent-clear').press('Enter');
      expect([await page.locator('#recent').isVisible(), await isFocused(page, '#drop-input')]).toEqual([false, true]);
      await page.reload();
      expect([await recentNames(page), troubles]).toEqual([[], []]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'several files stay on the page, come back after a reload, and are forgotten when their results are',
    async () => {
      const { page, context } = await open({ origin: site.origin });
      await page.goto('/en');
      await handOver(
        page,
        ['drop'],
        [
          { name: 'one.jpg', bytes: buildJpeg() },
          { name: 'two.jpg', bytes: buildJpeg({ width: 20 }) },
        ],
      );
      await page.locator('.files:not(.busy) .file[data-state="done"]').nth(1).waitFor();
      expect(new URL(page.url()).pathname).toBe('/en');
      await page.reload();
      expect((await recentNames(page)).toSorted()).toEqual(['one.jpg', 'two.jpg']);
      const DAY_AGO = `JSON.stringify(JSON.parse(localStorage['revera.recent']).map((file) => ({ ...file, atMs: file.atMs - 86_400_000 })))`;
      await page.evaluate(`void (localStorage['revera.recent'] = ${DAY_AGO})`);
      await page.reload();
      expect(await recentNames(page)).toEqual([]);
      await page.evaluate(`void (localStorage['revera.recent'] = '[{"id":"../../logout","name":1}]')`);
      await page.reload();
      expect(await page.locator('#recent').isVisible()).toBe(false);
      await context.close();
    },
    PATIENCE_MS,
  );
});

/** What extensions, older versions and people may leave where the recent results are kept. */
const STORED: Readonly<Record<string, (sound: string) => string>> = {
  'a number': () => '5',
  'an object': () => '{"length":3}',
  'no JSON': () => '[{"id":',
  'lists in lists': () => '['.repeat(50_000),
  'wrong types': () =>
    '[null,1,"a",[],{"id":{},"name":[],"status":1,"atMs":"x"},{"id":"job_1","name":"a","status":"verified","atMs":1e400}]',
  'markup and addresses': (sound) =>
    JSON.stringify([
      { ...(JSON.parse(sound) as object), id: '../../logout' },
      { ...(JSON.parse(sound) as object), name: '<img src=x onerror=alert(1)>\u202e.jpg', status: '"]<b>' },
    ]),
  'ten thousand, the last one sound': (sound) =>
    JSON.stringify([
      ...Array.from({ length: 10_000 }, (_, at) => ({ id: `job ${at}`, name: '<b>'.repeat(60) })),
      JSON.parse(sound) as unknown,
    ]),
  'ten thousand of the same': (sound) => `[${Array.from({ length: 10_000 }, () => sound).join(',')}]`,
};
const KEPT_LEAST: Readonly<Record<string, string[]>> = {
  'ten thousand, the last one sound': ['a.jpg'],
  'ten thousand of the same': ['a.jpg'],
};

describeWithBrowser('the store of recent results', (open) => {
  it.each(Object.keys(STORED))(
    'with %s: the page loads and works, and shows only what is sound',
    async (name) => {
      const { page, context, troubles } = await open({ origin: site.origin });
      await page.goto('/en');
      const sound = await page.evaluate<string>(
        `JSON.stringify({ id: 'job_1', name: 'a.jpg', status: 'verified', atMs: Date.now() - 1000 })`,
      );
      const text = STORED[name]?.(sound) ?? '';
      await page.evaluate(`void (localStorage['revera.recent'] = ${JSON.stringify(text)})`);
      await page.reload();
      expect(await recentNames(page)).toEqual(KEPT_LEAST[name] ?? []);
      expect(await page.locator('#recent').isVisible()).toBe(name in KEPT_LEAST);
      await handOver(page, ['drop'], [{ name: 'new.jpg', bytes: buildJpeg() }]);
      await page.waitForURL(RESULTS);
      await page.goto('/en');
      expect(await recentNames(page)).toEqual(['new.jpg', ...(KEPT_LEAST[name] ?? [])]);
      expect(await page.locator('#recent b, #recent img').count()).toBe(0);
      expect(troubles).toEqual([]);
      await context.close();
    },
    PATIENCE_MS,
  );
});

describeWithBrowser('the menu on a phone', (open) => {
  it.each(LOOKS.filter(({ width }) => width === 390))(
    'in $language: opens by the keyboard, closes with Escape and when the focus leaves it, in a bar of one row',
    async (look) => {
      const { page, context } = await open({ ...look, origin: site.origin });
      await page.goto(pagePath(look.language, 'docs/verify'));
      const bar = await page.evaluate<number>(`document.querySelector('.site-header').offsetHeight`);
      expect(bar).toBeLessThanOrEqual(PHONE_BAR_PX);
      const summary = page.locator('.site-menu summary');
      const sheet = page.locator('.site-menu-sheet');
      await summary.press('Enter');
      expect([await sheet.isVisible(), await isScrolledSideways(page)]).toEqual([true, false]);
      expect(await findBarriers(page)).toEqual([]);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      expect([await sheet.isVisible(), await isFocused(page, '.site-menu summary')]).toEqual([false, true]);
      await page.keyboard.press('Enter');
      await page.locator('.site-menu .site-key').focus();
      await page.keyboard.press('Tab');
      expect(await sheet.isVisible()).toBe(false);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'without a script opens, leads on, and closes by its button',
    async () => {
      const { page, context } = await open({ origin: site.origin, language: 'zh-CN', width: 390, script: false });
      await page.goto('/zh-cn');
      const summary = page.locator('.site-menu summary');
      await summary.click();
      await summary.click();
      expect(await page.locator('.site-menu-sheet').isVisible()).toBe(false);
      await summary.click();
      await page.locator('.site-menu-sheet').getByText(SITE['zh-CN'].nav.docs).click();
      await page.waitForURL('**/zh-cn/docs');
      await context.close();
    },
    PATIENCE_MS,
  );
});
