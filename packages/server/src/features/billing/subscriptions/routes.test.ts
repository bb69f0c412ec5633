import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import { asOrder, notice, openPaymentServer, type PaymentServer } from '../../../testing/test-payments.ts';
import { buyPlan, giveBalance, moveBack } from '../../../testing/test-plans.ts';
import { createWebhook } from '../../../testing/test-webhooks.ts';
import { decodePlanFile, importPlans, listPlans } from '../plans/index.ts';
import { readShippedPlans } from '../plans/ensure-plans.ts';

let server: PaymentServer;
let account: TestAccount;
beforeAll(async () => {
  server = await openPaymentServer();
});
beforeEach(async () => {
  account = await server.createAccount();
  await giveBalance(database(), account.organizationId, 300_000n);
});
afterAll(() => server.close());

const database = () => server.services.database;
const PATH = '/v1/billing/subscription';
const codeOf = ({ status, body }: { status: number; body: unknown }) =>
  `${status} ${(body as { error?: { code: string } }).error?.code ?? ''}`;
const get = async () => (await server.call('GET', PATH, { session: account.session })).body;
const cancel = (json?: object) =>
  server.call('POST', `${PATH}/cancel`, { session: account.session, ...(json === undefined ? {} : { json }) });
const autoRenew = (json: object) => server.call('PATCH', `${PATH}/auto-renew`, { session: account.session, json });
const choose = (plan: string | null) =>
  server.call('PATCH', PATH, { session: account.session, json: { scheduled_plan_id: plan } });
const buy = (plan = 'starter') => buyPlan(database(), account.organizationId, plan);
const told = async () => {
  const { rows } = await database().pool.query<{ type: string }>(
    `select type from webhook_event where organization_id = $1 and type like 'subscription.%' order by created_at`,
    [account.organizationId],
  );
  return rows.map(({ type }) => type);
};

describe('GET /v1/billing/subscription', () => {
  it('200 answers null and no periods before, and then both', async () => {
    expect(await get()).toEqual({ subscription: null, history: [] });
    await buy();
    await buy('business');
    const state = await get();
    expect(state).toMatchObject({
      subscription: { plan_id: 'business', status: 'active', next_charge: null },
      history: [
        { plan_id: 'business', amount_minor: expect.any(Number) as unknown },
        { plan_id: 'starter', amount_minor: 9_900, order_id: expect.stringMatching(/^ord_/) as unknown },
      ],
    });
  });

  it('403 BILLING_PERMISSION_REQUIRED for a key of the sandbox', async () => {
    const { key } = await server.createKey({ organizationId: account.organizationId, scopes: ['billing:read'] });
    expect(codeOf(await server.call('GET', PATH, { key }))).toBe('403 BILLING_PERMISSION_REQUIRED');
  });
});

describe('POST /v1/billing/subscription/cancel', () => {
  it('200 lets it end with its period, once, and automatic renewal undoes that', async () => {
    const { key } = await server.createKey({
      organizationId: account.organizationId,
      mode: 'live',
      scopes: ['webhooks:manage'],
    });
    await createWebhook(server, key, { url: 'https://hooks.example/' });
    await buy();
    await autoRenew({ enabled: true });
    const ending = { cancel_at_period_end: true, auto_renew: false, status: 'active', next_charge: null };
    expect(await cancel({ reason: 'too dear' })).toMatchObject({ status: 200, body: ending });
    expect(await cancel()).toMatchObject({ status: 200, body: ending });
    expect((await autoRenew({ enabled: true })).body).toMatchObject({ cancel_at_period_end: false, auto_renew: true });
    expect(await told()).toEqual([
      'subscription.activated',
      'subscription.auto_renew_changed',
      'subscription.cancel_scheduled',
      'subscription.auto_renew_changed',
    ]);
  });

  it('200 and then no grace: it ends when its period does', async () => {
    await buy();
    await cancel();
    await moveBack(database(), account.organizationId, '1 month 1 day');
    expect(await get()).toMatchObject({ subscription: null, history: [{ plan_id: 'starter' }] });
    expect(codeOf(await autoRenew({ enabled: true }))).toBe('402 SUBSCRIPTION_REQUIRED');
  });

  it('F76 200 cancels the open order of a renewal: paid a second later, its money is on the balance, and there is no period', async () => {
    await buy();
    const checkout = { plan_id: 'starter', channel: 'alipay' };
    const order = asOrder(
      await server.call('POST', '/v1/billing/checkout', { session: account.session, json: checkout }),
    );
    const before = await get();
    await cancel();
    expect(await server.order(account, order.id)).toMatchObject({ status: 'cancelled' });
    expect(await server.notify(notice(order))).toBe('200 success');
    expect(await server.order(account, order.id)).toMatchObject({
      status: 'fulfilled',
      fulfillment: 'late_to_balance',
    });
    expect(await server.balance(account)).toBe(300_000);
    expect(await get()).toMatchObject({ history: (before as { history: unknown[] }).history });
  });

  it('F76 200 after a renewal that was paid a second before, which is honoured', async () => {
    await buy();
    await buy();
    const { body } = await cancel();
    expect(body).toMatchObject({ cancel_at_period_end: true, status: 'active' });
    expect((await get()) as { history: unknown[] }).toMatchObject({ history: [{}, {}] });
  });

  it('402 SUBSCRIPTION_REQUIRED without one', async () => {
    expect(codeOf(await cancel())).toBe('402 SUBSCRIPTION_REQUIRED');
  });

  it('422 when it is to end now', async () => {
    expect(await cancel({ at: 'now' })).toMatchObject({ status: 422 });
  });
});

describe('PATCH /v1/billing/subscription/auto-renew', () => {
  it('200 says what will be taken, and whether there is enough', async () => {
    await buy();
    const on = await autoRenew({ enabled: true });
    const { current_period_end: at } = on.body as { current_period_end: string };
    expect(on.body).toMatchObject({ next_charge: { amount_minor: 9_900, at, sufficient_balance: true } });
    expect((await autoRenew({ enabled: false })).body).toMatchObject({ auto_renew: false, next_charge: null });
  });

  it('402 SUBSCRIPTION_REQUIRED without one', async () => {
    expect(codeOf(await autoRenew({ enabled: true }))).toBe('402 SUBSCRIPTION_REQUIRED');
  });

  it('409 PLAN_NOT_AVAILABLE when the plan is no longer sold', async () => {
    await buy();
    const plans = decodePlanFile(readShippedPlans());
    const retired = plans.map((plan) => (plan.code === 'starter' ? { ...plan, hidden: true } : plan));
    await importPlans(database().db, retired, { kind: 'system', id: null });
    expect(codeOf(await autoRenew({ enabled: true }))).toBe('409 PLAN_NOT_AVAILABLE');
    await importPlans(database().db, plans, { kind: 'system', id: null });
    expect((await listPlans(database().db)).find(({ code }) => code === 'starter')?.version).toBe(3);
  });

  it.each([{}, { enabled: 'true' }, { enabled: true, more: 1 }])('422 for %j', async (json) => {
    expect(await autoRenew(json)).toMatchObject({ status: 422 });
  });
});

describe('PATCH /v1/billing/subscription', () => {
  it('200 chooses a lower plan for the next period, and takes that back', async () => {
    await buy('business');
    expect((await choose('starter')).body).toMatchObject({ plan_id: 'business', scheduled_plan_id: 'starter' });
    expect((await autoRenew({ enabled: true })).body).toMatchObject({ next_charge: { amount_minor: 9_900 } });
    expect((await choose('business')).body).toMatchObject({ scheduled_plan_id: null });
    expect((await choose(null)).body).toMatchObject({ scheduled_plan_id: null });
  });

  it.each(['business', 'free', 'enterprise', 'nothing'])('409 PLAN_NOT_AVAILABLE for %s', async (plan) => {
    await buy();
    expect(codeOf(await choose(plan))).toBe('409 PLAN_NOT_AVAILABLE');
  });

  it('402 SUBSCRIPTION_REQUIRED without one', async () => {
    expect(codeOf(await choose('starter'))).toBe('402 SUBSCRIPTION_REQUIRED');
  });
});
