import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeWithBrowser, findBarriers, type Page } from '@revera/testkit/browser';
import { buildJpeg } from '@revera/testkit/media';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pagePath } from '../../site/kit/site-map.ts';
import { DASHBOARD } from '../../site/dashboard/kit/words.ts';
import { shortWord, STATUSES } from '../../shared/statuses.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { startJourney } from './journey-clock.ts';
import { serveSite, type ServedSite } from './serve-site.ts';
import { awaitMail } from './test-mail.ts';

/** The button in the bar (on a phone behind the menu), register, the link in the mail, confirm, "create a key", create, copy. */
const TAPS_MAX = 8;
/** Address, password, and a name for the key. */
const FIELDS = 3;
const PHONE_PX = 390;
const PASSWORD = 'brass kettle under the pier';

let site: ServedSite;
let folder: string;
beforeAll(async () => {
  site = await serveSite();
  folder = await mkdtemp(join(tmpdir(), 'revera-developer-'));
  await writeFile(join(folder, 'photo.jpg'), buildJpeg());
}, PATIENCE_MS);
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

async function submit(page: Page, form: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.locator(`#${form}-${name}`).fill(value);
  await page.locator(`#${form} button:not([type="button"])`).click();
}

/** Runs a command as the page gives it, where a developer would: in the folder with their file. */
async function runCommand(command: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: folder });
  return JSON.parse(stdout);
}

describeWithBrowser('a developer', (open) => {
  const looks = [
    { language: 'en', scheme: 'dark', width: 1440 },
    { language: 'zh-CN', scheme: 'light', width: 390 },
  ] as const;

  it.each(looks)(
    'in $language, $scheme, $width px wide: registers, confirms, makes a key, runs the command, sees the request',
    async (look) => {
      const { language, width } = look;
      const words = DASHBOARD[language];
      const email = `dev-${language}@example.com`.toLowerCase();
      const { page, context, troubles } = await open({ ...look, origin: site.origin });
      const check = async () => expect([await findBarriers(page), troubles.splice(0)]).toEqual([[], []]);

      const journey = await startJourney(context);
      await page.goto(pagePath(language, ''));
      if (width === PHONE_PX) await page.locator('.site-menu summary').click();
      await page.locator('.site-key:visible').click();
      await submit(page, 'register', { email, password: PASSWORD });
      // The link in the mail is one of the taps.
      journey.act();
      await page.goto(await awaitMail(site, pagePath(language, 'verify-email'), email));
      await submit(page, 'confirm');
      expect(new URL(page.url()).pathname).toBe(pagePath(language, 'dashboard'));
      await check();

      await page.locator('a[href$="#create"]').click();
      await check();
      await submit(page, 'create', { name: 'laptop' });
      const key = await page.locator('#new-key').innerText();
      expect(key).toMatch(/^rv_test_\w+$/);
      expect(page.url()).not.toContain(key);
      await check();
      const command = await page.locator('#try-verify').innerText();
      expect(command).toContain(key);
      // Copied by the button beside it, and run in a shell of their own.
      await page.locator('[data-copy="try-verify"]').click();
      const answer = await runCommand(command);
      expect(answer).toMatchObject({ status: 'completed', filename: 'photo.jpg', provenance_status: 'unknown' });
      const { taps, fields } = journey.end(`developer, ${language}, ${width} px`);
      expect(taps).toBeGreaterThan(0);
      expect(taps).toBeLessThanOrEqual(TAPS_MAX);
      expect(fields).toBe(FIELDS);

      await page.goto(pagePath(language, 'dashboard/keys'));
      expect(await page.content()).not.toContain(key);
      expect(await page.locator('.record').innerText()).not.toContain(words.never);
      await page.goto(pagePath(language, 'dashboard/jobs'));
      const job = await page.locator('.list-table tbody tr').innerText();
      expect(job).toContain('photo.jpg');
      expect(job).toContain(shortWord(STATUSES[language].provenance.unknown));
      await check();
      await page.locator('.list-title a').click();
      expect((await page.locator('h1').innerText()).trim()).toBe(STATUSES[language].provenance.unknown.heading);
      await check();
      await context.close();
    },
    PATIENCE_MS,
  );
});
