import { describeWithBrowser, findBarriers, type Page } from '@revera/testkit/browser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_PASSWORD } from '../../testing/test-access.ts';
import { pagePath } from '../../site/kit/site-map.ts';
import { ACCOUNT } from '../../site/account/kit/words.ts';
import { DASHBOARD } from '../../site/dashboard/kit/words.ts';
import { LOGIN } from '../../site/account/login/words.ts';
import { FORM_WORDS } from '../../site/kit/words/form.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { serveSite, type ServedSite } from './serve-site.ts';
import { awaitMail } from './test-mail.ts';

const FIRST_PASSWORD = 'brass kettle under the pier';

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
}, PATIENCE_MS);
afterAll(() => site.close());

/** The answer to a refused form appears in the console as well. */
function unexpected(troubles: string[]): string[] {
  return troubles.splice(0).filter((trouble) => !/status of 4(01|22)/.test(trouble));
}

async function submit(page: Page, form: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.locator(`#${form}-${name}`).fill(value);
  await page.locator(`#${form} button:not([type="button"])`).click();
}

async function heading(page: Page): Promise<string> {
  return await page.locator('h1').innerText();
}

describeWithBrowser('getting in', (open) => {
  const looks = [
    { language: 'en', scheme: 'light', width: 1440, script: true },
    { language: 'zh-CN', scheme: 'dark', width: 390, script: true },
    { language: 'en', scheme: 'dark', width: 390, script: false },
    { language: 'zh-CN', scheme: 'light', width: 1440, script: false },
  ] as const;

  it.each(looks)(
    'in $language, $width px wide, script $script: registering, confirming, forgetting, signing in and out',
    async (look) => {
      const { language, script } = look;
      const { checkInbox } = ACCOUNT[language];
      const words = LOGIN[language];
      const email = `mei-${language}-${String(script)}@example.com`.toLowerCase();
      const { page, context, troubles } = await open({ ...look, origin: site.origin });
      // axe-core is a script itself.
      const check = async () =>
        expect([script ? await findBarriers(page) : [], unexpected(troubles)]).toEqual([[], []]);
      await page.goto(pagePath(language, 'register'));
      await submit(page, 'register', { email: 'mei', password: FIRST_PASSWORD });
      expect(await page.locator('#register-problems').innerText()).toContain(FORM_WORDS[language].problems.email);
      expect(await page.locator('#register-problems:focus').count()).toBe(1);
      await check();
      await submit(page, 'register', { email, password: FIRST_PASSWORD });
      expect(await heading(page)).toBe(checkInbox);
      await check();
      await page.goto(await awaitMail(site, pagePath(language, 'verify-email'), email));
      expect(await page.locator('main').innerText()).toContain(email);
      await submit(page, 'confirm');
      expect(new URL(page.url()).pathname).toBe(pagePath(language, 'dashboard'));
      expect(await page.locator('[role="status"]').innerText()).toBe(DASHBOARD[language].done.email_verified);
      await page.goto(pagePath(language, 'logout'));
      await submit(page, 'logout');
      await submit(page, 'login', { email, password: 'not this one' });
      expect(await page.locator('#login-problems').innerText()).toBe(words.wrong);
      await check();
      await page.goto(pagePath(language, 'forgot-password'));
      await submit(page, 'forgot', { email });
      expect(await heading(page)).toBe(checkInbox);
      await page.goto(await awaitMail(site, pagePath(language, 'reset-password'), email));
      if (script) {
        await page.locator('[data-password]').click();
        expect(await page.locator('#reset-password').getAttribute('type')).toBe('text');
        await check();
      } else expect(await page.locator('[data-password]').isVisible()).toBe(false);
      await submit(page, 'reset', { password: NEW_PASSWORD });
      expect(await page.locator('[role="status"]').innerText()).toBe(words.done.password_set);
      await page.goto(`${pagePath(language, 'login')}?next=${pagePath(language, 'docs/limits')}`);
      await submit(page, 'login', { email, password: NEW_PASSWORD });
      expect(new URL(page.url()).pathname).toBe(pagePath(language, 'docs/limits'));
      await page.goto(pagePath(language, 'logout'));
      expect(await page.locator('main').innerText()).toContain(email);
      await check();
      await submit(page, 'logout');
      expect(await page.locator('[role="status"]').innerText()).toBe(words.done.signed_out);
      expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
      await context.close();
    },
    PATIENCE_MS,
  );
});
