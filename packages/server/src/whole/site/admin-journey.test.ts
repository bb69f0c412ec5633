import { createAuthority } from '@revera/testkit/authorities';
import { describeWithBrowser, findBarriers, type Page } from '@revera/testkit/browser';
import { startTrustListHost, type TrustListHost } from '@revera/testkit/servers';
import { hostileTexts } from '@revera/testkit/sign';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOGIN } from '../../site/account/login/words.ts';
import { ADMIN } from '../../site/admin/kit/words.ts';
import { ADMIN_TRUST } from '../../site/admin/trust/words.ts';
import { pagePath } from '../../site/kit/site-map.ts';
import { STATUS_PAGE } from '../../site/status/words.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import { signOne } from '../../testing/test-signing.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { isScrolledSideways, LOOKS } from './looks.ts';
import { serveSite, type ServedSite } from './serve-site.ts';
import { signIn } from './sign-in.ts';

const CONTACT = 'mailto:help@revera.example?subject=Account';

let site: ServedSite;
let host: TrustListHost;
let operator: TestAccount;
let crowd: TestAccount;
let credential: string;
/** The list has one more each time that it is fetched. */
const roots: string[] = [];
beforeAll(async () => {
  host = await startTrustListHost({ '/c2pa.pem': { kind: 'serve', body: '' } });
  const settings = {
    TRUST_C2PA_URL: `${host.url}/c2pa.pem`,
    TRUST_ALLOW_LOOPBACK_HTTP: 'true',
    OPERATOR_CONTACT: CONTACT,
  };
  // Nothing else fetches the list.
  site = await serveSite({ settings, background: false });
  const { server } = site;
  operator = await server.createAccount({ isAdmin: true });
  crowd = await server.createAccount();
  await fill();
}, PATIENCE_MS);
afterAll(async () => {
  await site.close();
  await host.close();
});

/** What the pages have to show: an organization with a hostile name, its credential, its failed job, its work, and 75 days of samples. */
async function fill(): Promise<void> {
  const { pool } = site.server.services.database;
  const { bidi, script } = hostileTexts;
  const { organizationId } = crowd;
  const { key } = await site.server.createKey({ organizationId, scopes: ['content:sign'] });
  credential = (await signOne(site.server.call, { key })).credential_id;
  await pool.query('update organization set name = $2 where id = $1', [organizationId, bidi + script]);
  await pool.query(
    `insert into job (id, kind, status, input, organization_id, error_code, error_message, finished_at)
     values ('job_failed', 'signing', 'failed', '{}', $1, 'INTERNAL_ERROR', $2, now())`,
    [organizationId, bidi + script.repeat(3)],
  );
  await pool.query(
    `insert into usage_day (organization_id, day, operation, mode, completed, failed)
     select $1, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - n * interval '1 day', operation, 'live',
       100 + 7 * n, n % 5
     from generate_series(1, 20) as n, unnest(array['verification', 'signing']) as operation`,
    [organizationId],
  );
  await pool.query(
    `insert into health_sample (slot, component, state)
     select date_trunc('day', now()) - n * interval '6 hours', component, case when n = 5 then 'fails' else 'works' end
     from generate_series(1, 300) as n, unnest(array['verify', 'sign', 'site', 'webhooks']) as component`,
  );
}

/** The operator's browser in one look. */
interface Desk {
  readonly look: (typeof LOOKS)[number];
  readonly page: Page;
  /** Opens a page below `admin`. */
  go(section: string): Promise<void>;
  /** Sends the form of the step. */
  press(): Promise<void>;
  /** What the page says was done. */
  outcome(): Promise<string>;
  /** Records what is wrong with the page as it stands, with all that it folds away open. */
  inspect(name: string): Promise<void>;
}

async function suspendAndRestore(desk: Desk, person: TestAccount, stranger: Page): Promise<void> {
  const { page, look, go, press, outcome, inspect } = desk;
  const { language } = look;
  const { done } = ADMIN[language];
  await go('accounts');
  await page.locator('#search-email').fill(person.email.slice(0, -4));
  await page.locator('#search button').click();
  await page.locator(`a[href$="${person.accountId}/suspend"]`).click();
  await inspect('suspend');
  await page.locator('#step-reason').fill('spam');
  await press();
  expect(await outcome()).toBe(done.account_suspended);
  await inspect('accounts');

  await stranger.goto(pagePath(language, 'login'));
  await stranger.locator('#login-email').fill(person.email);
  const enter = async () => {
    await stranger.locator('#login-password').fill(person.password);
    await stranger.locator('#login button:not([type="button"])').click();
  };
  await enter();
  const problems = stranger.locator('#login-problems');
  expect(await problems.innerText()).toBe(`${LOGIN[language].suspended} help@revera.example`);
  expect(await problems.locator('a').getAttribute('href')).toBe(CONTACT);
  expect([await findBarriers(stranger), await isScrolledSideways(stranger)]).toEqual([[], false]);

  await page.locator(`a[href$="${person.accountId}/restore"]`).click();
  await press();
  expect(await outcome()).toBe(done.account_restored);
  await enter();
  await stranger.waitForURL(/dashboard/);
}

async function fetchList({ page, look, go, press, outcome, inspect }: Desk): Promise<void> {
  roots.push((await createAuthority()).rootPem);
  host.set('/c2pa.pem', { kind: 'serve', body: roots.join('\n') });
  await go('trust');
  await page.locator('a[href$="trust/refresh"]').click();
  await inspect('refresh');
  await press();
  expect(await outcome()).toContain(ADMIN_TRUST[look.language].outcomes.updated(1, 0));
  await page.locator('main .record details summary').first().click();
  expect(await page.locator('main .record details[open] tbody tr').count()).toBe(1);
  await go('trust');
  await inspect('trust');
}

async function tellOfIncident({ page, look, go, press, outcome, inspect }: Desk): Promise<void> {
  const { language, width } = look;
  await go('incidents/new');
  const title = `${language} ${width} ${hostileTexts.script}`;
  await page.locator('#step-title_en').fill(title);
  await page.locator('#step-text_zh').fill('正在调查。');
  await inspect('new incident');
  await press();
  expect(await outcome()).toBe(ADMIN[language].done.incident_opened);
  await inspect('incidents');
  await expect
    .poll(
      async () => {
        await page.goto(pagePath(language, 'status'));
        return page.locator('article.incident').first().innerText();
      },
      { timeout: PATIENCE_MS, interval: 500 },
    )
    .toContain(title);
  expect(await page.locator('.days svg').count()).toBe(4);
  expect(await page.locator('main').innerText()).toContain(STATUS_PAGE[language].incidents.states.investigating);
  await inspect('status');
}

describeWithBrowser('the pages of the operator', (open) => {
  it.each(LOOKS)(
    'in $language, $scheme, $width px wide: suspend and restore an account, fetch a list, tell of an incident',
    async (look) => {
      const { page, troubles } = await open({ ...look, origin: site.origin });
      await signIn(page, operator);
      const barriers: Record<string, unknown> = {};
      const desk: Desk = {
        look,
        page,
        go: async (section) => {
          await page.goto(pagePath(look.language, section === '' ? 'admin' : `admin/${section}`));
        },
        press: () => page.locator('#step button:not([type="button"])').click(),
        outcome: () => page.locator('main [role="status"]').innerText(),
        inspect: async (name) => {
          for (const summary of await page.locator('main summary:visible').all()) await summary.click();
          const isWide = await isScrolledSideways(page);
          const all = [...troubles.splice(0), ...(await findBarriers(page)), ...(isWide ? ['wide'] : [])];
          if (all.length > 0) barriers[name] = all;
        },
      };
      const stranger = await open({ ...look, origin: site.origin });
      await suspendAndRestore(desk, await site.server.createAccount(), stranger.page);
      await fetchList(desk);
      await tellOfIncident(desk);
      const organization = `organizations/${crowd.organizationId}`;
      const finance = ['finance', 'finance/orders', 'finance/invoices', 'finance/reconcile', 'finance/reconcile/new'];
      const sections = ['', 'organizations', organization, `${organization}/limits`, 'jobs', ...finance];
      for (const section of [...sections, `credentials?id=${credential}`, `credentials/${credential}/revoke`]) {
        await desk.go(section);
        await desk.inspect(section === '' ? 'overview' : section);
      }
      expect(barriers).toEqual({});
    },
    2 * PATIENCE_MS,
  );
});
