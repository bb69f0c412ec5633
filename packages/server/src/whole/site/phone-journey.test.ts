import { describeWithBrowser, findBarriers, type Page } from '@revera/testkit/browser';
import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LANGUAGES } from '../../shared/language.ts';
import { pagePath } from '../../site/kit/site-map.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { handOver } from './hand-over.ts';
import { startJourney } from './journey-clock.ts';
import { isScrolledSideways } from './looks.ts';
import { serveSite, type ServedSite } from './serve-site.ts';

/** What the browser of a phone leaves of its screen, with its own bars shown. */
const PHONE = { width: 390, height: 664, touch: true } as const;
const RESULTS = /\/results\/job_/;

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite();
}, PATIENCE_MS);
afterAll(() => site.close());

/** The picker of the system is opened by a tap, and takes another one on the picture. */
const TAPS_MAX = 2;
/** Of a picture; less of it in sight would not be beside anything. */
const SEEN_PX = 120;
/** As phones take them, upright: a picture that would fill the screen. */
const PICTURE = Buffer.from(buildJpeg({ width: 960, height: 1280 }));

interface InSight {
  /** How much of the picture is on the screen, top to bottom. */
  picture: number;
  statementTop: number;
  statementEnd: number;
  scrolled: number;
}

/** Where picture and statement stand once the picture has come, in pixels of the screen. */
const IN_SIGHT = `(async () => {
  const image = document.querySelector('.preview img');
  await image.decode();
  const [picture, statement] = [image, document.querySelector('h1')].map((element) => element.getBoundingClientRect());
  return {
    picture: Math.min(picture.bottom, innerHeight) - Math.max(picture.top, 0),
    statementTop: statement.top,
    statementEnd: statement.bottom,
    scrolled: scrollY,
  };
})()`;

async function expectInSight(page: Page): Promise<void> {
  await page.waitForURL(RESULTS);
  const seen = await page.evaluate<InSight>(IN_SIGHT);
  expect(seen.scrolled).toBe(0);
  expect(seen.picture).toBeGreaterThanOrEqual(SEEN_PX);
  expect(seen.statementTop).toBeGreaterThanOrEqual(0);
  expect(seen.statementEnd).toBeLessThanOrEqual(PHONE.height);
  expect([await isScrolledSideways(page), await findBarriers(page)]).toEqual([false, []]);
}

describeWithBrowser('somebody with a picture on a phone', (open) => {
  it.each(LANGUAGES)(
    'in %s: chooses it, and reads the statement beside it without scrolling',
    async (language) => {
      const { page, context, troubles } = await open({ ...PHONE, language, origin: site.origin });
      const journey = await startJourney(context);
      await page.goto(pagePath(language, ''));
      const picker = page.waitForEvent('filechooser');
      await page.locator('#drop-choose').tap();
      journey.act();
      await (await picker).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: PICTURE });
      await expectInSight(page);
      const { taps, fields } = journey.end(`phone, chosen, ${language}`);
      expect(fields).toBe(0);
      expect(taps).toBeGreaterThan(0);
      expect(taps).toBeLessThanOrEqual(TAPS_MAX);
      expect(troubles).toEqual([]);
      await context.close();
    },
    PATIENCE_MS,
  );

  it(
    'drops it, as tablets do, and taps nothing',
    async () => {
      const { page, context, troubles } = await open({ ...PHONE, language: 'zh-CN', origin: site.origin });
      const journey = await startJourney(context);
      await page.goto(pagePath('zh-CN', ''));
      await handOver(page, ['dragover', 'drop'], [{ name: 'photo.jpg', bytes: PICTURE }]);
      await expectInSight(page);
      expect(journey.end('phone, dropped, zh-CN').taps).toBe(0);
      expect(troubles).toEqual([]);
      await context.close();
    },
    PATIENCE_MS,
  );
});
