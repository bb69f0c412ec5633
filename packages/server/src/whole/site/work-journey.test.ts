import { readFile } from 'node:fs/promises';
import { describeWithBrowser, findBarriers } from '@revera/testkit/browser';
import { buildJpeg } from '@revera/testkit/media';
import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { JOBS } from '../../site/dashboard/jobs/words.ts';
import { pagePath } from '../../site/kit/site-map.ts';
import { signOne } from '../../testing/test-signing.ts';
import { newTeam, type Team } from '../../testing/test-team.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { isScrolledSideways, LOOKS } from './looks.ts';
import { serveSite, type ServedSite } from './serve-site.ts';
import { signIn } from './sign-in.ts';

const PHOTO = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(buildJpeg()) };

let site: ServedSite;
let team: Team;
beforeAll(async () => {
  site = await serveSite();
  team = await newTeam(site.server, 'Studio 工作室');
  const session = { ...team.members.owner.session, organizationId: team.org_id };
  for (const filename of ['=1+1.png', hostileTexts.bidi, 'cover.png']) {
    await signOne(site.server.call, { path: '/api/sign', session, filename });
  }
}, PATIENCE_MS);
afterAll(() => site.close());

describeWithBrowser('the work of an organization', (open) => {
  it.each(LOOKS)(
    'in $language, $scheme, $width px wide: finds a job, takes the list away, and signs a file',
    async (look) => {
      const { page, troubles, context } = await open({ ...look, origin: site.origin });
      await signIn(page, team.members.owner);
      const at = (path: string) => `${pagePath(look.language, path)}?org=${team.org_id}`;
      const check = async () => {
        const sideways = (await isScrolledSideways(page)) ? ['wide'] : [];
        expect([...troubles.splice(0), ...(await findBarriers(page)), ...sideways]).toEqual([]);
      };
      await page.goto(at('dashboard'));
      await check();
      await page.goto(at('dashboard/jobs'));
      await check();
      await page.locator('#filter-q').fill('COVER');
      await page.locator('#filter button').click();
      expect(await page.locator('.list-table tbody tr').count()).toBe(1);
      expect(new URL(page.url()).searchParams.get('org')).toBe(team.org_id);
      await page.goto(at('dashboard/jobs'));
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: JOBS[look.language].export }).click();
      const csv = await readFile(await (await download).path(), 'utf8');
      expect(csv).toContain(",'=1+1.png,");
      expect(csv).not.toMatch(/(?:^|,)=/m);
      await page.goto(at('dashboard/credentials'));
      await check();
      await page.goto(at('dashboard/sign'));
      await page.locator('input[type=file]').setInputFiles(PHOTO);
      await page.locator('#sign-content_type input[value=captured]').check();
      await check();
      await page.locator('#sign button:not([type])').click();
      await page.waitForURL(/credentials\/cred_\w+\?org=\w+&done=signed$/, { timeout: PATIENCE_MS });
      await check();
      await context.close();
    },
    2 * PATIENCE_MS,
  );
});
