import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority, type Authority } from '@revera/testkit/authorities';
import { describeWithBrowser, type Page } from '@revera/testkit/browser';
import { aigcCarrier } from '@revera/testkit/label';
import { hostileTexts, signMedia, type HostileText } from '@revera/testkit/sign';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { LANGUAGES } from '../../shared/language.ts';
import { pagePath } from '../../site/kit/site-map.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { serveSite, type ServedSite } from './serve-site.ts';

const analysis = z.object({ results: z.tuple([z.object({ result: z.object({ id: z.string() }) })]) });
/** As certificates hold names: no controls, at most 64 characters. */
const SUBJECT = `CN=Camera <b>\\, Inc., O=<img src\\=x onerror\\=alert(1)>`;

let site: ServedSite;
let authority: Authority;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'revera-hostile-'));
  authority = await createAuthority({ subject: SUBJECT });
  site = await serveSite({ trustedRoots: [authority.rootPem] });
}, PATIENCE_MS);
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

/** A file that contains the text wherever a file can contain any: label, credential, ingredient and name. */
async function judge(text: string): Promise<string> {
  const label = { Label: '1', ContentProducer: text, ProduceID: text, ReservedCode1: text, ContentPropagator: text };
  const carrier = aigcCarrier('jpeg-xmp-element').build(JSON.stringify(label));
  const signed = await signMedia(carrier, 'image/jpeg', {
    authority,
    title: text,
    claimGenerator: { name: text.replaceAll(/[\r\n]/g, ' '), version: '1' },
    actions: [
      { action: 'c2pa.created', softwareAgent: { name: text }, description: text, digitalSourceType: text },
      { action: text },
    ],
    ingredients: [{ bytes: carrier, mediaType: 'image/jpeg', title: text }],
  });
  const form = new FormData();
  form.set('files', new File([signed], text.slice(0, 200)));
  const answer = await fetch(`${site.origin}/api/analyze`, { method: 'POST', body: form });
  expect(answer.status).toBe(200);
  return analysis.parse(await answer.json()).results[0].result.id;
}

/** Elements that only the text can have made, and how wide the page has become. */
async function harmOf(page: Page): Promise<unknown> {
  return await page.evaluate(`({
    made: document.querySelectorAll('main script, main img:not([src^="/"], .preview > [src^="data:image/webp;base64,"]), main style, main iframe, main b').length,
    titles: document.querySelectorAll('title:not(svg title)').length,
    isSideways: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    steering: /[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.innerText),
  })`);
}

describeWithBrowser('a file whose every text is an attack', (open) => {
  it.each(Object.entries(hostileTexts) as [HostileText, string][])(
    '%s: pages and reports show it as text, and what is saved has a name of ours',
    async (_name, text) => {
      const id = await judge(text);
      for (const language of LANGUAGES) {
        const { page, context, troubles } = await open({ origin: site.origin, language, width: 390 });
        const path = pagePath(language, `results/${id}`);
        for (const part of ['', '#history', '#part-m1-i1', '#credential', '#label', '#data']) {
          // The page is the same: it only shows another part of itself.
          await page.goto(`${path}${part}`);
          if (part !== '') await page.locator(part).waitFor();
          expect([part, await harmOf(page)]).toEqual([
            part,
            { made: 0, titles: 1, isSideways: false, steering: false },
          ]);
        }
        for (const format of ['pdf', 'html', 'json', 'crjson']) {
          const { headers } = await fetch(`${site.origin}${path}/report?format=${format}`);
          expect(headers.get('content-disposition')).toMatch(new RegExp(`^attachment; filename="${id}\\.[a-z.]+"$`));
        }
        expect(troubles).toEqual([]);
        await context.close();
        const saved = join(folder, 'report.html');
        await writeFile(saved, await (await fetch(`${site.origin}${path}/report?format=html`)).text());
        const opened = await open({ origin: 'file://', language, width: 390 });
        await opened.page.goto(`file://${saved}`);
        expect(await harmOf(opened.page)).toMatchObject({ made: 0, titles: 1, steering: false });
        expect(opened.troubles).toEqual([]);
        await opened.context.close();
      }
    },
    PATIENCE_MS,
  );
});
