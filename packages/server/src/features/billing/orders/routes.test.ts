import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import {
  asOrder,
  brokenBooks,
  notice,
  openPaymentServer,
  valueOf,
  type PaymentServer,
  type TestOrder,
} from '../../../testing/test-payments.ts';
import { openTestServer, type Answer, type Call } from '../../../testing/test-services.ts';
import { giveBalance } from '../../../testing/test-plans.ts';

const RECHARGE = '/v1/billing/recharge';
const CHECKOUT = '/v1/billing/checkout';
const RENEW = '/v1/billing/subscription/renew';
const ORDERS = '/v1/billing/orders';
const ORDER = '/v1/billing/orders/{order_id}';
const CANCEL = '/v1/billing/orders/{order_id}/cancel';
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

const post = (path: string, json: unknown, call: Call = {}) =>
  server.call('POST', path, { session: account.session, json, ...call });
const recharge = (json: object = {}, call: Call = {}) =>
  post(RECHARGE, { amount_minor: 10_000, channel: 'alipay', ...json }, call);
const buy = (json: object = {}, call: Call = {}) =>
  post(CHECKOUT, { plan_id: 'starter', channel: 'alipay', ...json }, call);
const get = (id: string, call: Call = {}) =>
  server.call('GET', ORDER, { session: account.session, params: { order_id: id }, ...call });
const cancel = (id: string, call: Call = {}) =>
  server.call('POST', CANCEL, { session: account.session, params: { order_id: id }, ...call });
const codeOf = ({ status, body }: Answer): string => {
  const { error } = z.object({ error: z.object({ code: z.string(), details: z.unknown().optional() }) }).parse(body);
  return `${status} ${error.code} ${JSON.stringify(error.details ?? null)}`;
};
const keyed = (key: string): Call => ({ headers: { 'idempotency-key': key } });
const endOrder = ({ id }: TestOrder) =>
  // Nobody can move the end of an order; the guard is switched off for what only time does.
  server.services.database.pool.query(
    `begin; set local session_replication_role = replica;
     update payment_order set created_at = now() - interval '1 hour', expires_at = now() - interval '1 second' where id = '${id}';
     commit`,
  );
const pay = (order: TestOrder) => server.notify(notice(order));
const giveMoney = (amount: bigint) => giveBalance(server.services.database, account.organizationId, amount);

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

describe('GET /v1/billing/orders', () => {
  it('200 page by page, without gaps or repetitions while others are made', async () => {
    const made: string[] = [];
    for (const amount of [100, 101, 102, 103, 104]) made.push(asOrder(await recharge({ amount_minor: amount })).id);
    const listSchema = z.object({
      data: z.array(z.looseObject({ id: z.string() })),
      next_cursor: z.string().nullable(),
      has_more: z.boolean(),
    });
    const page = async (query: string) =>
      listSchema.parse((await server.call('GET', ORDERS, { session: account.session, query })).body);
    const first = await page('?limit=2');
    await recharge({ amount_minor: 999 });
    const second = await page(`?limit=2&cursor=${first.next_cursor}`);
    const third = await page(`?limit=2&cursor=${second.next_cursor}`);
    const found = [first, second, third].flatMap(({ data }) => data.map(({ id }) => id));
    expect([found, third.has_more, third.next_cursor]).toEqual([made.toReversed(), false, null]);
  });

  it('422 F62 for a cursor that was changed, or is of another filter', async () => {
    for (const amount of [100, 101]) await recharge({ amount_minor: amount });
    const list = (query: string) => server.call('GET', ORDERS, { session: account.session, query });
    const { next_cursor: cursor } = z.looseObject({ next_cursor: z.string() }).parse((await list('?limit=1')).body);
    const changed = `${cursor.slice(0, -3)}${cursor.at(-3) === 'A' ? 'B' : 'A'}${cursor.slice(-2)}`;
    expect((await list(`?limit=1&cursor=${changed}`)).status).toBe(422);
    expect((await list(`?limit=1&status=pending&cursor=${cursor}`)).status).toBe(422);
    expect((await list(`?limit=1&cursor=${cursor}`)).status).toBe(200);
  });

  it('200 with an order whose time is over as expired, also in the filter', async () => {
    const order = asOrder(await recharge());
    await endOrder(order);
    const list = async (status: string) => {
      const { body } = await server.call('GET', ORDERS, { session: account.session, query: `?status=${status}` });
      return z.object({ data: z.array(z.object({ status: z.string(), pay_url: z.null() })) }).parse(body).data;
    };
    expect([await list('pending'), await list('expired')]).toEqual([[], [{ status: 'expired', pay_url: null }]]);
  });
});

describe('GET /v1/billing/orders/{order_id}', () => {
  it('200 by its number too, and expired once its time is over', async () => {
    const order = asOrder(await recharge());
    expect(asOrder(await get(order.order_no)).id).toBe(order.id);
    await endOrder(order);
    expect(asOrder(await get(order.id))).toMatchObject({ status: 'expired', pay_url: null });
    expect(await valueOf(server, 'select status as value from payment_order where id = $1', [order.id])).toBe(
      'expired',
    );
  });

  it('200 with refresh=true after the gateway was asked, once in five seconds', async () => {
    const order = asOrder(await recharge());
    await fetch(order.pay_url ?? '');
    const before = server.gateway.requests.length;
    await get(order.id, { query: '?refresh=true' });
    await server.gateway.pay(order.order_no, 'return');
    await get(order.id, { query: '?refresh=true' });
    expect(server.gateway.requests.slice(before)).toEqual(['GET /api.php']);
    await server.services.database.pool.query('update payment_poll set asked_at = null where order_id = $1', [
      order.id,
    ]);
    expect(asOrder(await get(order.id, { query: '?refresh=true' })).status).toBe('fulfilled');
  });

  it('404 PAYMENT_ORDER_NOT_FOUND F63 for the order of another organization, on every route', async () => {
    const order = asOrder(await recharge());
    const { session } = await server.createAccount();
    for (const answer of [await get(order.id, { session }), await get(order.order_no, { session })]) {
      expect(codeOf(answer)).toBe('404 PAYMENT_ORDER_NOT_FOUND null');
    }
    expect(codeOf(await cancel(order.id, { session }))).toBe('404 PAYMENT_ORDER_NOT_FOUND null');
    expect(asOrder(await get(order.id)).status).toBe('pending');
  });
});

describe('POST /v1/billing/orders/{order_id}/cancel', () => {
  it('200 once and again', async () => {
    const order = asOrder(await recharge());
    const answers = [await cancel(order.id, { json: { reason: 'changed my mind' } }), await cancel(order.id)];
    expect(answers.map((answer) => [answer.status, asOrder(answer).status])).toEqual([
      [200, 'cancelled'],
      [200, 'cancelled'],
    ]);
    const audited = `select action as value from audit_log where target_id = $1 and action <> 'payment_order.created'`;
    expect(await valueOf(server, audited, [order.id])).toBe('payment_order.cancelled');
  });

  it('404 PAYMENT_ORDER_NOT_FOUND for no order', async () => {
    expect(codeOf(await cancel('ord_0000000000000000000000'))).toBe('404 PAYMENT_ORDER_NOT_FOUND null');
  });

  it('409 PAYMENT_ALREADY_PROCESSED for what was paid, here or as the gateway knows', async () => {
    const paid = asOrder(await recharge());
    await pay(paid);
    expect(codeOf(await cancel(paid.id))).toBe('409 PAYMENT_ALREADY_PROCESSED null');
    const untold = asOrder(await recharge({ amount_minor: 500 }));
    await fetch(untold.pay_url ?? '');
    await server.gateway.pay(untold.order_no, 'return');
    expect(codeOf(await cancel(untold.id))).toBe('409 PAYMENT_ALREADY_PROCESSED null');
    expect([asOrder(await get(untold.id)).status, await server.balance(account)]).toEqual(['fulfilled', 10_500]);
  });

  it('409 PAYMENT_ORDER_EXPIRED when its time is over', async () => {
    const order = asOrder(await recharge());
    await endOrder(order);
    expect(codeOf(await cancel(order.id))).toBe('409 PAYMENT_ORDER_EXPIRED null');
  });

  it('409 CONFLICT for a key that was used for another order', async () => {
    const [one, two] = [asOrder(await recharge()), asOrder(await recharge({ amount_minor: 200 }))];
    await cancel(one.id, keyed('k-cancel'));
    expect(codeOf(await cancel(two.id, keyed('k-cancel')))).toBe('409 CONFLICT {"reason":"idempotency_key_reused"}');
  });
});

describe('GET /v1/billing/balance and GET /v1/billing/transactions', () => {
  it('200 with what came and went, each balance that of the next and its amount', async () => {
    const { session } = account;
    await pay(asOrder(await recharge()));
    await pay(asOrder(await recharge({ amount_minor: 5_000 })));
    await buy({ channel: 'balance' });
    const schema = z.object({
      data: z.array(z.looseObject({ type: z.string(), amount_minor: z.int(), balance_after_minor: z.int() })),
      next_cursor: z.string().nullable(),
    });
    const list = async (query: string) =>
      schema.parse((await server.call('GET', '/v1/billing/transactions', { session, query })).body);
    const rows = (await list('')).data.map((row) => [row.type, row.amount_minor, row.balance_after_minor]);
    expect(rows).toEqual([
      ['plan_charge', STARTER_FEN, 5_100],
      ['recharge', 5_000, 15_000],
      ['recharge', 10_000, 10_000],
    ]);
    const { next_cursor: cursor } = await list('?limit=1&type=recharge');
    expect((await list(`?limit=1&type=recharge&cursor=${cursor}`)).data[0]?.balance_after_minor).toBe(10_000);
    const backwards = '?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z';
    expect((await server.call('GET', '/v1/billing/transactions', { session, query: backwards })).status).toBe(422);
    expect(await server.balance(account)).toBe(5_100);
  });

  it('403 BILLING_PERMISSION_REQUIRED for a key of the sandbox, where there is no money', async () => {
    const { organizationId } = account;
    const { key } = await server.createKey({ organizationId, mode: 'test', scopes: ['billing:read'] });
    expect(codeOf(await server.call('GET', '/v1/billing/balance', { key }))).toBe(
      '403 BILLING_PERMISSION_REQUIRED null',
    );
    const live = await server.createKey({ organizationId, mode: 'live', scopes: ['billing:read'] });
    expect((await server.call('GET', '/v1/billing/balance', { key: live.key })).status).toBe(200);
  });
});
