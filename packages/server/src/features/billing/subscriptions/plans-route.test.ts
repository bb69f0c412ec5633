import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import { openPaymentServer, type PaymentServer } from '../../../testing/test-payments.ts';
import { buyPlan, giveBalance } from '../../../testing/test-plans.ts';
import { openTestServer } from '../../../testing/test-services.ts';
import { assignPlan } from '../plans/index.ts';

const PATH = '/v1/billing/plans';
const SELLS = { purchasable: true, unavailable_reason: null };
const notSold = (reason: string) => ({ purchasable: false, unavailable_reason: reason });

let server: PaymentServer;
let account: TestAccount;
beforeAll(async () => {
  server = await openPaymentServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await server.createAccount();
  await giveBalance(server.services.database, account.organizationId, 300_000n);
});

const list = () => server.call('GET', PATH, { session: account.session });
const listed = async () => (await list()).body as { data: { id: string }[] };
const offers = async () =>
  Object.fromEntries((await listed()).data.map(({ id, ...plan }) => [id, plan])) as Record<string, object>;

describe('GET /v1/billing/plans', () => {
  it('200 lists what is for sale, the cheapest first, with what it includes and what more costs', async () => {
    const { body } = await list();
    expect(body).toMatchObject({ data: [{ id: 'free' }, { id: 'starter' }, { id: 'business' }], currency: 'CNY' });
    const { free, starter } = await offers();
    expect(free).toMatchObject({ price_minor: 0, ...notSold('current_plan') });
    expect(starter).toEqual({
      code: 'starter',
      name: 'Starter',
      description: 'A month: Verification 20,000 · Signature 2,000 · Analysis of a page without a limit · Lab 2,000',
      price_minor: 9_900,
      currency: 'CNY',
      interval: 'month',
      interval_count: 1,
      entitlements: [
        metered('verification', 20_000, 800),
        metered('signing', 2_000, 5_000),
        { ...metered('analysis', null), on_exceed: null },
        metered('lab', 2_000),
      ],
      ...SELLS,
      version: 1,
    });
  });

  it('200 says of each plan what an order of it would be told', async () => {
    await buyPlan(server.services.database, account.organizationId, 'business');
    expect(await offers()).toMatchObject({
      free: notSold('downgrade_at_period_end'),
      starter: notSold('downgrade_at_period_end'),
      business: SELLS,
    });
    for (const [plan, offer] of Object.entries(await offers())) {
      const json = { plan_id: plan, channel: 'alipay' };
      const { status } = await server.call('POST', '/v1/billing/checkout', { session: account.session, json });
      expect([plan, status]).toEqual([plan, 'purchasable' in offer && offer.purchasable === true ? 200 : 409]);
    }
  });

  it('200 lists a hidden plan to who has it, in the language that was asked for', async () => {
    const { database } = server.services;
    const by = { actor: { kind: 'command', id: null } } as const;
    await assignPlan(database.db, { organizationId: account.organizationId, code: 'enterprise' }, by);
    const { body, headers } = await server.call('GET', PATH, {
      session: account.session,
      headers: { 'accept-language': 'zh-CN' },
    });
    expect(headers['content-language']).toBe('zh-CN');
    const { data } = body as { data: object[] };
    expect(data).toHaveLength(4);
    expect(data.at(-1)).toMatchObject({
      id: 'enterprise',
      name: '企业版',
      description: '每月：验证 不限量 · 签署 不限量 · 页面分析 不限量 · 实验室 不限量',
      price_minor: null,
      ...notSold('current_plan'),
    });
    expect(data[1]).toMatchObject({ id: 'starter', ...notSold('contact_sales') });
  });

  it('200 is the one plan that all have where nothing is paid', async () => {
    const open = await openTestServer();
    try {
      const { session } = await open.createAccount();
      const { body } = await open.call('GET', PATH, { session });
      expect(body).toMatchObject({ data: [{ id: 'unlimited', price_minor: 0, ...notSold('current_plan') }] });
    } finally {
      await open.close();
    }
  });

  it('403 BILLING_PERMISSION_REQUIRED for a key of the sandbox', async () => {
    const { key } = await server.createKey({ organizationId: account.organizationId, scopes: ['billing:read'] });
    const { status, body } = await server.call('GET', PATH, { key });
    expect([status, body]).toMatchObject([403, { error: { code: 'BILLING_PERMISSION_REQUIRED' } }]);
  });
});

function metered(operation: string, limit: number | null, price?: number): object {
  return {
    feature_key: operation,
    kind: 'metered',
    limit,
    unit: 'operation',
    reset: 'period',
    on_exceed: price === undefined ? 'block' : 'charge',
    overage: price === undefined ? null : { unit_quantity: 1_000, unit_price_minor: price },
  };
}
