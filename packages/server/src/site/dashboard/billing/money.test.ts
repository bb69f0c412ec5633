import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import { paidOrder } from '../../../testing/test-billing-pages.ts';
import { markupProblems, openDashboard, textOf, traps, type TestDashboard } from '../../../testing/test-dashboard.ts';
import { openPaymentServer, type PaymentServer } from '../../../testing/test-payments.ts';
import { buyPlan, giveBalance } from '../../../testing/test-plans.ts';
import { newTeam } from '../../../testing/test-team.ts';
import { openVisitor, type Seen, type Visitor } from '../../../testing/test-visitor.ts';

const AT = '/en/dashboard/billing';

let server: PaymentServer;
let dashboard: TestDashboard;
beforeAll(async () => {
  server = await openPaymentServer();
  dashboard = openDashboard(server);
});
afterAll(() => server.close());

async function newVisit(): Promise<{ account: TestAccount; visitor: Visitor }> {
  const account = await server.createAccount();
  return { account, visitor: dashboard.visit(account) };
}

async function good(page: Seen): Promise<string> {
  expect([page.status, await markupProblems(page)]).toEqual([200, []]);
  return textOf(page);
}

/** What was typed stands in its field as it is; it adds nothing to the page. */
const madeOf = (page: Seen) => traps(page).filter((trap) => trap !== '\u202e');

const refundsOf = ({ organizationId }: TestAccount) =>
  dashboard.query(
    'select status, amount_fen::int as amount from refund_request where organization_id = $1',
    organizationId,
  );

describe('refunds on pages', () => {
  it('are asked for twice before they are sent, once however often they are sent, and withdrawn', async () => {
    const { account, visitor } = await newVisit();
    const order = await paidOrder(server, account);
    const page = await visitor.open(`${AT}/orders/${order}`);
    expect(await good(page)).toContain('Ask for a refund');
    const form = await visitor.open(`${AT}/orders/${order}/refund`);
    expect(await good(form)).toContain('At most ¥100 can be refunded.');
    const fields = { amount: '40.5', destination: 'original', reason: 'Too much' };
    const again = await visitor.submit(form, 'refund', fields);
    expect(await good(again)).toContain('You ask for ¥40.50 to be refunded to: The way it was paid.');
    expect(await refundsOf(account)).toEqual([]);
    const [first, second] = [await visitor.submit(again, 'confirm'), await visitor.submit(again, 'confirm')];
    expect([first.location.includes('done=refund_requested'), second.location]).toEqual([true, first.location]);
    expect(await refundsOf(account)).toEqual([{ status: 'submitted', amount: 4050 }]);
    expect(await good(await visitor.open(`${AT}/refunds`))).toMatch(/Too much ¥40\.50 To be decided/);
    expect(await good(await visitor.open(`${AT}/orders/${order}/refund`))).toContain('is being processed already');
    const [{ id } = { id: '' }] = await dashboard.query('select id from refund_request where order_id = $1', order);
    const step = await visitor.open(`${AT}/refunds/${String(id)}/withdraw`);
    expect((await visitor.submit(step, 'confirm')).location).toContain('done=refund_withdrawn');
    expect(await refundsOf(account)).toEqual([{ status: 'withdrawn', amount: 4050 }]);
    const other = (await newVisit()).visitor;
    for (const path of [`orders/${order}/refund`, `refunds/${String(id)}/withdraw`]) {
      expect([path, (await other.open(`${AT}/${path}`)).status]).toEqual([path, 404]);
    }
  });

  it.each([
    [{ amount: '' }, 422, 'Enter an amount'],
    [{ amount: '1e1' }, 422, 'Enter an amount'],
    [{ amount: '0' }, 422, 'Enter an amount'],
    [{ reason: '' }, 422, 'Reason'],
    [{ reason: '\u202ex"><script>y</script>' }, 422, 'Remove control characters'],
    [{ destination: 'elsewhere' }, 422, 'Refund to'],
  ])('422 for %j: the form again, and nothing asked for', async (change, status, text) => {
    const { account, visitor } = await newVisit();
    const order = await paidOrder(server, account);
    const form = await visitor.open(`${AT}/orders/${order}/refund`);
    const sent = await visitor.submit(form, 'refund', {
      amount: '1',
      destination: 'original',
      reason: 'Why',
      ...change,
    });
    expect([sent.status, await markupProblems(sent), madeOf(sent)]).toEqual([status, [], []]);
    expect(textOf(sent)).toContain(text);
    expect(await refundsOf(account)).toEqual([]);
  });

  it('409 for more than there is, after it was confirmed: the form again, with the reason', async () => {
    const { account, visitor } = await newVisit();
    const order = await paidOrder(server, account);
    const fields = { amount: '100.01', destination: 'original', reason: 'Why' };
    const again = await visitor.submit(await visitor.open(`${AT}/orders/${order}/refund`), 'refund', fields);
    const refused = await visitor.submit(again, 'confirm');
    expect([refused.status, await markupProblems(refused)]).toEqual([409, []]);
    expect(textOf(refused)).toContain('That is more than can be refunded');
    expect(await refundsOf(account)).toEqual([]);
  });

  it('are not offered to those who may not ask for them', async () => {
    const { org_id, members } = await newTeam(server);
    const session = { ...members.owner.session, organizationId: org_id };
    const order = await paidOrder(server, { ...members.owner, session, organizationId: org_id });
    for (const [role, asks] of [
      ['owner', true],
      ['billing', true],
      ['admin', false],
    ] as const) {
      const visitor = dashboard.visit(members[role]);
      const page = await visitor.open(`${AT}/orders/${order}?org=${org_id}`);
      expect([role, page.status, page.html.includes(`/orders/${order}/refund`)]).toEqual([role, 200, asks]);
      const form = await visitor.open(`${AT}/orders/${order}/refund?org=${org_id}`);
      expect([role, form.status]).toEqual([role, asks ? 200 : 403]);
    }
  });
});

describe('an upgrade and a renewal', () => {
  it('show their price before they are paid, and wait while money of the plan is asked back', async () => {
    const { account, visitor } = await newVisit();
    await giveBalance(server.services.database, account.organizationId, 500_000n);
    await buyPlan(server.services.database, account.organizationId, 'starter');
    const page = await visitor.open(AT);
    const upgrade = /checkout\?plan=(?!starter)([a-z]+)"/.exec(page.html)?.[1] ?? '';
    const checkout = await visitor.open(`${AT}/checkout?plan=${upgrade}`);
    expect(await good(checkout)).toMatch(/You pay ¥[\d,.]+ now Months: 1, at ¥[\d,.]+ each, less ¥[\d,.]+ for what/);
    expect(page.html).toContain('/billing/renew');
    const renewal = await visitor.open(`${AT}/renew`);
    expect(await good(renewal)).toContain('Renew Starter');
    const [{ id } = { id: '' }] = await dashboard.query(
      `select id from payment_order where organization_id = $1 and purpose = 'plan_purchase'`,
      account.organizationId,
    );
    const form = await visitor.open(`${AT}/orders/${String(id)}/refund`);
    const asked = await visitor.submit(form, 'refund', { amount: '1', destination: 'balance', reason: 'Why' });
    expect((await visitor.submit(asked, 'confirm')).location).toContain('done=refund_requested');
    const waiting = await visitor.open(AT);
    expect(await good(waiting)).toContain('A refund of your plan is in progress.');
    expect(waiting.html).not.toContain('checkout?plan=');
    expect(waiting.html).not.toContain('/billing/renew');
    for (const path of ['renew', 'checkout?plan=starter'])
      expect((await visitor.open(`${AT}/${path}`)).status).toBe(409);
    for (const channel of ['balance', 'alipay']) {
      const refused = await visitor.submit(renewal, 'renew', { channel, periods: '1', confirmed: 'yes' });
      expect([refused.status, textOf(refused).includes('Renew or upgrade once the refund has ended')]).toEqual([
        409,
        true,
      ]);
    }
    expect((await visitor.open(`${AT}/checkout?plan=${upgrade}`)).status).toBe(409);
    const forced = await visitor.submit(checkout, 'checkout', { channel: 'balance' });
    expect([forced.status, textOf(forced).includes('No renewal or upgrade for the moment')]).toEqual([409, true]);
    const orders = await dashboard.query(
      'select id from payment_order where organization_id = $1',
      account.organizationId,
    );
    expect(orders).toHaveLength(1);
  });
});

describe('a subscription', () => {
  it('is renewed by hand for several months, once, and its next plan is chosen', async () => {
    const { account, visitor } = await newVisit();
    await giveBalance(server.services.database, account.organizationId, 1_000_000n);
    await buyPlan(server.services.database, account.organizationId, 'business');
    expect(await good(await visitor.open(AT))).toContain('Choose the next plan');
    const again = await visitor.submit(await visitor.open(`${AT}/renew`), 'renew', {
      periods: '2',
      channel: 'balance',
    });
    expect(await good(again)).toContain('is taken from the balance at once');
    const [first, second] = [await visitor.submit(again, 'confirm'), await visitor.submit(again, 'confirm')];
    expect([first.status, second.location]).toEqual([303, first.location]);
    expect(await good(await visitor.open(first.location))).toContain('The plan is active.');
    const orders = await dashboard.query(
      'select id from payment_order where organization_id = $1',
      account.organizationId,
    );
    expect(orders).toHaveLength(2);
    const step = await visitor.open(`${AT}/next-plan`);
    expect(await good(step)).toContain('Starter · ¥99 a month');
    const chosen = await visitor.submit(step, 'confirm', { scheduled_plan_id: 'starter' });
    expect(chosen.location).toContain('done=plan_scheduled');
    expect(await good(await visitor.open(AT))).toContain('Next plan Starter');
  });
});

describe('use beyond the plan', () => {
  const stateOf = ({ organizationId }: TestAccount) =>
    dashboard.query(
      'select is_enabled, monthly_limit_fen::int as most from overage_allowance where organization_id = $1',
      organizationId,
    );

  it('is allowed after it was confirmed, and forbidden at once', async () => {
    const { account, visitor } = await newVisit();
    const page = await visitor.open(`${AT}/overage`);
    expect(await good(page)).toContain('Not allowed');
    const again = await visitor.submit(page, 'overage', { enabled: 'on', limit: '50' });
    expect(await good(again)).toContain('Limit for a period: ¥50');
    expect(await stateOf(account)).toEqual([]);
    expect((await visitor.submit(again, 'confirm')).location).toContain('done=overage_saved');
    expect(await stateOf(account)).toEqual([{ is_enabled: true, most: 5000 }]);
    const off = await visitor.submit(await visitor.open(`${AT}/overage`), 'overage', { limit: '' });
    expect(off.location).toContain('done=overage_saved');
    expect(await stateOf(account)).toEqual([{ is_enabled: false, most: null }]);
  });

  it.each(['x', '-1', '1.005', '"><script>x</script>'])('422 for the limit %j', async (limit) => {
    const { account, visitor } = await newVisit();
    const sent = await visitor.submit(await visitor.open(`${AT}/overage`), 'overage', { enabled: 'on', limit });
    expect([sent.status, await markupProblems(sent), traps(sent)]).toEqual([422, [], []]);
    expect(sent.html).toContain('href="#overage-limit"');
    expect(await stateOf(account)).toEqual([]);
  });
});

describe('money that is frozen', () => {
  it('is named with its order, and with whom to write to', async () => {
    const { account, visitor } = await newVisit();
    const order = await paidOrder(server, account);
    await dashboard.query(
      `insert into frozen_payment (order_id, organization_id, amount_fen) values ($1, $2, 10000)`,
      order,
      account.organizationId,
    );
    const text = await good(await visitor.open(AT));
    expect(text).toMatch(/¥100 of your balance is frozen .*Write to the operator .*Order \S+: ¥100, frozen on/);
    expect(text).toContain('Available ¥0');
    const operator = { ...server.services.config.operator, contact: 'mailto:help@revera.example?subject=Money' };
    const { app } = server.variant({ services: { config: { ...server.services.config, operator } } });
    const told = await openVisitor(app, { origin: server.services.links.origin(), session: account.session }).open(AT);
    expect(await good(told)).toMatch(/Write to the operator .* help@revera\.example .*Order/);
    expect(told.html).toContain('href="mailto:help@revera.example?subject=Money"');
  });
});
