import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { fen } from '../../../shared/fen.ts';
import { newId } from '../../../shared/ids.ts';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import { orderCalls } from '../../../testing/test-order-calls.ts';
import { notice, openPaymentServer, type PaymentServer } from '../../../testing/test-payments.ts';
import { buyPlan, giveBalance, moveBack } from '../../../testing/test-plans.ts';
import { openTestServer } from '../../../testing/test-services.ts';
import { newTeam } from '../../../testing/test-team.ts';
import { limitUsage } from '../../../testing/test-usage.ts';
import { postTransaction } from '../ledger/index.ts';
import { alertsOf, type AlertFacts } from './alerts.ts';
import { OVERVIEW_LIMITS } from './limits.ts';
import { billingSummarySchema } from './schemas.ts';

const PATH = '/v1/billing/summary';

let server: PaymentServer;
let account: TestAccount;
beforeAll(async () => {
  server = await openPaymentServer();
});
beforeEach(async () => {
  account = await server.createAccount();
});
afterAll(() => server.close());

const database = () => server.services.database;
const { endOrder } = orderCalls(() => ({ server, account }));
const summary = async () => {
  const { session } = account;
  return billingSummarySchema.strict().parse((await server.call('GET', PATH, { session })).body);
};
const codesOf = ({ alerts }: z.infer<typeof billingSummarySchema>) => alerts.map(({ code }) => code);
const meter = async (name: string) => (await summary()).usage.find((each) => each.meter === name);
const spend = (amount: bigint) =>
  database()
    .db.transaction()
    .execute((trx) =>
      postTransaction(trx, {
        kind: 'adjust',
        sourceId: newId('order'),
        organizationId: account.organizationId,
        entries: [
          { debit: 'wallet', amount: fen(amount) },
          { credit: 'adjustment_expense', amount: fen(amount) },
        ],
      }),
    );

describe('GET /v1/billing/summary', () => {
  it('200 of an organization that has paid for nothing', async () => {
    expect(await summary()).toEqual({
      plan: { code: 'free', version: 1, name: 'Free', started_at: null },
      subscription: null,
      balance: {
        available_minor: 0,
        held_minor: 0,
        bonus_minor: 0,
        currency: 'CNY',
        as_of: expect.stringMatching(/Z$/) as unknown,
      },
      usage: expect.arrayContaining([
        {
          meter: 'verification',
          unit: 'operation',
          included: 1_000,
          used: 0,
          reserved: 0,
          remaining: 1_000,
          overage_quantity: 0,
          overage_minor: 0,
          reset_at: expect.stringMatching(/-01T00:00:00.000Z$/) as unknown,
        },
      ]) as unknown,
      open_order: null,
      pending_refund_minor: 0,
      alerts: [],
    });
  });

  it('200 of a subscriber with an order that waits for its payment, whose parts are those of their own routes', async () => {
    await giveBalance(database(), account.organizationId, 20_000n);
    await buyPlan(database(), account.organizationId, 'starter');
    const order = await server.recharge(account, 5_000);
    const of = async (path: string) => (await server.call('GET', path, { session: account.session })).body;
    const state = await summary();
    expect(state).toMatchObject({ plan: { code: 'starter' }, subscription: { plan_id: 'starter', status: 'active' } });
    expect(await of('/v1/billing/subscription')).toMatchObject({ subscription: state.subscription });
    expect(await of('/v1/billing/balance')).toEqual({ ...state.balance, as_of: expect.any(String) as unknown });
    expect(state.balance.available_minor).toBe(10_100);
    expect(state.open_order).toEqual(await server.order(account, order.id));
    expect(state.open_order?.pay_url).toContain('/submit.php');
    expect(await meter('signing')).toMatchObject({ included: 2_000, used: 0, remaining: 2_000 });
    expect(codesOf(state)).toEqual([]);
  });

  it('200 without an open order when its time is over, and without a refund when it has ended', async () => {
    const order = await server.recharge(account, 5_000);
    expect(await server.notify(notice(order))).toBe('200 success');
    const request = { order_id: order.id, amount_minor: 1_000, reason: 'too much' };
    const { session } = account;
    const asked = await server.call('POST', '/v1/billing/refund-requests', { session, json: request });
    expect(asked.status).toBe(201);
    expect(await summary()).toMatchObject({ open_order: null, pending_refund_minor: 1_000 });
    const { id } = asked.body as { id: string };
    await server.call('POST', '/v1/billing/refund-requests/{id}/withdraw', { session, params: { id } });
    expect((await summary()).pending_refund_minor).toBe(0);
    const late = await server.recharge(account, 700);
    await endOrder(late);
    expect((await summary()).open_order).toBeNull();
  });

  it('200 with alerts: the grace, a renewal that the balance does not cover, and a low balance', async () => {
    await giveBalance(database(), account.organizationId, 9_900n + 2_000n);
    await buyPlan(database(), account.organizationId, 'starter');
    expect(codesOf(await summary())).toEqual([]);
    await server.call('PATCH', '/v1/billing/subscription/auto-renew', {
      session: account.session,
      json: { enabled: true },
    });
    expect(codesOf(await summary())).toEqual(['renewal_short']);
    await spend(1n);
    await spend(1n);
    await moveBack(database(), account.organizationId, '1 month 1 day');
    const { alerts, subscription } = await summary();
    expect(alerts).toMatchObject([
      { code: 'low_balance' },
      { code: 'grace', at: subscription?.current_period_end },
      { code: 'renewal_short' },
    ]);
    const { rows } = await database().pool.query<{ at: Date }>(
      `select created_at as at from ledger_transaction where organization_id = $1 order by created_at desc offset 1 limit 1`,
      [account.organizationId],
    );
    expect(alerts[0]?.at).toBe(rows[0]?.at.toISOString());
  });

  it('200 with alerts: a payment that waits for a person', async () => {
    const order = await server.recharge(account, 5_000);
    expect(await server.notify(notice(order, { money: '49.99' }))).toBe('409 fail');
    expect(codesOf(await summary())).toEqual(['payment_review']);
  });

  it('200 with alerts: an operation that is mostly used, and one that is used up', async () => {
    await limitUsage(server, account.organizationId, 'verification', 10);
    const { pool } = database();
    const take = `select reserve_unit('job_' || $2, $1, 'verification', 'free', 1e6)`;
    for (let unit = 0; unit < 8; unit += 1) await pool.query(take, [account.organizationId, `${newId('job')}`]);
    const first = await summary();
    expect(codesOf(first)).toEqual(['quota_80']);
    for (let unit = 0; unit < 2; unit += 1) await pool.query(take, [account.organizationId, `${newId('job')}`]);
    const second = await summary();
    expect(codesOf(second)).toEqual(['quota_80', 'quota_100']);
    expect(second.alerts[0]).toEqual(first.alerts[0]);
    expect(await meter('verification')).toMatchObject({ included: 10, reserved: 10, remaining: 0 });
  });

  it('200 without a gateway: the plan is unlimited, and there is nothing to pay', async () => {
    const other = await openTestServer();
    const { session } = await other.createAccount();
    const answer = await other.call('GET', PATH, { session });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-language': 'en', 'cache-control': 'no-store' },
      body: { plan: { code: 'unlimited' }, subscription: null, open_order: null, alerts: [] },
    });
    const { usage, balance } = billingSummarySchema.parse(answer.body);
    expect(usage.map(({ included, remaining }) => [included, remaining])).toEqual(usage.map(() => [null, null]));
    expect([usage.length > 3, balance.available_minor]).toEqual([true, 0]);
    await other.close();
  });

  it('403 BILLING_PERMISSION_REQUIRED for a key of the sandbox, and for roles that see no money', async () => {
    const { key } = await server.createKey({ organizationId: account.organizationId, scopes: ['billing:read'] });
    const refused = { status: 403, body: { error: { code: 'BILLING_PERMISSION_REQUIRED' } } };
    expect(await server.call('GET', PATH, { key })).toMatchObject(refused);
    const { members } = await newTeam(server);
    for (const role of ['developer', 'viewer'] as const) {
      expect(await server.call('GET', PATH, { session: members[role].session })).toMatchObject(refused);
    }
    for (const role of ['owner', 'admin', 'billing'] as const) {
      expect((await server.call('GET', PATH, { session: members[role].session })).status).toBe(200);
    }
  });
});

describe('alerts', () => {
  const now = new Date('2026-11-23T08:00:00Z');
  const facts: AlertFacts = {
    now,
    balance: { paid: fen(0n), bonus: fen(0n) },
    shortSince: undefined,
    subscription: undefined,
    canRenew: undefined,
    reviewedSince: undefined,
    usage: [],
  };

  it('say nothing of a balance that never was larger, or that gifts make up for', () => {
    const shortSince = new Date('2026-11-22T08:00:00Z');
    expect(alertsOf(facts)).toEqual([]);
    expect(alertsOf({ ...facts, shortSince })).toEqual([{ code: 'low_balance', at: shortSince.toISOString() }]);
    const balance = { paid: fen(0n), bonus: OVERVIEW_LIMITS.lowBalance };
    expect(alertsOf({ ...facts, shortSince, balance })).toEqual([]);
  });
});
