import { createAuthority } from '@revera/testkit/authorities';
import { describeWithBrowser, findBarriers } from '@revera/testkit/browser';
import { buildJpeg } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { pagePath } from '../../site/kit/site-map.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { isScrolledSideways, LOOKS } from './looks.ts';
import { serveSite, type ServedSite } from './serve-site.ts';

const PARTS = 500;
/** Of the whole page: what a browser on an old phone lays out in a moment. */
const ELEMENTS_MAX = 4_000;
const analysis = z.object({ results: z.tuple([z.object({ result: z.object({ id: z.string() }) })]) });

let site: ServedSite;
let result: string;
beforeAll(async () => {
  const authority = await createAuthority();
  const mediaType = 'image/jpeg';
  const ingredients = Array.from({ length: PARTS }, (_, at) => ({
    bytes: buildJpeg({ width: 16 + at }),
    mediaType,
    title: `组成部分 with a rather long name, number ${at}.jpg`,
  }));
  const signed = await signMedia(buildJpeg(), mediaType, { authority, title: 'collage.jpg', ingredients });
  site = await serveSite({ trustedRoots: [authority.rootPem] });
  const form = new FormData();
  form.set('files', new File([signed], 'collage.jpg'));
  const answer = await fetch(`${site.origin}/api/analyze`, { method: 'POST', body: form });
  result = analysis.parse(await answer.json()).results[0].result.id;
}, PATIENCE_MS);
afterAll(() => site.close());

/** The shown boxes of the picture that lie over one another, and titles that leave their box. */
const OVERLAPS = `(() => {
  const rects = [...document.querySelectorAll('#part-history .node-box')].map((box) => box.getBoundingClientRect());
  const over = rects.filter((a, at) => rects.slice(at + 1).some((b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
  const loose = [...document.querySelectorAll('#part-history .node-title')].filter((title) => {
    const box = title.closest('a, g')?.querySelector('.node-box')?.getBoundingClientRect();
    return box !== undefined && title.getBoundingClientRect().right > box.right;
  });
  return { boxes: rects.length, over: over.length, loose: loose.length };
})()`;

/** Whether the page draws again: it would not while a script held it. */
const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => resolve(true)))';

interface Overlaps {
  boxes: number;
  over: number;
  loose: number;
}

describeWithBrowser('a result with five hundred parts', (open) => {
  it.each(LOOKS)(
    'in $language, $scheme, $width px: its history opens, shows what there is room for, and says what is left out',
    async (look) => {
      const { page, context, troubles } = await open({ ...look, origin: site.origin });
      await page.goto(pagePath(look.language, `results/${result}`));
      await page.locator('#tab-history').click();
      expect(await page.evaluate<boolean>(NEXT_FRAME)).toBe(true);
      expect(await page.locator('#part-history').isVisible()).toBe(true);
      const { boxes, over, loose } = await page.evaluate<Overlaps>(OVERLAPS);
      expect(boxes).toBeGreaterThan(5);
      expect([over, loose]).toEqual([0, 0]);
      // The one that was signed, the parts that are shown, and one for all others, which says how many.
      const others = PARTS - (boxes - 2);
      expect(await page.locator('#part-history .node-more').textContent()).toContain(String(others));
      expect(await page.evaluate<number>(`document.querySelectorAll('*').length`)).toBeLessThan(ELEMENTS_MAX);
      expect([await isScrolledSideways(page), await findBarriers(page), troubles]).toEqual([false, [], []]);
      await context.close();
    },
    PATIENCE_MS,
  );
});
