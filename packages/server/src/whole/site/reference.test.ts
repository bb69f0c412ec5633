import { describeWithBrowser, findBarriers } from '@revera/testkit/browser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagePath } from '../../site/kit/site-map.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { serveSite, type ServedSite } from './serve-site.ts';

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
}, PATIENCE_MS);
afterAll(() => site.close());

describeWithBrowser('the API reference', (open) => {
  it('opens what its links lead to', async () => {
    const { page, troubles } = await open({ origin: site.origin, language: 'en' });
    await page.goto(`${pagePath('en', 'docs/reference')}#verifyContent`);
    await page.locator('li#verifyContent a').click();
    await page.waitForURL('**/en/docs/reference/content#verifyContent');
    const operation = page.locator('#verifyContent');
    expect(await operation.getAttribute('open')).not.toBeNull();
    await operation.locator('a[href="schemas#schema-VerificationResult"]').click();
    await page.waitForURL('**/en/docs/reference/schemas#schema-VerificationResult');
    const schema = page.locator('#schema-VerificationSummary');
    expect(await schema.getAttribute('open')).toBeNull();
    await page.locator('#schema-VerificationResult[open] a[href="#schema-VerificationSummary"]').click();
    await page.locator('#schema-VerificationSummary[open]').waitFor();
    await page.goBack();
    await page.goBack();
    await operation.locator('a[href$="#RATE_LIMITED"]').click();
    await page.waitForURL('**/en/docs/errors#RATE_LIMITED');
    expect(await page.locator('#RATE_LIMITED').isVisible()).toBe(true);
    expect(troubles).toEqual([]);
  });

  it('opens by hand without scripts', async () => {
    const { page } = await open({ origin: site.origin, language: 'en', script: false });
    await page.goto(pagePath('en', 'docs/reference/content'));
    const operation = page.locator('#verifyContent');
    const python = operation.locator('details', { has: page.locator('summary', { hasText: 'Python' }) });
    for (const fold of [operation, python]) {
      expect(await fold.getAttribute('open')).toBeNull();
      await fold.locator('summary').first().press('Enter');
      expect(await fold.getAttribute('open')).not.toBeNull();
    }
  });

  it.each([
    { language: 'en', width: 1440, scheme: 'light' },
    { language: 'zh-CN', width: 390, scheme: 'dark' },
  ] as const)(
    'in $language, $width px wide, has no barrier and fits when parts of it are open',
    async (look) => {
      const { page } = await open({ ...look, origin: site.origin });
      for (const part of ['account', 'content', 'schemas']) {
        await page.goto(pagePath(look.language, `docs/reference/${part}`));
        await page.evaluate(
          "document.querySelectorAll('details:nth-of-type(5n + 1)').forEach((each) => { each.open = true; })",
        );
        expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(
          0,
        );
        expect(await findBarriers(page)).toEqual([]);
      }
    },
    PATIENCE_MS,
  );
});
