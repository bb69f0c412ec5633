import { describeWithBrowser, findBarriers } from '@revera/testkit/browser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BILLING } from '../../site/dashboard/billing/words.ts';
import { pagePath } from '../../site/kit/site-map.ts';
import { openPaymentServer, type PaymentServer } from '../../testing/test-payments.ts';
import { buyPlan, giveBalance } from '../../testing/test-plans.ts';
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

describeWithBrowser('paying', (open) => {
  it.each(LOOKS)(
    'in $language, $scheme, $width px wide: recharges at the gateway, comes back, and buys a plan from the balance',
    async (look) => {
      const { language } = look;
      const words = BILLING[language];
      const { page, troubles } = await open({ ...look, origin });
      await signIn(page, await server.createAccount());
      const at = (path: string) => pagePath(language, `dashboard/billing${path}`);
      const sane = async () => {
        const found = [
          ...troubles.splice(0),
          ...(await findBarriers(page)),
          ...((await isScrolledSideways(page)) ? ['wide'] : []),
        ];
        expect([page.url(), ...found]).toEqual([page.url()]);
      };
      await page.goto(at('/recharge'));
      await sane();
      await page.locator('#recharge-amount').fill('150');
      await page.locator('#recharge button').click();
      await sane();
      await page.getByRole('link', { name: words.pay('¥150') }).click();
      // At the gateway: it tells the merchant first, and then sends the buyer back.
      await page.locator('button[value="upstream"]').click();
      await page.waitForURL(/\/dashboard\/billing\/orders\/[^?]+\?org=org_\w+&from=epay$/);
      // What was seen at the gateway is not ours.
      troubles.splice(0);
      await page.reload();
      expect(await page.locator('main').innerText()).toContain(words.fulfillment.balance);
      await sane();
      await page.goto(at('/checkout?plan=starter'));
      await sane();
      await page.locator('#checkout-channel').selectOption('balance');
      await page.locator('#checkout button').click();
      await sane();
      await page.locator('#confirm button').click();
      expect(await page.locator('main').innerText()).toContain(words.fulfillment.plan);
      for (const path of ['', '/orders', '/transactions', '/auto-renew', '/cancel', '/renew', '/overage']) {
        await page.goto(at(path));
        await sane();
      }
      await page.goto(at(''));
      expect(await page.locator('main').innerText()).toContain('¥51');
    },
    PATIENCE_MS,
  );

  it('has no barrier on the page of prices', async () => {
    for (const look of LOOKS) {
      const { page, troubles } = await open({ ...look, origin });
      await page.goto(pagePath(look.language, 'pricing'));
      expect([...troubles, ...(await findBarriers(page))]).toEqual([]);
    }
  });

  it('works without scripts', async () => {
    const account = await server.createAccount();
    await giveBalance(server.services.database, account.organizationId, 30_000n);
    await buyPlan(server.services.database, account.organizationId, 'starter');
    const { page } = await open({ language: 'en', origin, script: false });
    await signIn(page, account);
    await page.goto('/en/dashboard/billing/auto-renew');
    await page.locator('#confirm button').click();
    expect(await page.locator('[role=status]').innerText()).toBe('Automatic renewal is on.');
  });
});
