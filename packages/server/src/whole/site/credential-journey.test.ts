import { describeWithBrowser, findBarriers } from '@revera/testkit/browser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signOne } from '../../testing/test-signing.ts';
import { CREDENTIAL } from '../../site/credential/words.ts';
import { STATUSES } from '../../shared/statuses.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { isScrolledSideways, LOOKS } from './looks.ts';
import { serveSite, type ServedSite } from './serve-site.ts';

/** What its maker may declare; a page must show it and nothing else. */
const MODEL = '<img src=x onerror=alert(1)> "dream"';

let site: ServedSite;
let key: string;
beforeAll(async () => {
  site = await serveSite();
  ({ key } = await site.server.createKey({ scopes: ['content:sign', 'credentials:read', 'credentials:revoke'] }));
}, PATIENCE_MS);
afterAll(() => site.close());

async function sign(): Promise<string> {
  const fields = { content_type: 'ai_generated', model: MODEL };
  return (await signOne(site.server.call, { key, fields })).credential_id;
}

describeWithBrowser('a link to a credential that somebody sent', (open) => {
  it.each(LOOKS)(
    'in $language, $scheme, $width px wide: what was signed and by whom; once revoked, that is the first thing seen',
    async (look) => {
      const { language } = look;
      const { page, context, troubles } = await open({ ...look, origin: site.origin });
      const id = await sign();
      const heading = page.locator('h1');
      await page.goto(`/v/${id}`);
      expect((await heading.innerText()).trim()).toBe(STATUSES[language].credential.active.heading);
      const text = await page.locator('main').innerText();
      expect(text).toContain(MODEL);
      expect(text).toContain(CREDENTIAL[language].sandbox.title);
      expect([await findBarriers(page), troubles.splice(0)]).toEqual([[], []]);

      await page.locator('.language-switch').click();
      const other = language === 'en' ? 'zh-CN' : 'en';
      expect((await heading.innerText()).trim()).toBe(STATUSES[other].credential.active.heading);
      expect(new URL(page.url()).pathname).toBe(`/v/${id}`);

      const allowed = await site.server.call('PATCH', '/v1/content/credentials/{cid}', {
        key,
        params: { cid: id },
        json: { public_download: true },
      });
      expect(allowed.status).toBe(200);
      await page.goto(`/v/${id}`);
      const download = page.waitForEvent('download');
      await page.locator(`a[href="/v/${id}/asset"]`).click();
      expect((await download).suggestedFilename()).toBe(`${id}.png`);
      expect(await page.evaluate<number>(`document.querySelector('img[src*="badge.svg"]').naturalHeight`)).toBe(32);
      expect(await page.locator('#share-badge').innerText()).toContain(`href="${site.origin}/v/${id}"`);
      expect([await isScrolledSideways(page), await page.locator('.qr-code').count()]).toEqual([false, 1]);

      const revoked = await site.server.call('POST', '/v1/content/credentials/{cid}/revoke', {
        key,
        params: { cid: id },
        json: { reason: 'issued by mistake' },
      });
      expect(revoked.status).toBe(200);
      await page.goto(`/v/${id}`);
      expect((await heading.innerText()).trim()).toBe(STATUSES[language].credential.revoked.heading);
      expect(await page.locator('main').innerText()).toContain(CREDENTIAL[language].alerts.revoked);
      const box = await heading.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? Infinity)).toBeLessThan(400);
      expect([await findBarriers(page), troubles]).toEqual([[], []]);
      await context.close();
    },
    PATIENCE_MS,
  );
});
