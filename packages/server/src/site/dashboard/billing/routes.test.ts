import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import { markupProblems, openDashboard, textOf, traps, type TestDashboard } from '../../../testing/test-dashboard.ts';
import { openPaymentServer, type PaymentServer } from '../../../testing/test-payments.ts';
import { giveBalance } from '../../../testing/test-plans.ts';
import { openTestServer } from '../../../testing/test-services.ts';
import { newTeam } from '../../../testing/test-team.ts';
import type { Seen, Visitor } from '../../../testing/test-visitor.ts';

const AT = '/en/dashboard/billing';

let server: PaymentServer;
let dashboard: TestDashboard;
beforeAll(async () => {
  server = await openPaymentServer();
  dashboard = openDashboard(server);
});
afterAll(() => server.close());

async function newVisit(balance = 0n): Promise<{ account: TestAccount; visitor: Visitor }> {
  const account = await server.createAccount();
  if (balance > 0n) await giveBalance(server.services.database, account.organizationId, balance);
  return { account, visitor: dashboard.visit(account) };
}

async function good(page: Seen): Promise<string> {
  expect([page.status, await markupProblems(page)]).toEqual([200, []]);
  return textOf(page);
}

const idIn = (location: string) => /orders\/([^?]+)/.exec(location)?.[1] ?? '';

describe('recharging on pages', () => {
  it('orders, leads to the gateway, and shows the money once it has arrived', async () => {
    const { account, visitor } = await newVisit();
    expect(await good(await visitor.open(AT))).toMatch(/Available ¥0.*No orders yet\./);
    const placed = await visitor.submit(await visitor.open(`${AT}/recharge`), 'recharge', {
      amount: '234.50',
      channel: 'alipay',
    });
    expect(placed.status).toBe(303);
    const page = await visitor.open(placed.location);
    expect(await good(page)).toMatch(/Recharge To be paid .*¥234\.50.*Alipay.*Pay ¥234\.50/);
    const pay = /<a class="button" href="([^"]*)" rel="noreferrer">/.exec(page.html)?.[1]?.replaceAll('&amp;', '&');
    expect(pay?.startsWith(server.gateway.url)).toBe(true);
    expect(await good(await visitor.open(AT))).toContain('An order is waiting for its payment: ¥234.50.');
    const order = await server.order(account, idIn(placed.location));
    // The gateway knows the order once the buyer was there, and sends the buyer back before it tells us of the payment.
    await fetch(pay ?? '');
    const back = new URL((await server.gateway.pay(order.order_no, 'return')) ?? '');
    const sent = await visitor.open(`${back.pathname}${back.search}`);
    const { pathname, search } = new URL(sent.location);
    expect([sent.status, pathname, search]).toEqual([303, placed.location, `?org=${account.organizationId}&from=epay`]);
    expect(await good(await visitor.open(`${pathname}${search}`))).toContain('We’re asking the payment gateway.');
    // The gateway is asked at most every few seconds because somebody looks.
    await dashboard.query(
      `update payment_poll set asked_at = now() - interval '1 minute' where order_id = $1`,
      order.id,
    );
    expect(await good(await visitor.open(`${pathname}${search}`))).toMatch(/Completed Credited to the balance\./);
    expect(await good(await visitor.open(AT))).toContain('Available ¥234.50');
    expect(await good(await visitor.open(`${AT}/transactions`))).toMatch(/Recharge \+¥234\.50 ¥234\.50/);
    expect(await good(await visitor.open(`${AT}/orders`))).toContain(order.order_no);
  });

  it.each([
    ['', 'Enter an amount'],
    ['1e3', 'Enter an amount'],
    ['-5', 'Enter an amount'],
    ['10.001', 'Enter an amount'],
    ['１００', 'Enter an amount'],
    ['"><script>x</script>', 'Enter an amount'],
    ['0.99', '¥1 to ¥50,000'],
    ['50000.01', '¥1 to ¥50,000'],
  ])('422 for the amount %j: the form again, and no order', async (amount, text) => {
    const { account, visitor } = await newVisit();
    const sent = await visitor.submit(await visitor.open(`${AT}/recharge`), 'recharge', { amount, channel: 'alipay' });
    expect([sent.status, await markupProblems(sent), traps(sent)]).toEqual([422, [], []]);
    expect(textOf(sent)).toContain(text);
    expect(sent.html).toContain('href="#recharge-amount"');
    const made = await dashboard.query(
      'select id from payment_order where organization_id = $1',
      account.organizationId,
    );
    expect(made).toEqual([]);
  });

  it('cancels an order after asking once more', async () => {
    const { visitor } = await newVisit();
    const fields = { amount: '10', channel: 'alipay' };
    const { location } = await visitor.submit(await visitor.open(`${AT}/recharge`), 'recharge', fields);
    const asked = await visitor.open(`${location}/cancel`);
    expect(await good(asked)).toContain('Recharge · ¥10');
    const cancelled = await visitor.submit(asked, 'confirm');
    expect([cancelled.status, cancelled.location.includes('done=order_cancelled')]).toEqual([303, true]);
    const page = await visitor.open(location);
    expect([textOf(page).includes('Cancelled'), page.html.includes('rel="noreferrer"')]).toEqual([true, false]);
    // Asked again from a page that was open before, it stays so.
    expect((await visitor.submit(asked, 'confirm')).location).toContain('done=order_cancelled');
  });
});

describe('a plan on pages', () => {
  it('is bought from the balance, renewed by itself or not, and cancelled', async () => {
    const { visitor } = await newVisit(50_000n);
    const plans = await visitor.open(AT);
    expect(await good(plans)).toMatch(/Plan: Free .*Starter ¥99 \/ month/);
    const checkout = await visitor.open(`${AT}/checkout?plan=starter`);
    expect(await good(checkout)).toContain('Order Starter');
    const asked = await visitor.submit(checkout, 'checkout', { channel: 'balance', auto_renew: 'on' });
    expect(await good(asked)).toContain('¥99 is taken from the balance at once');
    const bought = await visitor.submit(asked, 'confirm');
    // The same confirmation again is the same order.
    expect((await visitor.submit(asked, 'confirm')).location).toBe(bought.location);
    expect(await good(await visitor.open(bought.location))).toMatch(/Plan · Starter Completed The plan is active\./i);
    const state = await good(await visitor.open(AT));
    expect(state).toMatch(/Plan: Starter Active Paid until .*Automatic renewal On Next charge ¥99/);
    expect(state).toContain('Available ¥401');
    expect((await visitor.open(AT)).html).toMatch(/checkout\?plan=starter">Renew/);
    const off = await visitor.submit(await visitor.open(`${AT}/auto-renew`), 'confirm');
    expect(off.location).toContain('done=auto_renew_off');
    expect(await good(await visitor.open(AT))).toContain('Automatic renewal Off');
    const ended = await visitor.submit(await visitor.open(`${AT}/cancel`), 'confirm');
    expect(ended.location).toContain('done=subscription_cancelled');
    expect(await good(await visitor.open(AT))).toContain('Ends then');
  });

  it('402 for more than the balance holds: the form again, with the reason', async () => {
    const { visitor } = await newVisit(100n);
    const asked = await visitor.submit(await visitor.open(`${AT}/checkout?plan=starter`), 'checkout', {
      channel: 'balance',
    });
    const sent = await visitor.submit(asked, 'confirm');
    expect([sent.status, sent.html.includes('The balance is not sufficient.')]).toEqual([402, true]);
    expect(await markupProblems(sent)).toEqual([]);
  });

  it.each(['nothing', 'enterprise', '%00', '"><b>'])('404 for the plan %s, which is not offered', async (plan) => {
    const { visitor } = await newVisit();
    expect((await visitor.open(`${AT}/checkout?plan=${encodeURIComponent(plan)}`)).status).toBe(404);
  });
});

describe('pages about money', () => {
  it('404 for an order of another organization, also to cancel it', async () => {
    const { account } = await newVisit();
    const { id } = await server.recharge(account);
    const { visitor } = await newVisit();
    for (const path of [`${AT}/orders/${id}`, `${AT}/orders/${id}/cancel`]) {
      expect((await visitor.open(path)).status).toBe(404);
    }
    const own = await visitor.open(`${AT}/recharge`);
    const csrf = /name="csrf_token" value="([^"]*)"/.exec(own.html)?.[1] ?? '';
    expect((await visitor.post(`${AT}/orders/${id}/cancel`, { csrf_token: csrf })).status).toBe(404);
    expect((await server.order(account, id)).status).toBe('pending');
  });

  it('are offered to those who pay, and to nobody else', async () => {
    const { org_id, members } = await newTeam(server);
    for (const [role, member] of Object.entries(members)) {
      const pays = ['owner', 'admin', 'billing'].includes(role);
      const visitor = dashboard.visit(member);
      const page = await visitor.open(`/en/dashboard?org=${org_id}`);
      expect([role, page.html.includes('/dashboard/billing?')]).toEqual([role, pays]);
      expect([role, (await visitor.open(`${AT}?org=${org_id}`)).status]).toEqual([role, pays ? 200 : 403]);
    }
  });

  it('show the next page of long lists', async () => {
    const { account, visitor } = await newVisit();
    await giveBalance(server.services.database, account.organizationId, 1n);
    for (let n = 0; n < 21; n++) await server.recharge(account, 1_000 + n);
    const page = await visitor.open(`${AT}/orders`);
    const older = /href="([^"]*before=[^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(page.html.match(/<li class="record">/g)).toHaveLength(20);
    const next = await visitor.open(older);
    expect([await good(next), next.html.match(/<li class="record">/g)?.length]).toEqual([expect.any(String), 1]);
    expect((await visitor.open(`${AT}/orders?before=%00'`)).status).toBe(200);
    expect((await visitor.open(`${AT}/transactions?before=-1`)).status).toBe(200);
  });

  it('are not there where nothing costs money', async () => {
    const other = await openTestServer();
    try {
      const visitor = openDashboard(other).visit(await other.createAccount());
      for (const path of [
        '',
        '/orders',
        '/transactions',
        '/recharge',
        '/checkout?plan=starter',
        '/cancel',
        '/auto-renew',
      ]) {
        expect([path, (await visitor.open(`${AT}${path}`)).status]).toEqual([path, 404]);
      }
      expect((await visitor.open('/en/dashboard')).html).not.toContain('/dashboard/billing');
    } finally {
      await other.close();
    }
  });
});
