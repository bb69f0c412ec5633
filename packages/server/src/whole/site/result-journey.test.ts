import { createAuthority } from '@revera/testkit/authorities';
import { describeWithBrowser, findBarriers, type Page } from '@revera/testkit/browser';
import { aigcCarrier } from '@revera/testkit/label';
import { buildJpeg } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { pagePath } from '../../site/kit/site-map.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { isScrolledSideways, LOOKS } from './looks.ts';
import { serveSite, type ServedSite } from './serve-site.ts';

const analysis = z.object({ results: z.tuple([z.object({ result: z.object({ id: z.string() }) })]) });
/** What a phone may have to scroll until the summary has been read, the header included. */
const SUMMARY_PX = 2_500;

let site: ServedSite;
/** With a history of two manifests and a plain part, and a label; and with nothing. */
let results: { history: string; nothing: string };
beforeAll(async () => {
  const authority = await createAuthority();
  const label = { Label: '1', ContentProducer: '001191110102MACQD9K64110000', ProduceID: 'x' };
  const carrier = aigcCarrier('jpeg-xmp-element').build(JSON.stringify(label));
  const thumbnail = { bytes: buildJpeg({ width: 64, height: 48 }), mediaType: 'image/jpeg' };
  const mediaType = 'image/jpeg';
  const part = await signMedia(buildJpeg(), mediaType, { authority, title: 'part.jpg', thumbnail });
  const signed = await signMedia(carrier, mediaType, {
    authority,
    title: 'whole.jpg',
    thumbnail,
    actions: [
      { action: 'c2pa.created', digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture' },
    ],
    ingredients: [
      { bytes: part, mediaType, title: 'part.jpg' },
      { bytes: buildJpeg(), mediaType, title: 'plain.jpg' },
    ],
  });
  site = await serveSite({ trustedRoots: [authority.rootPem] });
  results = { history: await judge(signed), nothing: await judge(buildJpeg()) };
}, PATIENCE_MS);
afterAll(() => site.close());

async function judge(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData();
  form.set('files', new File([bytes], 'whole.jpg'));
  const answer = await fetch(`${site.origin}/api/analyze`, { method: 'POST', body: form });
  return analysis.parse(await answer.json()).results[0].result.id;
}

const focused = async (page: Page): Promise<string> =>
  await page.evaluate<string>('(document.activeElement?.id || document.activeElement?.getAttribute("href")) ?? ""');
const shownPanels = async (page: Page): Promise<string[]> =>
  await page.evaluate<string[]>('[...document.querySelectorAll(".panel:not([hidden])")].map(({ id }) => id)');
const shownParts = async (page: Page): Promise<string[]> =>
  await page.evaluate<string[]>('[...document.querySelectorAll(".manifest:not([hidden])")].map(({ id }) => id)');

describeWithBrowser('reading a result', (open) => {
  it.each(LOOKS)(
    'in $language, $scheme, $width px: every part is without barriers and fits the page',
    async ({ language, scheme, width }) => {
      const { page, context, troubles } = await open({ origin: site.origin, language, scheme, width });
      const path = pagePath(language, `results/${results.history}`);
      for (const part of ['', '#history', '#manifest-2', '#credential', '#label', '#metadata', '#data']) {
        await page.goto('about:blank');
        await page.goto(`${path}${part}`);
        expect([part, await findBarriers(page), await isScrolledSideways(page)]).toEqual([part, [], false]);
      }
      expect(troubles).toEqual([]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'a phone passes the address of the result on to other programs, and may change its mind',
    async () => {
      const { page, context, troubles } = await open({ origin: site.origin, width: 390, touch: true });
      // The function is the platform's; a browser without a window has none.
      await context.addInitScript(`
        window.shared = [];
        navigator.share = async (data) => {
          window.shared.push(data);
          if (window.shared.length > 1) throw new DOMException('closed', 'AbortError');
        };
      `);
      await page.goto(pagePath('en', `results/${results.history}`));
      const menu = page.locator('.actions-bar .menu summary');
      const button = page.locator('[data-share]');
      await menu.tap();
      await button.tap();
      await button.tap();
      const url = `${site.origin}${pagePath('en', `results/${results.history}`)}`;
      const title = await page.title();
      expect(await page.evaluate('window.shared')).toEqual([
        { title, url },
        { title, url },
      ]);
      expect([troubles, await findBarriers(page)]).toEqual([[], []]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it.each([
    ['a phone whose browser cannot pass anything on', true, 'delete Navigator.prototype.share;'],
    ['a desk, where a link is copied', false, 'navigator.share = () => Promise.resolve();'],
  ])(
    '%s is not offered to',
    async (_what, touch, script) => {
      const { page, context, troubles } = await open({ origin: site.origin, width: 390, touch });
      await context.addInitScript(script);
      await page.goto(pagePath('en', `results/${results.history}`));
      await page.locator('.actions-bar .menu summary').click();
      expect([await page.locator('[data-share]').isVisible(), troubles]).toEqual([false, []]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'on a phone the summary ends soon, whatever the file holds',
    async () => {
      for (const language of ['en', 'zh-CN'] as const) {
        const { page, context } = await open({ origin: site.origin, language, width: 390 });
        for (const id of Object.values(results)) {
          await page.goto(pagePath(language, `results/${id}`));
          const end = await page.evaluate<number>('document.querySelector(".result").getBoundingClientRect().bottom');
          expect(end).toBeLessThan(SUMMARY_PX);
        }
        await context.close();
      }
    },
    PATIENCE_MS,
  );

  it(
    'the keyboard goes through the parts as through tabs, and the address and the way back keep up',
    async () => {
      const { page, context, troubles } = await open({ origin: site.origin });
      await page.goto(pagePath('en', `results/${results.history}`));
      expect(await shownPanels(page)).toEqual(['summary']);
      await page.locator('#tab-summary').focus();
      await page.keyboard.press('ArrowRight');
      expect([await focused(page), await shownPanels(page)]).toEqual(['tab-history', ['part-history']]);
      expect(page.url()).toMatch(/#history$/);
      await page.keyboard.press('End');
      expect([await focused(page), await shownPanels(page)]).toEqual(['tab-raw', ['part-raw']]);
      await page.keyboard.press('ArrowRight');
      expect([await focused(page), await shownPanels(page)]).toEqual(['tab-summary', ['summary']]);
      expect(await page.locator('[role="tab"][aria-selected="true"]').count()).toBe(1);
      await page.goBack();
      await page.locator('#part-raw').waitFor();
      expect(await shownPanels(page)).toEqual(['part-raw']);
      expect(troubles).toEqual([]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'a link into a part opens it, from elsewhere and from the page',
    async () => {
      const { page, context } = await open({ origin: site.origin });
      await page.goto(`${pagePath('en', `results/${results.history}`)}#manifest-2`);
      expect([await shownPanels(page), await shownParts(page)]).toEqual([['part-history'], ['manifest-2']]);
      await page.locator('#tab-summary').click();
      await page.locator('.tile-link[href="#label"]').click();
      expect(await shownPanels(page)).toEqual(['part-label']);
      expect(await page.locator('#label').isVisible()).toBe(true);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'a node of the history shows its part with its picture, the result beside it, and leads back',
    async () => {
      const { page, context, troubles } = await open({ origin: site.origin });
      await page.goto(`${pagePath('en', `results/${results.history}`)}#history`);
      expect(await shownParts(page)).toEqual(['manifest-1']);
      await page.locator('.node-link[href="#manifest-2"]').focus();
      await page.keyboard.press('Enter');
      expect([await shownParts(page), await focused(page)]).toEqual([['manifest-2'], 'manifest-2']);
      expect(await page.locator('.node-link[aria-current="true"]').getAttribute('href')).toBe('#manifest-2');
      await page.locator('#manifest-2 .compare summary').click();
      expect(await page.locator('#manifest-2 .compare img:visible').count()).toBe(2);
      await page.keyboard.press('Escape');
      expect(await focused(page)).toBe('#manifest-2');
      await page.locator('.node-link[href^="#part-"]').click();
      expect(await page.locator('.manifest:visible h3').innerText()).toBe('plain.jpg');
      await page.locator('[data-show-all]').click();
      expect((await shownParts(page)).length).toBe(3);
      expect(troubles).toEqual([]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'the picture is zoomed by buttons, keys and the wheel with a modifier, and moved by dragging, which follows no link',
    async () => {
      const { page, context, troubles } = await open({ origin: site.origin });
      await page.goto(`${pagePath('en', `results/${results.history}`)}#history`);
      const width = async (): Promise<number> => Number(await page.locator('.graph-svg').getAttribute('width'));
      const first = await width();
      await page.locator('[data-zoom="in"]').click();
      const larger = await width();
      expect(larger).toBeGreaterThan(first);
      await page.locator('.graph-scroll').focus();
      await page.keyboard.press('-');
      expect(await width()).toBeCloseTo(first);
      for (let pressed = 0; pressed < 20; pressed += 1) await page.keyboard.press('+');
      const largest = await width();
      await page.keyboard.press('+');
      expect(await width()).toBe(largest);
      expect(await page.locator('.graph-scroll.more-right, .graph-scroll.more-left').count()).toBe(1);
      const scrolled = async (): Promise<number> =>
        await page.evaluate<number>('document.querySelector(".graph-scroll").scrollLeft');
      await page.locator('.graph-scroll').hover();
      const box = await page.locator('.graph-scroll').boundingBox();
      const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
      const [before, address] = [await scrolled(), page.url()];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 60, y, { steps: 4 });
      await page.mouse.up();
      expect([before - (await scrolled()), page.url()]).toEqual([60, address]);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, 200);
      await page.keyboard.up('Control');
      await expect.poll(width).toBeLessThan(largest);
      await page.keyboard.press('0');
      await page.locator('[data-zoom="fit"]').click();
      expect(await page.locator('.graph-scroll[class*="more-"]').count()).toBe(0);
      expect(troubles).toEqual([]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'the link is copied, or shown to be copied by hand where the browser refuses; the menu closes as menus do',
    async () => {
      const { page, context } = await open({ origin: site.origin });
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
      const path = pagePath('en', `results/${results.history}`);
      await page.goto(path);
      const copy = page.locator('[data-copy-address]');
      expect(await page.locator('#result-address').isVisible()).toBe(false);
      await copy.click();
      await page.getByRole('status').filter({ hasText: 'Link copied' }).waitFor();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(`${site.origin}${path}`);
      await page.locator('.menu summary').press('Enter');
      expect(await page.locator('.menu li:visible').allInnerTexts()).toEqual(['JSON', 'crJSON', 'HTML report']);
      await page.keyboard.press('Escape');
      expect(await page.locator('.menu ul').isVisible()).toBe(false);
      await page.evaluate(
        'navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"))',
      );
      await copy.click();
      await page.locator('#result-address').waitFor();
      expect(await page.evaluate<string>('String(getSelection())')).toBe(`${site.origin}${path}`);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'times are in the zone of the reader, and in UTC at one press',
    async () => {
      const { page, context } = await open({ origin: site.origin });
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Shanghai' });
      await page.goto(pagePath('en', `results/${results.history}`));
      const kept = page.locator('.life time');
      expect([await kept.innerText(), await kept.getAttribute('title')]).toEqual([
        expect.stringMatching(/GMT\+8$/),
        expect.stringMatching(/UTC$/),
      ]);
      expect(await page.locator('.times-note').innerText()).toContain('(Asia/Shanghai)');
      await page.locator('.times-note button').click();
      expect(await kept.innerText()).toMatch(/UTC$/);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'without scripts all parts are there below one another, and the links of the tabs and of the picture lead to them',
    async () => {
      const { page, context, troubles } = await open({ origin: site.origin, width: 390, script: false });
      await page.goto(pagePath('en', `results/${results.history}`));
      expect(await page.locator('.panel:visible').count()).toBe(await page.locator('.jump a').count());
      expect(await page.locator('.manifest:visible').count()).toBe(3);
      expect(await page.locator('#result-address').innerText()).toBe(page.url());
      for (const hidden of ['[data-copy-address]', '.graph-tools', '[data-show-all]', '.times-note', '[data-share]']) {
        expect(await page.locator(`${hidden}:visible`).count()).toBe(0);
      }
      await page.locator('.jump a[href="#label"]').click();
      expect(page.url()).toMatch(/#label$/);
      await page.locator('.node-link[href="#manifest-2"]').click();
      expect(page.url()).toMatch(/#manifest-2$/);
      expect([await isScrolledSideways(page), troubles]).toEqual([false, []]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'paper has every part, whichever is shown',
    async () => {
      const { page, context } = await open({ origin: site.origin });
      await page.goto(pagePath('en', `results/${results.history}`));
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.panel:visible').count()).toBe(await page.locator('.panel').count());
      expect(await page.locator('.manifest:visible').count()).toBe(3);
      expect(await page.locator('.actions-bar:visible, .jump:visible').count()).toBe(0);
      await context.close();
    },
    PATIENCE_MS,
  );
});
