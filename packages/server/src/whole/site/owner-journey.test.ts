import { describeWithBrowser, findBarriers, type Page } from '@revera/testkit/browser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BILLING } from '../../site/dashboard/billing/words.ts';
import { INVOICES } from '../../site/dashboard/billing/invoices/words.ts';
import { REFUNDS } from '../../site/dashboard/billing/refunds/words.ts';
import { DASHBOARD } from '../../site/dashboard/kit/words.ts';
import { pagePath } from '../../site/kit/site-map.ts';
import { bookLastMonth } from '../../testing/test-billing-pages.ts';
import { openPaymentServer, type PaymentServer } from '../../testing/test-payments.ts';
import { newTeam, type Team } from '../../testing/test-team.ts';
import { PATIENCE_MS } from '../server-process.ts';
import { isScrolledSideways, LOOKS } from './looks.ts';
import { signIn } from './sign-in.ts';

let server: PaymentServer;
let origin: string;
beforeAll(async () => {
  server = await openPaymentServer();
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  server.services.listening.port = Number(new URL(origin).port);
}, PATIENCE_MS);
afterAll(() => server.close());

type Open = Parameters<Parameters<typeof describeWithBrowser>[1]>[0];

/** Two recharges that are paid at the gateway; ends on the page of the second. */
async function recharge(page: Page, words: (typeof BILLING)['en'], form: string): Promise<void> {
  for (const amount of ['150', '80']) {
    await page.goto(form);
    await page.locator('#recharge-amount').fill(amount);
    await page.locator('#recharge button').click();
    await page.getByRole('link', { name: words.pay(`¥${amount}`) }).click();
    await page.locator('button[value="upstream"]').click();
    await page.waitForURL(/\/dashboard\/billing\/orders\/[^?]+\?org=org_\w+&from=epay$/);
    await page.reload();
    expect(await page.locator('main').innerText()).toContain(words.fulfillment.balance);
  }
}

/** Somebody who pays may do the same; somebody who has nothing to do with money is neither offered it nor let in. */
async function expectOthers(
  open: Open,
  look: (typeof LOOKS)[number],
  members: Team['members'],
  at: (path: string) => string,
): Promise<void> {
  const { page: billing } = await open({ ...look, origin });
  await signIn(billing, members.billing);
  await billing.goto(at('/billing/refunds'));
  expect(await billing.locator('main').innerText()).toContain('Too much');
  await billing.goto(at('/billing/profile'));
  expect(await billing.locator('#profile').count()).toBe(1);
  await billing.context().close();

  const { page: developer } = await open({ ...look, origin });
  await signIn(developer, members.developer);
  await developer.goto(at(''));
  expect(await developer.locator(`a[href*="/dashboard/billing"]`).count()).toBe(0);
  const refused = await developer.goto(at('/billing/statements'));
  expect(refused?.status()).toBe(403);
  await developer.context().close();
}

describeWithBrowser('an owner and the papers of paying', (open) => {
  it.each(LOOKS)(
    'in $language, $scheme, $width px wide: pays, sees the statement, fills in the profile, asks for an invoice and a refund',
    async (look) => {
      const { language } = look;
      const [words, done] = [BILLING[language], DASHBOARD[language].done];
      const { org_id, members } = await newTeam(server);
      const month = await bookLastMonth(server, org_id);
      const { page, troubles } = await open({ ...look, origin });
      await signIn(page, members.owner);
      const at = (path: string) => `${pagePath(language, `dashboard${path}`)}?org=${org_id}`;
      const text = () => page.locator('main').innerText();
      const sane = async () => {
        const found = [
          ...troubles.splice(0),
          ...(await findBarriers(page)),
          ...((await isScrolledSideways(page)) ? ['wide'] : []),
        ];
        expect([page.url(), ...found]).toEqual([page.url()]);
      };
      await recharge(page, words, at('/billing/recharge'));
      // What was seen at the gateway is not ours.
      troubles.splice(0);
      const order = page.url().split('?')[0] ?? '';

      await page.goto(at('/billing/statements'));
      await sane();
      await page.locator('#make-month').selectOption(month);
      await page.locator('#make button').click();
      expect(await text()).toContain('¥7');
      await sane();

      await page.goto(at('/billing/profile'));
      await page.locator('#profile-title').fill('深圳示例科技有限公司');
      await page.locator('#profile-email').fill('a@example.com');
      await page.locator('#profile button').click();
      expect(await page.locator('#profile-problems').count()).toBe(1);
      // The browser's console reports the refusal.
      expect(troubles.splice(0)).toEqual([expect.stringContaining('status of 422')]);
      await sane();
      await page.locator('#profile-tax_no').fill('91440300708461136T');
      await page.locator('#profile button').click();
      expect(await text()).toContain(done.billing_profile_saved);
      await sane();

      await page.goto(at('/billing/invoices/new'));
      await sane();
      await page.locator('#invoice input[type=checkbox]').last().check();
      await page.locator('#invoice button').click();
      expect(await text()).toContain(INVOICES[language].what.submitted);
      await sane();
      await page.goto(at('/billing/invoices'));
      await sane();

      await page.goto(`${order}/refund?org=${org_id}`);
      await sane();
      await page.locator('#refund-amount').fill('12.5');
      await page.locator('#refund-reason').fill('Too much');
      await page.locator('#refund button').click();
      await sane();
      await page.locator('#confirm button').click();
      expect(await text()).toContain(REFUNDS[language].status.submitted);
      await sane();
      for (const path of ['/billing', '/billing/overage', '/audit', '/notifications', '/members']) {
        await page.goto(at(path));
        await sane();
      }
      await page.context().close();
      await expectOthers(open, look, members, at);
    },
    PATIENCE_MS,
  );
});
