import { readFile } from 'node:fs/promises';
import { describeWithBrowser, findBarriers } from '@revera/testkit/browser';
import { buildJpeg } from '@revera/testkit/media';
import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { filePart, form } from '../../http/test-app.ts';
import { signOne } from '../../testing/test-signing.ts';
import { invite, newTeam, type Team } from '../../testing/test-team.ts';
import { limitUsage } from '../../testing/test-usage.ts';
import { pagePath } from '../../site/kit/site-map.ts';
import { CREDENTIALS } from '../../site/dashboard/credentials/words.ts';
import { DASHBOARD } from '../../site/dashboard/kit/words.ts';
import { SIGN_ISLAND } from '../../site/dashboard/sign/words.ts';
import { STATUSES } from '../../shared/statuses.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { isScrolledSideways, LOOKS } from './looks.ts';
import { serveSite, type ServedSite } from './serve-site.ts';
import { signIn } from './sign-in.ts';

const PHOTO = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(buildJpeg()) };
const NO_PHOTO = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') };

let site: ServedSite;
let team: Team;
let credential: string;
beforeAll(async () => {
  site = await serveSite();
  const { server } = site;
  team = await newTeam(server, 'Studio 工作室');
  const { owner } = team.members;
  await server.createKey({ organizationId: team.org_id });
  await invite(server, { org_id: team.org_id, by: owner, email: 'guest@example.com' });
  const session = { ...owner.session, organizationId: team.org_id };
  ({ credential_id: credential } = await signOne(server.call, { path: '/api/sign', session }));
  const filename = hostileTexts.bidi + hostileTexts.script.repeat(3);
  await signOne(server.call, { path: '/api/sign', session, filename });
  await limitUsage(server, team.org_id, 'signing', 500);
  await server.services.database.pool.query('update account set is_admin = true where id = $1', [owner.accountId]);
}, PATIENCE_MS);
afterAll(() => site.close());

const SECTIONS = [
  '',
  'jobs',
  'keys',
  'credentials',
  'sign',
  'usage',
  'webhooks',
  'sessions',
  'account',
  'account/totp',
  'account/email',
  'account/export',
  'account/delete',
  'organization',
  'organization/close',
  'members',
  'audit',
];
describeWithBrowser('the dashboard', (open) => {
  it.each(LOOKS)(
    'in $language, $scheme, $width px wide, has no barrier and no error on any page',
    async (look) => {
      const { page, troubles } = await open({ ...look, origin: site.origin });
      await signIn(page, team.members.owner);
      const { owner, viewer } = team.members;
      const paths = [
        ...SECTIONS.map((section) => `dashboard${section === '' ? '' : `/${section}`}`),
        `dashboard/credentials/${credential}`,
        `dashboard/credentials/${credential}/revoke`,
        `dashboard/members/${viewer.accountId}/role`,
        `dashboard/members/${owner.accountId}/remove`,
        'admin',
        'admin/accounts',
        `admin/organizations/${team.org_id}/suspend`,
      ];
      const found: Record<string, unknown> = {};
      for (const path of paths) {
        await page.goto(`${pagePath(look.language, path)}?org=${team.org_id}`);
        for (const summary of await page.locator('main summary:visible').all()) await summary.click();
        const all = [
          ...troubles.splice(0),
          ...(await findBarriers(page)),
          ...((await isScrolledSideways(page)) ? ['wide'] : []),
        ];
        if (all.length > 0) found[path] = all;
      }
      expect(found).toEqual({});
    },
    2 * PATIENCE_MS,
  );

  it.each([
    { language: 'en', script: true },
    { language: 'zh-CN', script: true },
    { language: 'en', script: false },
    { language: 'zh-CN', script: false },
  ] as const)(
    'in $language, script $script: a key, the first request, a file signed, its copy downloaded, the credential suspended',
    async ({ language, script }) => {
      const account = await site.server.createAccount();
      const { page } = await open({ origin: site.origin, language, script });
      await signIn(page, account);
      const words = CREDENTIALS[language];
      const at = (path: string) => pagePath(language, path === '' ? 'dashboard' : `dashboard/${path}`);
      await page.goto(at('keys'));
      await page.locator('#create-name').fill('Upload check');
      await page.locator('#create button:not([type="button"])').click();
      const key = await page.locator('#new-key').innerText();
      expect(await page.locator('button[data-copy]:visible').count()).toBe(script ? 3 : 0);
      const sent = await site.server.call('POST', '/v1/content/verify', { key, form: form([filePart(PHOTO.buffer)]) });
      expect(sent.status).toBe(200);
      await page.goto(at(''));
      expect(await page.locator('.list-table tbody tr').first().innerText()).toContain('photo.jpg');
      await page.goto(at('sign'));
      await page.locator('input[type=file]').setInputFiles(NO_PHOTO);
      await page.locator('#sign details summary').first().click();
      await page.locator('#sign-model').fill('m-1');
      await page.locator('#sign-content_type input[value=digital_creation]').check();
      await page.locator('#sign button:not([type])').click();
      if (script) {
        const reason = SIGN_ISLAND[language].failed.split('{')[0] ?? '';
        await expect.poll(() => page.locator('[data-problem]').innerText()).toContain(reason);
      } else expect(await page.locator('#sign-problems').count()).toBe(1);
      expect(await page.locator('#sign-model').inputValue()).toBe('m-1');
      await page.locator('input[type=file]').setInputFiles(PHOTO);
      await page.locator('#sign button:not([type])').click();
      await page.waitForURL(/credentials\/cred_\w+\?done=signed$/, { timeout: PATIENCE_MS });
      expect(await page.locator('[role=status]').innerText()).toBe(DASHBOARD[language].done.signed);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: words.download }).click();
      const bytes = await readFile(await (await download).path());
      expect(bytes.length).toBeGreaterThan(PHOTO.buffer.length);
      await page.getByRole('link', { name: words.actions.suspend.button }).click();
      await page.locator('#confirm button').click();
      expect(await page.locator('.badges').innerText()).toContain(STATUSES[language].credential.suspended.heading);
    },
    2 * PATIENCE_MS,
  );
});
