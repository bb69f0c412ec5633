import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import { keyed, orderCalls } from '../../../testing/test-order-calls.ts';
import {
  asOrder,
  brokenBooks,
  openPaymentServer,
  valueOf,
  type PaymentServer,
} from '../../../testing/test-payments.ts';
import { openTestServer, type Answer } from '../../../testing/test-services.ts';

const RECHARGE = '/v1/billing/recharge';
const CHECKOUT = '/v1/billing/checkout';
const RENEW = '/v1/billing/subscription/renew';
const STARTER_FEN = 9_900;

let server: PaymentServer;
let account: TestAccount;
beforeAll(async () => {
  server = await openPaymentServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await server.createAccount();
});
afterEach(async () => expect(await brokenBooks(server)).toEqual([]));

const { post, recharge, buy, get, cancel, pay, giveMoney } = orderCalls(() => ({ server, account }));
const codeOf = ({ status, body }: Answer): string => {
  const { error } = z.object({ error: z.object({ code: z.string(), details: z.unknown().optional() }) }).parse(body);
  return `${status} ${error.code} ${JSON.stringify(error.details ?? null)}`;
};

describe('POST /v1/billing/recharge', () => {
  it('201 with an order that is paid at the gateway', async () => {
    const answer = await recharge();
    const order = asOrder(answer);
    expect([answer.status, order]).toMatchObject([
      201,
      {
        purpose: 'balance_recharge',
        amount_minor: 10_000,
        currency: 'CNY',
        channel: 'alipay',
        status: 'pending',
        plan: null,
      },
    ]);
    expect(order.order_no).toMatch(/^PO\d{8}[0-9A-Z]{12}$/);
    expect((await fetch(order.pay_url ?? '')).status).toBe(200);
    expect(server.gateway.orders.at(-1)).toMatchObject({ outTradeNo: order.order_no, money: 10_000, name: 'order' });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('200 for the same click, and 201 for another amount or person', async () => {
    const first = asOrder(await recharge());
    const again = await recharge();
    expect([again.status, asOrder(again).id]).toEqual([200, first.id]);
    const { session } = await server.createAccount({ organizationId: account.organizationId, role: 'billing' });
    expect([(await recharge({ amount_minor: 200 })).status, (await recharge({}, { session })).status]).toEqual([
      201, 201,
    ]);
  });

  it('F50 of 50 that come together with one key one makes an order, and all answer it', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => recharge({}, keyed('k-50'))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    const rows = 'select count(*)::int as value from payment_order where organization_id = $1';
    expect(await valueOf(server, rows, [account.organizationId])).toBe(1);
  });

  it('409 CONFLICT F51 for another amount with the same key; another route and organization are new', async () => {
    const first = asOrder(await recharge({}, keyed('k-51')));
    expect(codeOf(await recharge({ amount_minor: 20_000 }, keyed('k-51')))).toBe(
      '409 CONFLICT {"reason":"idempotency_key_reused"}',
    );
    expect((await cancel(first.id, keyed('k-51'))).status).toBe(200);
    const { session } = await server.createAccount();
    expect(asOrder(await recharge({}, { ...keyed('k-51'), session })).id).not.toBe(first.id);
  });

  it('F52 with a key of a day ago is new', async () => {
    const first = asOrder(await recharge({}, keyed('k-52')));
    await server.services.database.pool.query(
      `update idempotency_key set created_at = now() - interval '24 hours 1 second' where key = 'k-52'`,
    );
    expect(asOrder(await recharge({}, keyed('k-52'))).id).not.toBe(first.id);
  });

  it.each(['', 'x'.repeat(129), 'a b', 'ключ'])('422 F53 for the key "%s"', async (key) => {
    const { status } = await recharge({}, { headers: { 'idempotency-key': Buffer.from(key).toString('latin1') } });
    expect(status).toBe(422);
  });

  it('F54 after a first attempt that was wrong, the same key works', async () => {
    expect((await recharge({ amount_minor: 1 }, keyed('k-54'))).status).toBe(422);
    expect((await recharge({}, keyed('k-54'))).status).toBe(201);
  });

  it.each(['"100"', '10000.0', '1e4', '-1', '0', '99', '5000001', '9007199254740993', 'null', '10000, "more": 1'])(
    '422 F61 for the amount %s',
    async (amount) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: RECHARGE,
        headers: {
          'content-type': 'application/json',
          cookie: account.session.cookie,
          'x-csrf-token': account.session.csrf,
        },
        payload: `{"channel": "alipay", "amount_minor": ${amount}}`,
      });
      expect([answer.statusCode, answer.json<{ detail: { loc: string[] }[] }>().detail[0]?.loc[0]]).toEqual([
        422,
        'body',
      ]);
    },
  );

  it('F60 works in a suspended organization, and not for a role that was lowered', async () => {
    const order = asOrder(await recharge());
    await server.services.database.pool.query('update organization set suspended_at = now() where id = $1', [
      account.organizationId,
    ]);
    expect((await recharge({ amount_minor: 300 })).status).toBe(201);
    await server.services.database.pool.query(`update membership set role = 'developer' where account_id = $1`, [
      account.accountId,
    ]);
    expect(codeOf(await recharge())).toBe('403 BILLING_PERMISSION_REQUIRED null');
    expect(await pay(order)).toBe('200 success');
  });

  it('F49 while somebody holds the books nothing is applied, and the next attempt is', async () => {
    const order = asOrder(await recharge());
    const client = await server.services.database.connectClient();
    await client.query('begin');
    await client.query('select from payment_order where id = $1 for update', [order.id]);
    expect(await pay(order)).toBe('503 fail');
    await client.query('rollback');
    await client.end();
    expect(await pay(order)).toBe('200 success');
  });

  it('503 PAYMENT_PROVIDER_UNAVAILABLE without a gateway', async () => {
    const other = await openTestServer();
    const { session } = await other.createAccount();
    const json = { amount_minor: 10_000, channel: 'alipay' };
    expect(codeOf(await other.call('POST', RECHARGE, { session, json }))).toBe('503 PAYMENT_PROVIDER_UNAVAILABLE null');
    const notified = await other.variant({}).app.inject('/api/payments/epay/notify?pid=1');
    expect([notified.statusCode, notified.body]).toEqual([503, 'fail']);
    await other.close();
  });
});

describe('POST /v1/billing/checkout', () => {
  it('200 with an order of the plan, which is delivered when it is paid', async () => {
    const order = asOrder(await buy());
    expect(order).toMatchObject({ purpose: 'plan_purchase', amount_minor: STARTER_FEN, plan: { plan_id: 'starter' } });
    expect(await pay(order)).toBe('200 success');
    expect(asOrder(await get(order.id))).toMatchObject({ status: 'fulfilled', fulfillment: 'plan' });
  });

  it('F56 two that come together make one order; another channel replaces it', async () => {
    const [one, two] = await Promise.all([buy(), buy()]);
    expect(asOrder(one).id).toBe(asOrder(two).id);
    const other = asOrder(await buy({ channel: 'wxpay' }));
    expect([asOrder(await get(asOrder(one).id)).status, other.status]).toEqual(['cancelled', 'pending']);
  });

  it('200 with automatic renewal, which begins when the order is paid, and which a later order leaves as it is', async () => {
    const { session } = account;
    const state = async () => {
      const { body } = await server.call('GET', '/v1/billing/subscription', { session });
      return (body as { subscription: { auto_renew: boolean; cancel_at_period_end: boolean } | null }).subscription;
    };
    const plain = asOrder(await buy());
    const order = asOrder(await buy({ auto_renew: true }));
    expect([asOrder(await get(plain.id)).status, asOrder(await buy({ auto_renew: true })).id]).toEqual([
      'cancelled',
      order.id,
    ]);
    expect(await state()).toBeNull();
    expect(await pay(order)).toBe('200 success');
    expect(await state()).toMatchObject({ auto_renew: true, cancel_at_period_end: false });
    await pay(asOrder(await buy()));
    expect(await state()).toMatchObject({ auto_renew: true });
    await post('/v1/billing/subscription/cancel', {});
    await pay(asOrder(await buy({ plan_id: 'business', auto_renew: true })));
    expect(await state()).toMatchObject({ plan_id: 'business', auto_renew: true, cancel_at_period_end: false });
    const { rows } = await server.services.database.pool.query<{ order_id: string }>(
      `select details->>'order_id' as order_id from audit_log
       where organization_id = $1 and action = 'subscription.auto_renew_changed' order by created_at`,
      [account.organizationId],
    );
    expect(rows).toEqual([{ order_id: order.id }, { order_id: expect.stringMatching(/^ord_/) as unknown }]);
  });

  it('200 without automatic renewal when the money came too late for the plan', async () => {
    const old = asOrder(await buy({ auto_renew: true }));
    await cancel(old.id);
    await pay(old);
    expect(asOrder(await get(old.id)).fulfillment).toBe('late_to_balance');
    const { body } = await server.call('GET', '/v1/billing/subscription', { session: account.session });
    expect(body).toMatchObject({ subscription: null });
  });

  it('402 INSUFFICIENT_BALANCE F57 of ten that come together with money for one, nine', async () => {
    await giveMoney(BigInt(STARTER_FEN));
    const answers = await Promise.all(Array.from({ length: 10 }, () => buy({ channel: 'balance' })));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 402)]);
    expect(codeOf(answers.find(({ status }) => status === 402) ?? (await buy()))).toBe(
      `402 INSUFFICIENT_BALANCE {"required_minor":${STARTER_FEN},"available_minor":0}`,
    );
    expect(await server.balance(account)).toBe(0);
  });

  it('409 PLAN_NOT_AVAILABLE F59 when its price is another than was shown, and for what is not sold', async () => {
    expect(codeOf(await buy({ expected_amount_minor: STARTER_FEN - 1 }))).toBe(
      '409 PLAN_NOT_AVAILABLE {"reason":"price_changed"}',
    );
    expect(codeOf(await buy({ plan_id: 'nothing' }))).toBe('409 PLAN_NOT_AVAILABLE {"reason":"unknown"}');
    expect(codeOf(await buy({ plan_id: 'free' }))).toBe('409 PLAN_NOT_AVAILABLE {"reason":"free"}');
  });

  it('F32 a late payment of an old order goes to the balance, and the newer order stays', async () => {
    const old = asOrder(await buy());
    const newer = asOrder(await buy({ channel: 'wxpay' }));
    expect(await pay(old)).toBe('200 success');
    expect(asOrder(await get(old.id))).toMatchObject({ status: 'fulfilled', fulfillment: 'late_to_balance' });
    expect([asOrder(await get(newer.id)).status, await server.balance(account)]).toEqual(['pending', STARTER_FEN]);
  });
});

describe('POST /v1/billing/subscription/renew', () => {
  it('402 SUBSCRIPTION_REQUIRED without one; 201 from the balance with one', async () => {
    expect(codeOf(await post(RENEW, { channel: 'balance' }))).toBe('402 SUBSCRIPTION_REQUIRED null');
    await giveMoney(BigInt(STARTER_FEN * 4));
    await buy({ channel: 'balance' });
    const answer = await post(RENEW, { channel: 'balance', periods: 2 }, keyed('k-renew'));
    expect([answer.status, asOrder(answer)]).toMatchObject([
      201,
      { purpose: 'plan_renewal', amount_minor: STARTER_FEN * 2, status: 'fulfilled', pay_url: null },
    ]);
    const again = await post(RENEW, { channel: 'balance', periods: 2 }, keyed('k-renew'));
    expect([again.body, await server.balance(account)]).toEqual([answer.body, STARTER_FEN]);
  });
});

describe.each([
  ['checkout', () => buy({ channel: 'wxpay' })],
  ['renew', () => post(RENEW, { channel: 'wxpay' })],
])('POST /v1/billing/checkout and POST /v1/billing/subscription/renew (%s)', (_name, order) => {
  beforeEach(async () => {
    await giveMoney(BigInt(STARTER_FEN));
    await buy({ channel: 'balance' });
  });

  it('409 PAYMENT_FULFILLMENT_PENDING while another one is paid and not delivered', async () => {
    const open = asOrder(await buy());
    await failDeliveries(true);
    expect(await pay(open)).toBe('200 success');
    await failDeliveries(false);
    expect(codeOf(await order())).toBe('409 PAYMENT_FULFILLMENT_PENDING null');
  });

  it('409 PAYMENT_ALREADY_PROCESSED when the open order turns out to be paid', async () => {
    const open = asOrder(await buy());
    await fetch(open.pay_url ?? '');
    await server.gateway.pay(open.order_no, 'return');
    expect(codeOf(await order())).toBe('409 PAYMENT_ALREADY_PROCESSED null');
    expect(asOrder(await get(open.id))).toMatchObject({ status: 'fulfilled', fulfillment: 'plan' });
  });

  it('409 CONFLICT for a key that was used for something else', async () => {
    await buy({}, keyed('k-c'));
    await post(RENEW, { channel: 'alipay' }, keyed('k-c'));
    const other = { channel: 'qqpay' };
    const answer = _name === 'renew' ? await post(RENEW, other, keyed('k-c')) : await buy(other, keyed('k-c'));
    expect(codeOf(answer)).toBe('409 CONFLICT {"reason":"idempotency_key_reused"}');
  });

  it('402 INSUFFICIENT_BALANCE with too little', async () => {
    const answer = _name === 'renew' ? await post(RENEW, { channel: 'balance' }) : await buy({ channel: 'balance' });
    expect(codeOf(answer)).toContain('402 INSUFFICIENT_BALANCE');
  });

  it('409 PLAN_NOT_AVAILABLE at another price', async () => {
    const other = { channel: 'alipay', expected_amount_minor: 1 };
    const answer = _name === 'renew' ? await post(RENEW, other) : await buy(other);
    expect(codeOf(answer)).toBe('409 PLAN_NOT_AVAILABLE {"reason":"price_changed"}');
  });

  it('503 PAYMENT_PROVIDER_UNAVAILABLE without a gateway', async () => {
    const { call } = server.variant({ services: { payments: null } });
    const [path, json] = _name === 'renew' ? [RENEW, {}] : [CHECKOUT, { plan_id: 'starter' }];
    const answer = await call('POST', path, { session: account.session, json: { channel: 'alipay', ...json } });
    expect(codeOf(answer)).toContain('503 PAYMENT_PROVIDER_UNAVAILABLE');
  });
});

/** From now on the database refuses what orders give, as a bug would. */
async function failDeliveries(fails: boolean): Promise<void> {
  await server.services.database.pool.query(
    fails
      ? `create function fail_delivery() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
         create trigger fail_delivery before insert on fulfillment for each row execute function fail_delivery()`
      : 'drop function fail_delivery cascade',
  );
}
