import { describeWithBrowser, findBarriers } from '@revera/testkit/browser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LANGUAGES } from '../../shared/language.ts';
import { pagePath, SITE_PAGES, SITEMAPS } from '../../site/kit/site-map.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { isScrolledSideways, LOOKS } from './looks.ts';
import { serveSite, type ServedSite } from './serve-site.ts';

/** Pages that search engines do not learn of. */
const OTHERS = [
  'login',
  'register',
  'forgot-password',
  'reset-password',
  'verify-email',
  'change-email',
  'restore-email',
  'invitation',
  'no-such-page',
];

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
}, PATIENCE_MS);
afterAll(() => site.close());

/** A missing page answers 404, which the console reports as an error. */
function unexpected(troubles: readonly string[], path: string): string[] {
  return troubles.filter((trouble) => !(path === 'no-such-page' && /status of 404/.test(trouble)));
}

/** In parts, so that none takes long on a busy machine. */
const PARTS = [
  ...SITEMAPS.map((sitemap) => ({
    part: `of the sitemap ${sitemap}`,
    paths: SITE_PAGES.filter((page) => page.sitemap === sitemap).map(({ path }) => path),
  })),
  { part: 'that no sitemap names', paths: OTHERS },
];

describeWithBrowser('every page', (open) => {
  it.each(LOOKS.flatMap((look) => PARTS.map((part) => ({ ...look, ...part }))))(
    '$part, in $language, $scheme, $width px wide, has no barrier, no error, and nothing from elsewhere',
    async ({ paths, ...look }) => {
      const { page, troubles } = await open({ ...look, origin: site.origin });
      const found: Record<string, string[]> = {};
      for (const path of paths) {
        await page.goto(pagePath(look.language, path));
        const sideways = (await isScrolledSideways(page)) ? ['is wider than the window'] : [];
        const all = [...unexpected(troubles.splice(0), path), ...(await findBarriers(page)), ...sideways];
        if (all.length > 0) found[path] = all;
      }
      expect(found).toEqual({});
      await page.context().close();
    },
    PATIENCE_MS,
  );

  it.each(LANGUAGES)('in %s keeps the visitor on the same page when the language is changed', async (language) => {
    const { page, context } = await open({ origin: site.origin, language });
    await page.goto(pagePath(language, 'learn/trust-lists'));
    await page.locator('.language-switch').click();
    const other = language === 'en' ? 'zh-CN' : 'en';
    expect(new URL(page.url()).pathname).toBe(pagePath(other, 'learn/trust-lists'));
    expect(await page.locator('html').getAttribute('lang')).toBe(other);
    await context.close();
  });
});
