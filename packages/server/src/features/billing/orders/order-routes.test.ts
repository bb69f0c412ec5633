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
import type { Answer } from '../../../testing/test-services.ts';

const ORDERS = '/v1/billing/orders';
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

const { recharge, buy, get, cancel, pay, endOrder } = orderCalls(() => ({ server, account }));
const codeOf = ({ status, body }: Answer): string => {
  const { error } = z.object({ error: z.object({ code: z.string(), details: z.unknown().optional() }) }).parse(body);
  return `${status} ${error.code} ${JSON.stringify(error.details ?? null)}`;
};

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
    const noTime = '?from=yesterday&to=2026-01-01T00:00:00Z';
    expect((await server.call('GET', '/v1/billing/transactions', { session, query: noTime })).status).toBe(422);
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
