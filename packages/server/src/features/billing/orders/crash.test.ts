import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../../../platform/database.ts';
import { silentLog } from '../../../platform/log.ts';
import { fen } from '../../../shared/fen.ts';
import { UnavailableError } from '../../../shared/unavailable-error.ts';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import {
  asOrder,
  brokenBooks,
  newTradeNo,
  notice,
  openPaymentServer,
  valueOf,
  type PaymentServer,
} from '../../../testing/test-payments.ts';
import { applyPayment, type PaymentOutcome } from './index.ts';

const RECHARGE = '/v1/billing/recharge';

let server: PaymentServer;
let account: TestAccount;
beforeAll(async () => {
  server = await openPaymentServer({ settings: { EPAY_CREATE: 'api' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await server.createAccount();
});
afterEach(async () => expect(await brokenBooks(server)).toEqual([]));

/** A database with one connection, which is cut off right before a statement; counts what was sent. */
interface Cuttable {
  database: Database;
  cutBefore(statement: number): void;
  sent(): number;
}

async function openCuttable(): Promise<Cuttable> {
  const database = await connectDatabase(server.testDatabase.connection, { log: silentLog, poolMax: 1 });
  const seen = new WeakSet<object>();
  const state = { sent: 0, cutBefore: 0 };
  database.pool.on('acquire', (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    const send = client.query.bind(client);
    Object.assign(client, {
      query: (...question: unknown[]): unknown => {
        state.sent += 1;
        const go = (): unknown => Reflect.apply(send, client, question);
        if (state.sent !== state.cutBefore) return go();
        const pid: unknown = Reflect.get(client, 'processID');
        const end = 'select pg_terminate_backend($1::int, 5000)';
        return server.testDatabase.pool.query(end, [pid]).then(go);
      },
    });
  });
  return {
    database,
    cutBefore: (statement) => Object.assign(state, { sent: 0, cutBefore: statement }),
    sent: () => state.sent,
  };
}

describe('a database that is cut off', () => {
  it('F37 F38 F40 before any statement of a payment, the commit included, leaves nothing, and the next attempt pays once', async () => {
    const pay = ({ db }: Pick<Database, 'db'>, outTradeNo: string, tradeNo: string): Promise<PaymentOutcome> =>
      applyPayment(
        { db, log: silentLog },
        {
          source: 'query',
          providerAccountId: server.services.payments?.accountId ?? '',
          tradeNo,
          outTradeNo,
          amount: fen(100n),
          notificationId: null,
        },
      );
    let paid = 0;
    const cut = await openCuttable();
    for (let statement = 1; ; statement += 1) {
      const order = await server.recharge(account, 100, 'cashier');
      const tradeNo = newTradeNo();
      cut.cutBefore(statement);
      const outcome = await pay(cut.database, order.order_no, tradeNo).catch((error: unknown) => error);
      paid += 100;
      if (cut.sent() < statement) {
        // Statements end before the cut: all of them were tried.
        expect([statement > 15, outcome]).toMatchObject([true, { kind: 'applied' }]);
        break;
      }
      expect([statement, outcome]).toEqual([statement, expect.any(UnavailableError)]);
      expect(await pay(server.services.database, order.order_no, tradeNo)).toMatchObject({ kind: 'applied' });
      expect([statement, await server.balance(account)]).toEqual([statement, paid]);
    }
    await cut.database.close();
  });

  it('F39 after the commit, before the answer: the notification comes again, and is a repetition', async () => {
    const order = await server.recharge(account, 300, 'cashier');
    const fields = notice(order);
    // The answer is lost on its way; nothing of it is known to the gateway.
    await server.notify(fields);
    expect([await server.notify(fields), await server.balance(account)]).toEqual(['200 success', 300]);
    const verdicts = `select string_agg(verdict, ' ' order by id) as value from payment_notification where out_trade_no = $1`;
    expect(await valueOf(server, verdicts, [order.order_no])).toBe('accepted duplicate');
  });

  it('F42 before any statement of a recharge: the same key makes one order', async () => {
    const json = { amount_minor: 100, channel: 'cashier' };
    const cut = await openCuttable();
    const broken = server.variant({ services: { database: cut.database } });
    for (let statement = 1; ; statement += 1) {
      const headers = { 'idempotency-key': `cut-${statement}` };
      cut.cutBefore(statement);
      const call = { session: account.session, headers, json };
      const first = await broken.call('POST', RECHARGE, call);
      const isOver = cut.sent() < statement;
      expect([statement, first.status]).toEqual([statement, isOver ? 201 : 503]);
      const again = await server.call('POST', RECHARGE, call);
      expect([statement, again.status]).toEqual([statement, 201]);
      const rows = 'select count(*)::int as value from payment_order where organization_id = $1';
      expect(await valueOf(server, rows, [account.organizationId])).toBe(statement);
      if (isOver) break;
    }
    await cut.database.close();
  });
});

describe('a gateway that gives the address to pay at', () => {
  const recharge = (key: string, amount = 10_000) =>
    server.call('POST', RECHARGE, {
      session: account.session,
      headers: { 'idempotency-key': key },
      json: { amount_minor: amount, channel: 'alipay' },
    });

  it('503 PAYMENT_PROVIDER_UNAVAILABLE F43 F55 whose answer is lost, answers the same order to the same key', async () => {
    server.gateway.fault('create', { kind: 'status', status: 500 }, 1);
    const before = server.gateway.orders.length;
    expect((await recharge('k-43')).status).toBe(503);
    const answer = await recharge('k-43');
    expect([answer.status, server.gateway.orders.length - before]).toEqual([201, 1]);
    const made = server.gateway.orders.at(-1);
    expect(asOrder(answer)).toMatchObject({
      order_no: made?.outTradeNo,
      pay_url: expect.stringContaining(made?.tradeNo ?? '?') as unknown,
    });
  });

  it('F25 tells of the payment before the order is answered: whoever asks sees it fulfilled', async () => {
    const order = asOrder(await recharge('k-25'));
    expect(await server.notify(notice(order))).toBe('200 success');
    expect(asOrder(await recharge('k-25'))).toMatchObject({ id: order.id, pay_url: null });
    expect((await server.order(account, order.id)).status).toBe('fulfilled');
  });

  it('F82 sends buyers to a script: the order fails, and nobody is sent there', async () => {
    server.gateway.fault('create', { kind: 'other', members: { payurl: 'javascript:alert(1)' } }, 1);
    expect((await recharge('k-82')).status).toBe(503);
    const failed = 'select status as value from payment_order where organization_id = $1';
    expect(await valueOf(server, failed, [account.organizationId])).toBe('failed');
    expect((await recharge('k-82')).status).toBe(503);
  });
});
