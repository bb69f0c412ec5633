import { describeWithBrowser, findBarriers } from '@revera/testkit/browser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagePath } from '../../site/kit/site-map.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { isScrolledSideways, LOOKS } from './looks.ts';
import { serveSite, type ServedSite } from './serve-site.ts';

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
}, PATIENCE_MS);
afterAll(() => site.close());

/** What is looked for in each language, and where it is found. */
const QUERIES = {
  en: { query: 'trust lists', path: 'learn/trust-lists', nothing: 'zqxjkv' },
  'zh-CN': { query: '信任列表', path: 'learn/trust-lists', nothing: '龘龘龘' },
} as const;

describeWithBrowser('the documentation', (open) => {
  it.each(LOOKS)(
    'in $language, $scheme, $width px: is searched with the keyboard',
    async (look) => {
      const { page, context, troubles } = await open({ ...look, origin: site.origin });
      const { query, path, nothing } = QUERIES[look.language];
      await page.goto(pagePath(look.language, 'docs/verify'));
      const input = page.locator('.doc-search input');
      await input.fill(nothing);
      await page.locator('.doc-search [role="status"]:not(:empty)').waitFor();
      expect(await page.locator('.doc-search ul').isVisible()).toBe(false);
      await input.fill(query);
      await page.locator('.doc-search li a').first().waitFor();
      expect([await findBarriers(page), await isScrolledSideways(page)]).toEqual([[], false]);
      await input.press('Escape');
      expect(await page.locator('.doc-search ul').isVisible()).toBe(false);
      await input.fill(`${query} `);
      await page.locator('.doc-search li a').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**${pagePath(look.language, path)}`);
      expect([await findBarriers(page), troubles]).toEqual([[], []]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it.each(LOOKS)(
    'in $language, $scheme, $width px: remembers the language of examples, on other pages too, and copies code',
    async (look) => {
      const { page, context, troubles } = await open({ ...look, origin: site.origin });
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
      await page.goto(pagePath(look.language, 'docs/quick-start'));
      const shown = async () => await page.locator('[role="tab"][aria-selected="true"]').first().textContent();
      expect(await shown()).toBe('curl');
      await page.locator('[role="tab"]').first().focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      expect(await shown()).toBe('Python');
      await page.goto(pagePath(look.language, 'docs/sign'));
      expect(await shown()).toBe('Python');
      const block = page.locator('.sample:not([hidden]) .code').first();
      const code = await block.locator('code').textContent();
      expect(code).toContain('requests.post(');
      await block.locator('.code-copy').click();
      await block.locator('.code-copy:focus').waitFor();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(code);
      // Where the page may not copy, the code is selected, so that the reader can.
      await page.evaluate(
        'navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"))',
      );
      await page.evaluate('getSelection().removeAllRanges()');
      await block.locator('.code-copy').click();
      const selected = async () => (await page.evaluate<string>('getSelection().toString()')).trim();
      await expect.poll(selected).toBe(code?.trim());
      await page.goto(`${pagePath(look.language, 'docs/reference/content')}#verifyContent`);
      await page.locator('#verifyContent[open] .sample[data-syntax="python"]:not([hidden])').waitFor();
      expect([await findBarriers(page), await isScrolledSideways(page), troubles]).toEqual([[], false, []]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it.each(LOOKS)('in $language, $scheme, $width px: folds its navigation where it is narrow', async (look) => {
    const { page, context } = await open({ ...look, origin: site.origin });
    await page.goto(pagePath(look.language, 'learn/what-is-c2pa'));
    const [fold, link] = [page.locator('.sidebar summary'), page.locator('.sidebar a').last()];
    const isNarrow = look.width === 390;
    expect([await fold.isVisible(), await link.isVisible()]).toEqual([isNarrow, !isNarrow]);
    if (isNarrow) await fold.click();
    expect([await link.isVisible(), await findBarriers(page)]).toEqual([true, []]);
    const box = await page.locator('.picture').boundingBox();
    expect(box?.width).toBeGreaterThan(300);
    await context.close();
  });

  it.each(LOOKS)('in $language, $scheme, $width px: is all there without scripts', async (look) => {
    const { page, context } = await open({ ...look, origin: site.origin, script: false });
    await page.goto(pagePath(look.language, 'docs/quick-start'));
    expect(await page.locator('.doc-search').isVisible()).toBe(false);
    expect(await page.locator('.code-copy').first().isVisible()).toBe(false);
    const samples = page.locator('.samples').first();
    expect(await samples.locator('code').first().isVisible()).toBe(true);
    expect(await samples.locator('code').nth(2).isVisible()).toBe(false);
    await samples.locator('summary').nth(2).click();
    expect(await samples.locator('code').nth(2).isVisible()).toBe(true);
    await page.goto(pagePath(look.language, 'docs'));
    expect(await page.locator('.article-list a').count()).toBeGreaterThan(13);
    await context.close();
  });
});
