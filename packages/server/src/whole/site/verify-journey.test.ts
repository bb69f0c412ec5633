import { createAuthority } from '@revera/testkit/authorities';
import { describeWithBrowser, findBarriers, type Page } from '@revera/testkit/browser';
import { buildJpeg } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagePath } from '../../site/kit/site-map.ts';
import { STATUSES } from '../../shared/statuses.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { handOver, type HandedFile } from './hand-over.ts';
import { serveSite, type ServedSite } from './serve-site.ts';

const MIB = 1024 * 1024;
const ANALYZE = '**/api/analyze';

let site: ServedSite;
let files: { signed: HandedFile; plain: HandedFile; changed: HandedFile };

beforeAll(async () => {
  const authority = await createAuthority();
  const signed = await signMedia(buildJpeg(), 'image/jpeg', { authority });
  const changed = Uint8Array.from(signed);
  const at = changed.length - 6;
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  files = {
    signed: { name: 'signed.jpg', bytes: signed },
    plain: { name: 'plain.jpg', bytes: buildJpeg() },
    changed: { name: 'changed \u202Egpj.exe', bytes: changed },
  };
  site = await serveSite({ trustedRoots: [authority.rootPem], settings: { LIMIT_ANONYMOUS_FILE_MB: '1' } });
}, PATIENCE_MS);
afterAll(() => site.close());

/** Holds requests back until the test releases them, so that the state meanwhile can be examined. */
async function holdRequests(page: Page): Promise<{ count: () => number; release: () => Promise<void> }> {
  const held: (() => Promise<void>)[] = [];
  const state = { count: 0, isOpen: false };
  await page.route(ANALYZE, async (route) => {
    state.count += 1;
    if (state.isOpen) return await route.continue();
    held.push(() => route.continue());
  });
  return {
    count: () => state.count,
    release: async () => {
      state.isOpen = true;
      for (const letGo of held.splice(0)) await letGo();
    },
  };
}

async function statesOf(page: Page): Promise<(string | null)[]> {
  return await Promise.all((await page.locator('.file').all()).map((row) => row.getAttribute('data-state')));
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = `document.activeElement?.matches(${JSON.stringify(selector)}) === true`;
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await page.evaluate<boolean>(isThere)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${selector}`);
}

describeWithBrowser('verifying on the start page', (open) => {
  const looks = [
    { language: 'en', scheme: 'light', width: 390 },
    { language: 'zh-CN', scheme: 'dark', width: 390 },
  ] as const;

  it.each(looks)(
    'in $language, $scheme: three files are dropped, each gets its verdict, and one is opened',
    async (look) => {
      const { language } = look;
      const { page, context, troubles } = await open({ ...look, origin: site.origin });
      await page.goto(pagePath(language, ''));
      const held = await holdRequests(page);
      const all = [files.signed, files.plain, files.changed];
      await handOver(page, ['dragover'], all);
      expect(await page.locator('.drop-veil').isVisible()).toBe(true);
      await handOver(page, ['drop'], all);
      expect(await page.locator('.drop-veil').isVisible()).toBe(false);
      await expect.poll(held.count).toBe(2);
      expect((await statesOf(page))[2]).toBe('waiting');
      expect(await page.locator('.file').first().locator('progress').isVisible()).toBe(true);
      expect(await findBarriers(page)).toEqual([]);
      await held.release();
      await page.locator('.files:not(.busy)').waitFor();
      const verdicts = (['verified', 'unknown', 'binding_failed'] as const).map(
        (status) => STATUSES[language].provenance[status],
      );
      const rows = await page.locator('.file').allInnerTexts();
      expect(
        rows.map((text, at) => [text.includes(verdicts[at]?.heading ?? '?'), text.includes(verdicts[at]?.text ?? '?')]),
      ).toEqual([
        [true, true],
        [true, true],
        [true, true],
      ]);
      expect(await page.locator('.file-verdict svg').count()).toBe(3);
      expect(rows[2]).toContain('changed 〚U+202E〛gpj.exe');
      await expect.poll(() => page.locator('#announcements').textContent()).toMatch(/\S/);
      expect([await findBarriers(page), troubles.splice(0)]).toEqual([[], []]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')).toBe(
        true,
      );
      await page.locator('.file-open').first().click();
      await page.waitForURL(`**${pagePath(language, 'results')}/*`);
      expect(await page.locator('h1').count()).toBe(1);
      expect(troubles).toEqual([]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'with the keyboard alone: choose, cancel, try again, come to the result and open it again; the focus is never lost',
    async () => {
      const { page, context } = await open({ origin: site.origin });
      await page.goto('/en');
      const held = await holdRequests(page);
      const { name, bytes } = files.signed;
      // Awaited long before it opens: the browser learns of it in its own time.
      page.once('filechooser', (chooser) => {
        void chooser.setFiles({ name, mimeType: 'image/jpeg', buffer: Buffer.from(bytes) });
      });
      await tabTo(page, '#drop-input');
      await page.keyboard.press('Enter');
      await page.locator('.file').waitFor();
      await tabTo(page, '.file-cancel');
      await page.keyboard.press('Enter');
      expect([await statesOf(page), await hasFocus(page, '.file-retry')]).toEqual([['cancelled'], true]);
      await held.release();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/en/results/*');
      await page.goBack();
      await tabTo(page, '#recent-rows a');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/en/results/*');
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'takes what is pasted, and says what is over a limit before anything is sent',
    async () => {
      const { page, context } = await open({ origin: site.origin });
      await page.goto('/en');
      const held = await holdRequests(page);
      const large = { name: 'large.jpg', bytes: new Uint8Array(MIB + 1) };
      await handOver(page, ['paste'], [large, { name: 'empty.jpg', bytes: new Uint8Array() }]);
      expect(await page.locator('.file-text').allInnerTexts()).toEqual([
        'Not verified: This file is 1,048,577 B; the limit is 1 MB per file.',
        'Not verified: The file is empty.',
      ]);
      expect(held.count()).toBe(0);
      await page.locator('#files-clear').press('Enter');
      expect([await page.locator('#files').isVisible(), await hasFocus(page, '#drop-input')]).toEqual([false, true]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'waits for the limit of the hour and goes on by itself',
    async () => {
      const { page, context } = await open({ origin: site.origin });
      await page.goto('/en');
      let asked = 0;
      await page.route(ANALYZE, async (route) => {
        asked += 1;
        await (asked > 1
          ? route.continue()
          : route.fulfill({ status: 429, headers: { 'retry-after': '1' }, body: '' }));
      });
      await handOver(page, ['drop'], [files.plain]);
      await page.locator('#files-held').waitFor();
      expect(await page.locator('.file-text').innerText()).toMatch(/^Continues at \d\d:\d\d/);
      await page.waitForURL('**/en/results/*');
      expect(asked).toBe(2);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'asks before the page is left while a file is under way, and opens results beside it',
    async () => {
      const { page, context } = await open({ origin: site.origin });
      await page.goto('/en');
      expect(await asksBeforeLeaving(page)).toBe(false);
      let asked = 0;
      await page.route(ANALYZE, async (route) => {
        asked += 1;
        if (asked === 1) await route.continue();
      });
      await handOver(page, ['drop'], [files.signed, files.plain]);
      await page.locator('.file-open:visible').waitFor();
      const beside = context.waitForEvent('page');
      await page.locator('.file-open:visible').click();
      await (await beside).waitForURL('**/en/results/*');
      expect(await asksBeforeLeaving(page)).toBe(true);
      await page.locator('#files-cancel').click();
      expect([await asksBeforeLeaving(page), await statesOf(page)]).toEqual([false, ['done', 'cancelled']]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'without a script one file is sent by the form, and what is refused is said above it',
    async () => {
      const { page, context } = await open({ origin: site.origin, language: 'zh-CN', width: 390, script: false });
      await page.goto('/zh-cn');
      const send = async (bytes: Uint8Array) => {
        await page.locator('#drop-input').setInputFiles({ name: 'a.jpg', mimeType: '', buffer: Buffer.from(bytes) });
        await page.locator('.drop-submit').click();
      };
      await send(Uint8Array.of(0, 1));
      expect(await page.locator('#drop-problem').innerText()).toMatch(/^未能验证\s+不支持该文件类型。$/);
      await send(files.signed.bytes);
      await page.waitForURL('**/zh-cn/results/*');
      await context.close();
    },
    PATIENCE_MS,
  );
});

/** Without leaving: the dialog itself cannot be examined, and some builds of the browser end with it. */
async function asksBeforeLeaving(page: Page): Promise<boolean> {
  return await page.evaluate<boolean>(`!dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
}

async function hasFocus(page: Page, selector: string): Promise<boolean> {
  return await page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) === true`);
}
