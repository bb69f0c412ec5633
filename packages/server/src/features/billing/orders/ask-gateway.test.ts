import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orderServices } from '../../../feature-services.ts';
import { fen } from '../../../shared/fen.ts';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import {
  brokenBooks,
  openPaymentServer,
  valueOf,
  type PaymentServer,
  type TestOrder,
} from '../../../testing/test-payments.ts';
import { deliverLater } from './deliver-later.ts';
import { pollOrders } from './poll-orders.ts';

const RETURN = '/api/payments/epay/return';

/** Moves with the tests: the gateway's clock, and no other. */
let gatewayAheadMs = 0;
let server: PaymentServer;
let account: TestAccount;
let order: TestOrder;
beforeAll(async () => {
  server = await openPaymentServer({
    protocol: 'v2',
    gateway: { now: () => new Date(Date.now() + gatewayAheadMs) },
  });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const bound = server.app.server.address();
  if (typeof bound === 'object' && bound !== null) server.services.listening.port = bound.port;
});
afterAll(() => server.close());
beforeEach(async () => {
  gatewayAheadMs = 0;
  account = await server.createAccount();
  order = await server.recharge(account);
  await fetch(order.pay_url ?? '');
});
afterEach(async () => expect(await brokenBooks(server)).toEqual([]));

const status = async () => (await server.order(account, order.id)).status;
/** What the chore does when its time has come. */
const poll = async () => {
  await server.services.database.pool.query('update payment_poll set due_at = now() where order_id = $1', [order.id]);
  await pollOrders(orderServices(server.services));
};
const due = () => valueOf<Date>(server, 'select due_at as value from payment_poll where order_id = $1', [order.id]);
describe('a gateway of V2', () => {
  it('F1 F12 tells of a payment, which it confirms afterwards', async () => {
    await server.gateway.pay(order.order_no);
    expect([await status(), server.gateway.orders.at(-1)?.attempts[0]]).toMatchObject([
      'fulfilled',
      { status: 200, body: 'success', isAcknowledged: true },
    ]);
    await poll();
    expect([await status(), await due()]).toEqual(['fulfilled', null]);
  });

  it('F11 F12 F35 whose clock is wrong, or that never comes through, is asked, and answers', async () => {
    gatewayAheadMs = 310_000;
    await server.gateway.pay(order.order_no);
    expect([await status(), server.gateway.orders.at(-1)?.attempts[0]?.body]).toEqual(['pending', 'fail']);
    const planned = await valueOf<boolean>(
      server,
      'select due_at <= now() as value from payment_poll where order_id = $1',
      [order.id],
    );
    expect(planned).toBe(true);
    gatewayAheadMs = 0;
    await poll();
    expect([await status(), await server.balance(account)]).toEqual(['fulfilled', 10_000]);
  });

  it('F35 is asked on the schedule, and never before', async () => {
    const seconds = `select round(extract(epoch from p.due_at - o.created_at))::int as value
      from payment_poll p join payment_order o on o.id = p.order_id where o.id = $1`;
    expect(await valueOf(server, seconds, [order.id])).toBe(15);
    const before = server.gateway.requests.length;
    await pollOrders(orderServices(server.services));
    expect(server.gateway.requests.slice(before)).toEqual([]);
    await poll();
    expect(server.gateway.requests.slice(before)).toEqual(['POST /api/pay/query']);
    expect(await status()).toBe('pending');
  });

  it('F4 that notifies by both ways, sends the buyer back and is asked at once, pays once', async () => {
    const back = await server.gateway.pay(order.order_no);
    const { attempts } = server.gateway.orders.at(-1) ?? { attempts: [] };
    const query = (attempts[0]?.url ?? '').split('?')[1] ?? '';
    const answers = await Promise.all([
      server.notify(query),
      server.notify(query, { method: 'POST' }),
      fetch(back ?? '', { redirect: 'manual' }).then(({ status: code }) => String(code)),
      poll().then(() => 'polled'),
    ]);
    expect(answers).toEqual(['200 success', '200 success', '303', 'polled']);
    expect(await server.balance(account)).toBe(10_000);
  });

  it('of much money is believed only when it confirms to a question what it told', async () => {
    const { payments } = server.services;
    if (payments === null) throw new Error('there is a gateway');
    const strict = { ...payments, config: { ...payments.config, confirmFrom: fen(1n) } };
    const { app } = server.variant({ services: { payments: strict } });
    gatewayAheadMs = 310_000;
    await server.gateway.pay(order.order_no);
    gatewayAheadMs = 0;
    // Signed again, as each attempt is.
    server.gateway.fault('query', { kind: 'status', status: 500 }, 1);
    const back = new URL((await server.gateway.pay(order.order_no)) ?? '').search;
    const send = async () => (await app.inject(`/api/payments/epay/notify${back}`)).body;
    expect([await send(), await status()]).toEqual(['fail', 'pending']);
    expect([await send(), await status()]).toEqual(['success', 'fulfilled']);
  });
});

describe('GET /api/payments/epay/return', () => {
  const open = (url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'GET', url, headers });
  const backOf = async (): Promise<string> => {
    const url = new URL((await server.gateway.pay(order.order_no)) ?? '');
    return `${url.pathname}${url.search}`;
  };

  it('303 F33 before the notification, after it, twice and a day later, and moves no money', async () => {
    const back = await backOf();
    gatewayAheadMs = 86_400_000;
    for (const url of [back, back]) {
      const answer = await open(url);
      const { port } = server.services.listening;
      expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([
        303,
        `http://127.0.0.1:${port}/en/dashboard/billing/orders/${order.id}?org=${account.organizationId}&from=epay`,
        '',
      ]);
      expect([answer.headers['referrer-policy'], answer.headers['cache-control']]).toEqual(['no-referrer', 'no-store']);
    }
    expect(await server.balance(account)).toBe(10_000);
  });

  it('303 F33 with a signature that is none says no more than that', async () => {
    const answer = await open(`${await backOf()}x`);
    expect(answer.headers.location).toMatch(/\/en\/dashboard\/billing\/orders\?payment=unverified$/);
  });

  it('303 F34 to an address of ours, whatever the request says', async () => {
    const answer = await open(`${RETURN}?redirect=https://evil.example`, { host: 'evil.example' });
    expect(answer.headers.location).not.toContain('evil');
  });

  it('200 the order in JSON, and 400 PAYMENT_SIGNATURE_INVALID for who asks for it', async () => {
    const back = await backOf();
    const headers = { accept: 'application/json' };
    expect((await open(back, headers)).json()).toEqual({
      order_id: order.id,
      order_no: order.order_no,
      status: 'fulfilled',
    });
    expect((await open(back.replace('money=100', 'money=101'), headers)).json()).toMatchObject({
      error: { code: 'PAYMENT_SIGNATURE_INVALID' },
    });
  });
});

describe('an order whose goods cannot be delivered', () => {
  it('keeps its money, and gets them later', async () => {
    const { pool } = server.services.database;
    await pool.query(
      `create function fail_delivery() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
       create trigger fail_delivery before insert on fulfillment for each row execute function fail_delivery()`,
    );
    await server.gateway.pay(order.order_no);
    expect([await status(), server.gateway.orders.at(-1)?.attempts[0]?.body, await server.balance(account)]).toEqual([
      'paid',
      'success',
      0,
    ]);
    expect(await deliverLater(orderServices(server.services))).toBe(0);
    await pool.query('drop function fail_delivery cascade');
    expect(await deliverLater(orderServices(server.services))).toBe(1);
    expect([await status(), await server.balance(account)]).toEqual(['fulfilled', 10_000]);
  });
});
