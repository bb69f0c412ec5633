import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { financeServices } from '../../feature-services.ts';
import { newId } from '../../shared/ids.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import {
  brokenBooks,
  openPaymentServer,
  valueOf,
  type PaymentServer,
  type TestOrder,
} from '../../testing/test-payments.ts';
import type { Answer } from '../../testing/test-services.ts';
import { reconcileWhenDue } from './chores.ts';
import { answerStarted } from './reconcile-routes.ts';
import { findRun } from './queries/runs.ts';
import { startRun, type StartedRun } from './reconcile.ts';
import { runSchema } from './schemas.ts';

const PATH = '/v1/admin/finance/reconcile';
const HOUR_MS = 3_600_000;

/** The gateway's clock, when a notification must not count. */
let gatewayAheadMs = 0;
let server: PaymentServer;
let administrator: TestAccount;
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
  administrator = await server.createAccount({ isAdmin: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await server.createAccount();
  order = await server.recharge(account);
  await fetch(order.pay_url ?? '');
});
afterEach(async () => expect(await brokenBooks(server)).toEqual([]));

const services = () => financeServices(server.services);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
const call = (json: object, headers: Record<string, string> = {}) =>
  server.call('POST', PATH, {
    session: administrator.session,
    headers,
    json: { from: hoursAgo(24), to: new Date(Date.now() - 1).toISOString(), ...json },
  });
/** Of this test's order alone, unless something else is said. */
const run = async (mode: 'dry_run' | 'apply', change: object = {}) => {
  const { status, body } = await call({ mode, order_ids: [order.id], ...change });
  expect(status).toBe(200);
  return runSchema.parse(body);
};
const found = async (mode: 'dry_run' | 'apply', change: object = {}) =>
  (await run(mode, change)).items.map((item) => [item.class, item.action, item.applied]);
const status = async () => (await server.order(account, order.id)).status;
const atGateway = (one = order) => {
  const kept = server.gateway.orders.findLast(({ outTradeNo }) => outTradeNo === one.order_no);
  if (kept === undefined) throw new Error('the gateway has the order');
  return kept;
};
/** The buyer pays, and no notification ever counts. */
const payUnheard = async (one = order) => {
  gatewayAheadMs = 310_000;
  await server.gateway.pay(one.order_no);
  gatewayAheadMs = 0;
};
const attention = async () => {
  const { body } = await server.call('GET', '/v1/admin/finance', { session: administrator.session });
  return JSON.stringify(body);
};

describe('a comparison with the gateway', () => {
  it('F35 finds a payment of which nobody has told, and books it once', async () => {
    await payUnheard();
    expect(await found('dry_run')).toEqual([['paid_there_pending_here', 'book', false]]);
    expect([await status(), await server.balance(account)]).toEqual(['pending', 0]);
    expect(await found('apply')).toEqual([['paid_there_pending_here', 'book', true]]);
    expect([await status(), await server.balance(account)]).toEqual(['fulfilled', 10_000]);
    expect(await run('apply')).toMatchObject({ counts: { matched: 1 }, items: [] });
    const source = 'select source as value from payment_notification where order_id = $1';
    expect([await server.balance(account), await valueOf(server, source, [order.id])]).toEqual([10_000, 'reconcile']);
  });

  it('F35 finds the payment of an order that was cancelled', async () => {
    await payUnheard();
    server.gateway.fault('query', { kind: 'status', status: 500 }, 1);
    server.gateway.fault('close', { kind: 'status', status: 500 }, 1);
    await server.call('POST', '/v1/billing/orders/{order_id}/cancel', {
      session: account.session,
      params: { order_id: order.id },
    });
    expect(await status()).toBe('cancelled');
    expect(await found('apply')).toEqual([['paid_there_closed_here', 'book', true]]);
    expect(await server.balance(account)).toBe(10_000);
  });

  it('suspends a second payment, and other money than was ordered, once', async () => {
    await server.gateway.pay(order.order_no);
    const { pool } = server.services.database;
    const first = atGateway();
    // Ten days later gateways take the same number for a new order.
    const second = { ...first, tradeNo: `${first.tradeNo}2`, attempts: [] };
    pushOrder(second);
    expect(await found('apply')).toEqual([['second_payment', 'suspend', true]]);
    expect(await found('apply')).toEqual([['second_payment', 'none', true]]);
    expect([await server.balance(account), await attention()]).toEqual([
      10_000,
      expect.stringContaining('payment_in_suspense'),
    ]);
    const other = await server.recharge(account, 20_000);
    await fetch(other.pay_url ?? '');
    await payUnheard(other);
    atGateway(other).money = 19_999;
    expect(await found('apply', { order_ids: [other.id] })).toEqual([['amount_mismatch', 'suspend', true]]);
    const { rowCount } = await pool.query(`select from provider_payment where order_id = $1 and state = 'unapplied'`, [
      other.id,
    ]);
    expect([rowCount, await server.balance(account)]).toEqual([1, 10_000]);
  });

  it('suspends what the gateway received for an order that nobody knows', async () => {
    await server.gateway.pay(order.order_no);
    pushOrder({ ...atGateway(), outTradeNo: 'ELSEWHERE20261120001', tradeNo: `${atGateway().tradeNo}9`, attempts: [] });
    const { items } = runSchema.parse((await call({ mode: 'apply' })).body);
    expect(items.filter((item) => item.class === 'missing_here')).toMatchObject([
      { action: 'suspend', applied: true, order_id: null },
    ]);
    removeOrder('ELSEWHERE20261120001');
  });

  it('F69 shows a refund by hand in the console of the gateway, and takes nothing back', async () => {
    await server.gateway.pay(order.order_no);
    atGateway().refunded = 4_000;
    expect(await found('apply')).toEqual([['refunded_there_only', 'review', false]]);
    expect([await status(), await server.balance(account)]).toEqual(['fulfilled', 10_000]);
    expect(await attention()).toContain('refunded_there_only');
  });

  it('F71 freezes what is paid here and not there, and reverses nothing', async () => {
    await server.gateway.pay(order.order_no);
    atGateway().status = 'unpaid';
    expect(await found('dry_run')).toEqual([['paid_here_unpaid_there', 'freeze', false]]);
    const spendable = async () => {
      const { rows } = await server.services.database.pool.query<{ value: number }>(
        `select balance_fen as value from lock_ledger_accounts(array(
           select id from ledger_account where code = 'wallet' and organization_id = $1))`,
        [account.organizationId],
      );
      return rows[0]?.value;
    };
    expect(await spendable()).toBe(10_000);
    expect(await found('apply')).toEqual([['paid_here_unpaid_there', 'freeze', true]]);
    expect([await status(), await server.balance(account), await spendable()]).toEqual(['fulfilled', 10_000, 0]);
    expect(await attention()).toContain('wallet_frozen');
  });

  it('shows an order that the gateway has forgotten or frozen', async () => {
    await server.gateway.pay(order.order_no);
    const kept = atGateway();
    kept.status = 'frozen';
    expect(await found('apply')).toEqual([['frozen_there', 'review', false]]);
    kept.status = 'paid';
    removeOrder(order.order_no);
    expect(await found('apply')).toEqual([['missing_there', 'review', false]]);
    pushOrder(kept);
  });
});

function pushOrder(kept: ReturnType<typeof atGateway>): void {
  const { orders } = server.gateway;
  if (Array.isArray(orders)) orders.push(kept);
}

function removeOrder(outTradeNo: string): void {
  const { orders } = server.gateway;
  const at = orders.findIndex((one) => one.outTradeNo === outTradeNo);
  if (Array.isArray(orders)) orders.splice(at, 1);
}

describe('the list of the gateway', () => {
  it.each([
    ['an empty list', { code: 0, data: [] }],
    ['a list that says nobody has paid', null],
  ])('F70 %s, signed by nobody, changes nothing: the gateway is asked about each order', async (_what, members) => {
    await server.gateway.pay(order.order_no);
    const row = { ...listRow(), status: 0 };
    server.gateway.fault('orders', { kind: 'forged', members: members ?? { data: [row] } });
    const outcome = await run('apply');
    server.gateway.fault('orders', { kind: 'status', status: 500 }, 0);
    expect(outcome).toMatchObject({ counts: { matched: 1 }, items: [] });
  });

  it('F70 that says an unpaid order is paid books nothing', async () => {
    server.gateway.fault('orders', { kind: 'forged', members: { data: [{ ...listRow(), status: 1 }] } }, 1);
    expect(await found('apply')).toEqual([]);
    expect([await status(), await server.balance(account)]).toEqual(['pending', 0]);
  });

  it('F70 without an answer to the question books nothing either', async () => {
    await payUnheard();
    server.gateway.fault('query', { kind: 'unsigned' }, 1);
    expect(await found('apply')).toEqual([['paid_there_pending_here', 'ask_again', false]]);
    expect(await status()).toBe('pending');
  });

  it('F70 that cannot be read is no list of nothing: the run fails, and nothing is concluded', async () => {
    await server.gateway.pay(order.order_no);
    for (const fault of [{ kind: 'truncated' }, { kind: 'html' }, { kind: 'empty' }] as const) {
      server.gateway.fault('orders', fault, 1);
      expect((await call({ mode: 'apply', order_ids: [order.id] })).status).toBe(503);
    }
    expect(await run('apply')).toMatchObject({ status: 'completed', counts: { matched: 1 }, items: [] });
  });

  function listRow(): Record<string, unknown> {
    const { tradeNo, outTradeNo } = atGateway();
    const addtime = new Date(Date.now() + 8 * HOUR_MS).toISOString().replace('T', ' ').slice(0, 19);
    return { trade_no: tradeNo, out_trade_no: outTradeNo, money: '100.00', type: 'alipay', addtime };
  }
});

describe('runs', () => {
  const insertRunning = async () => {
    const id = newId('reconcileRun');
    await server.services.database.pool.query(
      `insert into reconcile_run (id, provider_account_id, mode, window_from, window_to, created_by)
       values ($1, $2, 'apply', now() - interval '1 hour', now(), 'admin_token')`,
      [id, server.services.payments?.accountId],
    );
    return id;
  };
  const stateOf = (id: string) => valueOf(server, 'select status as value from reconcile_run where id = $1', [id]);

  it('F48 one that a killed process left has failed, and what it booked is booked once', async () => {
    await payUnheard();
    await run('apply');
    const id = await insertRunning();
    expect(await found('apply')).toEqual([]);
    expect([await stateOf(id), await server.balance(account)]).toEqual(['failed', 10_000]);
  });

  it('F48 of two that start together one works, and the other is told so', async () => {
    const { payments } = server.services;
    if (payments === null) throw new Error('the server has a gateway');
    let goOn = (): void => undefined;
    const held = new Promise<boolean>((resolve) => {
      goOn = () => resolve(true);
    });
    let first: Promise<StartedRun | 'busy'> | undefined;
    // The first one stands where it has the right to work and has done nothing.
    await new Promise<void>((resolve) => {
      const window = { from: new Date(Date.now() - HOUR_MS), to: new Date(), orderIds: null, unpaidOnly: false };
      const request = { ...window, mode: 'dry_run', createdBy: 'admin_token', key: null } as const;
      first = startRun(services(), payments, request, () => {
        resolve();
        return held;
      });
    });
    const others = await Promise.all([call({}), call({})]);
    expect(others.map((answer) => `${answer.status} ${codeOf(answer)}`)).toEqual(['409 CONFLICT', '409 CONFLICT']);
    goOn();
    const started = await first;
    expect(started === 'busy' ? started : await started?.end).toBe('completed');
    expect((await call({})).status).toBe(200);
  });

  it('are made on the schedule by one of several processes', async () => {
    const { pool } = server.services.database;
    const scheduled = async () => {
      const { rows } = await pool.query<{ hours: number }>(
        `select extract(epoch from window_to - window_from)::int / 3600 as hours from reconcile_run
         where created_by is null and status = 'completed' and created_at > now() - interval '1 minute' order by created_at`,
      );
      return rows.map(({ hours }) => hours);
    };
    await Promise.all([1, 2, 3].map(() => reconcileWhenDue(services())));
    expect(await scheduled()).toEqual([72]);
    await reconcileWhenDue(services());
    expect(await scheduled()).toEqual([72]);
    await pool.query(`update reconcile_run set created_at = now() - interval '11 minutes' where created_by is null`);
    await payUnheard();
    await Promise.all([1, 2, 3].map(() => reconcileWhenDue(services())));
    expect([await scheduled(), await status()]).toEqual([[2], 'fulfilled']);
  });

  it('that take long are answered as running', async () => {
    const id = await insertRunning();
    const row = await findRun(server.services.database.db, id);
    if (row === undefined) throw new Error('the run is missing');
    const never = new Promise<never>(() => undefined);
    expect(await answerStarted(services(), { run: row, end: never }, 1)).toEqual({
      status: 202,
      body: { run_id: id, status: 'running' },
    });
    await server.services.database.pool.query(
      `update reconcile_run set status = 'failed', finished_at = now() where id = $1`,
      [id],
    );
  });
});

const errorSchema = z.looseObject({ error: z.looseObject({ code: z.string() }) });
const codeOf = ({ body }: Answer) => errorSchema.parse(body).error.code;

describe('POST /v1/admin/finance/reconcile', () => {
  it('409 CONFLICT for another request with the same key, which answers the same run to the same one', async () => {
    const json = { from: hoursAgo(5), to: hoursAgo(1) };
    const key = { 'idempotency-key': newId('token') };
    const [first, again] = [await call(json, key), await call(json, key)];
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    const other = await call({ ...json, mode: 'apply' }, key);
    expect([other.status, codeOf(other)]).toEqual([409, 'CONFLICT']);
  });

  it('503 PAYMENT_PROVIDER_UNAVAILABLE when the gateway does not answer', async () => {
    server.gateway.fault('orders', { kind: 'status', status: 502 }, 1);
    const answer = await call({});
    expect([answer.status, codeOf(answer)]).toEqual([503, 'PAYMENT_PROVIDER_UNAVAILABLE']);
    expect(await attention()).toContain('reconcile_failed');
  });

  it('422 for a window of more than 31 days, one that ends before it begins, and one of the future', async () => {
    for (const json of [
      { from: hoursAgo(32 * 24) },
      { from: hoursAgo(1), to: hoursAgo(2) },
      { to: hoursAgo(-1) },
      { order_ids: [order.id, order.id] },
      { other: 1 },
    ]) {
      expect((await call(json)).status).toBe(422);
    }
  });
});

describe('GET /v1/admin/finance/reconcile/{run_id}', () => {
  const get = (run_id: string) =>
    server.call('GET', '/v1/admin/finance/reconcile/{run_id}', {
      session: administrator.session,
      params: { run_id },
    });

  it('200 the run as it was answered', async () => {
    const first = await run('dry_run');
    expect((await get(first.run_id)).body).toEqual(first);
  });

  it('404 NOT_FOUND', async () => {
    const answer = await get(newId('reconcileRun'));
    expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND']);
  });
});
