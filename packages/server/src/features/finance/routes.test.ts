import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { financeServices } from '../../feature-services.ts';
import { silentLog } from '../../platform/log.ts';
import { fen } from '../../shared/fen.ts';
import { newId } from '../../shared/ids.ts';
import type { TestAccount } from '../../testing/test-accounts.ts';
import {
  newTradeNo,
  notice,
  openPaymentServer,
  valueOf,
  type PaymentServer,
  type TestOrder,
} from '../../testing/test-payments.ts';
import type { Answer } from '../../testing/test-services.ts';
import { mailsTo } from '../../testing/test-team.ts';
import { buyPlan, giveBalance, moveBack } from '../../testing/test-plans.ts';
import { checkBooks, payoutsAllowed } from '../billing/ledger/index.ts';
import { recogniseDue } from '../billing/recognition/index.ts';
import { classOf, type GatewayOrder, type OurOrder } from './compare.ts';
import { financeSchema, frozenListSchema, frozenPaymentSchema, suspenseSchema } from './schemas.ts';

const FINANCE = '/v1/admin/finance';
const RESOLVE = '/v1/admin/finance/suspense/{payment_id}/resolve';

let server: PaymentServer;
let administrator: TestAccount;
let account: TestAccount;
let order: TestOrder;
beforeAll(async () => {
  server = await openPaymentServer();
  administrator = await server.createAccount({ isAdmin: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  account = await server.createAccount();
  order = await server.recharge(account);
});

const errorSchema = z.looseObject({ error: z.looseObject({ code: z.string() }) });
const codeOf = ({ status, body }: Answer) => [status, errorSchema.parse(body).error.code];
const asAdministrator = () => ({ session: administrator.session });
const finance = async (query = '') =>
  financeSchema.parse((await server.call('GET', FINANCE, { ...asAdministrator(), query })).body);
const suspense = async () => {
  const { body } = await server.call('GET', '/v1/admin/finance/suspense', asAdministrator());
  return suspenseSchema.parse(body).data;
};

describe.each([
  ['GET', '/v1/admin/finance', {}],
  ['GET', '/v1/admin/finance/suspense', {}],
  ['GET', '/v1/admin/finance/reconcile/{run_id}', { params: { run_id: newId('reconcileRun') } }],
  [
    'POST',
    '/v1/admin/finance/suspense/{payment_id}/resolve',
    { params: { payment_id: newId('providerPayment') }, json: { note: 'x' } },
  ],
  ['GET', '/v1/admin/finance/frozen', {}],
  ['POST', '/v1/admin/finance/frozen/{order_id}/lift', { params: { order_id: newId('order') }, json: { reason: 'x' } }],
  ['POST', '/v1/admin/finance/reconcile', { json: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' } }],
] as const)('%s %s', (method, path, given) => {
  it('401 AUTH_REQUIRED without credentials', async () => {
    expect(codeOf(await server.call(method, path, given))).toEqual([401, 'AUTH_REQUIRED']);
  });

  it('401 INVALID_API_KEY for a key of an organization', async () => {
    const { key } = await server.createKey({ mode: 'live', scopes: ['billing:read', 'billing:write'] });
    expect(codeOf(await server.call(method, path, { ...given, key }))).toEqual([401, 'INVALID_API_KEY']);
  });

  it('403 SCOPE_DENIED for the owner of an organization', async () => {
    const { session } = account;
    expect(codeOf(await server.call(method, path, { ...given, session }))).toEqual([403, 'SCOPE_DENIED']);
  });
});

describe('GET /v1/admin/finance', () => {
  it('200 counts what came in and what is owed, whole and by day, month and channel', async () => {
    const before = await finance();
    await server.notify(notice(order));
    const { totals, ledger, series } = await finance();
    expect(series).toEqual([]);
    expect(totals).toMatchObject({
      received_minor: before.totals.received_minor + 10_000,
      fulfilled_minor: before.totals.fulfilled_minor + 10_000,
      wallet_liability_minor: before.totals.wallet_liability_minor + 10_000,
      unapplied_minor: before.totals.unapplied_minor,
    });
    expect(ledger).toMatchObject({ balanced: true, clearing_minor: 0, payouts_allowed: true, mismatches: [] });
    for (const grouping of ['day', 'month', 'channel']) {
      const { series: groups } = await finance(`?group_by=${grouping}`);
      expect(groups.map(({ received_minor }) => received_minor).reduce((a, b) => a + b, 0)).toBe(totals.received_minor);
    }
    expect((await finance('?group_by=channel')).series).toMatchObject([{ group: 'alipay' }]);
  });

  it('200 says what is deferred of plans, and what of them is earned', async () => {
    const { db } = server.services.database;
    await giveBalance(server.services.database, account.organizationId, 118_800n);
    const { totals: before } = await finance();
    await buyPlan(server.services.database, account.organizationId, 'starter', 12);
    expect((await finance()).totals).toMatchObject({
      deferred_revenue_minor: before.deferred_revenue_minor + 118_800,
      recognized_minor: before.recognized_minor,
    });
    await moveBack(server.services.database, account.organizationId, '100 days');
    await recogniseDue({ db, log: silentLog });
    const { totals, ledger } = await finance();
    const earned = totals.recognized_minor - before.recognized_minor;
    expect(earned).toBeGreaterThan(15_000);
    expect([totals.deferred_revenue_minor - before.deferred_revenue_minor, ledger.balanced]).toEqual([
      118_800 - earned,
      true,
    ]);
    const { series } = await finance('?group_by=channel');
    expect(series.find(({ group }) => group === 'balance')?.recognized_minor).toBe(earned);
  });

  it('422 for a window that ends before it begins, or is too long', async () => {
    for (const query of [
      '?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z',
      '?from=2024-02-01T00:00:00Z&to=2026-01-01T00:00:00Z',
      '?group_by=week',
      '?from=yesterday&to=2026-01-01T00:00:00Z',
      '?from=2026-01-01T00:00:00Z&to=2026-13-45',
    ]) {
      expect((await server.call('GET', FINANCE, { ...asAdministrator(), query })).status).toBe(422);
    }
  });

  it('F72 says that a row of the ledger was damaged, and no money is paid out until it is right again', async () => {
    await server.notify(notice(order));
    const { db, pool } = server.services.database;
    const check = () => checkBooks(financeServices(server.services));
    const mails = async () =>
      (await mailsTo(server, administrator.email)).filter(({ template }) => template === 'books_unbalanced');
    const earlier = (await mails()).length;
    const damage = async (by: number) => {
      await pool.query(
        `begin; alter table ledger_entry disable trigger user;
         update ledger_entry set amount_fen = amount_fen + ${by}
           where (transaction_id, account_id) = (
             select e.transaction_id, e.account_id from ledger_entry e join ledger_account a on a.id = e.account_id
             where a.organization_id = '${account.organizationId}' limit 1);
         alter table ledger_entry enable trigger user; commit`,
      );
    };
    expect(await payoutsAllowed(db)).toBe(true);
    await damage(1);
    expect((await finance()).ledger).toMatchObject({ balanced: false, payouts_allowed: false });
    expect((await check()).balanced).toBe(false);
    const { ledger, attention } = await finance();
    expect([await payoutsAllowed(db), ledger.mismatches.length > 0]).toEqual([false, true]);
    expect(attention.map((one) => one.class)).toContain('ledger_mismatch');
    // Several checks that find the same tell of it once, also at the same time.
    await Promise.all([check(), check(), check()]);
    const told = (await mails()).slice(earlier);
    expect(told).toHaveLength(1);
    const { findings } = z.object({ findings: z.array(z.string()) }).parse(told[0]?.values);
    expect(findings).toContain('I3 a balance is the sum of its entries: 1');
    await damage(-1);
    expect([(await check()).balanced, await payoutsAllowed(db)]).toEqual([true, true]);
    await damage(1);
    await check();
    await damage(-1);
    expect([(await check()).balanced, (await mails()).length - earlier]).toEqual([true, 2]);
  });
});

describe('POST /v1/admin/finance/suspense/{payment_id}/resolve', () => {
  const resolve = (payment_id: string, json: object) =>
    server.call('POST', RESOLVE, {
      ...asAdministrator(),
      params: { payment_id },
      json: { note: 'asked for it', ...json },
    });
  /** Money in suspense: for an order, or for none that exists. */
  const suspend = async (order_no: string) => {
    await server.notify(notice({ order_no, amount_minor: order_no === order.order_no ? 9_999 : 5_000 }));
    const payment = (await suspense()).find((one) => one.order_no === order_no);
    if (payment === undefined) throw new Error('the payment is in suspense');
    return payment;
  };

  it('200 gives it to the organization of the order, once', async () => {
    const { payment_id: id } = await suspend(order.order_no);
    for (let time = 1; time <= 2; time += 1) {
      expect(await resolve(id, {})).toMatchObject({
        status: 200,
        body: { state: 'resolved', organization_id: account.organizationId, amount_minor: 9_999 },
      });
    }
    expect(await server.balance(account)).toBe(9_999);
    expect((await suspense()).map(({ payment_id }) => payment_id)).not.toContain(id);
    const audited = `select count(*)::int as value from audit_log
      where action = 'provider_payment.resolved' and target_id = $1 and organization_id = $2`;
    expect(await valueOf(server, audited, [id, account.organizationId])).toBe(1);
  });

  it('409 CONFLICT for another organization than that of the order', async () => {
    const { payment_id: id } = await suspend(order.order_no);
    const other = await server.createAccount();
    expect(codeOf(await resolve(id, { organization_id: other.organizationId }))).toEqual([409, 'CONFLICT']);
    expect(await server.balance(other)).toBe(0);
  });

  it('200 gives money of no order to the organization that is named', async () => {
    const { payment_id: id } = await suspend(`PO20261120${newTradeNo().slice(-12)}`);
    expect(codeOf(await resolve(id, {}))).toEqual([404, 'NOT_FOUND']);
    expect((await resolve(id, { organization_id: account.organizationId })).status).toBe(200);
    expect(await server.balance(account)).toBe(5_000);
  });

  it('404 NOT_FOUND for a payment, or an organization, that nobody knows', async () => {
    const { payment_id: id } = await suspend(`PO20261120${newTradeNo().slice(-12)}`);
    expect(codeOf(await resolve(newId('providerPayment'), {}))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await resolve(id, { organization_id: newId('organization') }))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('GET /v1/admin/finance/suspense', () => {
  it('200 lists what waits', async () => {
    await server.notify(notice(order, { money: '1' }));
    expect(await suspense()).toContainEqual(
      expect.objectContaining({ order_id: order.id, reason: 'amount_mismatch', amount_minor: 100, state: 'unapplied' }),
    );
  });
});

describe('POST /v1/admin/finance/frozen/{order_id}/lift', () => {
  const LIFT = '/v1/admin/finance/frozen/{order_id}/lift';
  const lift = (order_id: string, json: object = { reason: 'seen at the gateway' }) =>
    server.call('POST', LIFT, { ...asAdministrator(), params: { order_id }, json });
  const freeze = async () => {
    await server.notify(notice(order));
    const { pool } = server.services.database;
    await pool.query(
      `insert into frozen_payment (order_id, organization_id, amount_fen) select id, organization_id, amount_fen
       from payment_order where id = $1`,
      [order.id],
    );
  };

  it('200 lets the money be spent again, once, with its row in the log', async () => {
    await giveBalance(server.services.database, account.organizationId, 300n);
    await freeze();
    expect(await server.balance(account)).toBe(300);
    await expect(buyPlan(server.services.database, account.organizationId, 'starter')).rejects.toThrow('too low');
    const { body: listed } = await server.call('GET', '/v1/admin/finance/frozen', asAdministrator());
    const line = { order_id: order.id, order_no: order.order_no, amount_minor: 10_000 };
    expect(frozenListSchema.parse(listed).data).toContainEqual(expect.objectContaining({ ...line, lifted_at: null }));
    const first = await lift(order.id);
    expect(first).toMatchObject({ status: 200, body: line });
    expect(frozenPaymentSchema.parse(first.body).lifted_at).not.toBeNull();
    expect((await lift(order.id, { reason: 'again' })).body).toEqual(first.body);
    expect(await server.balance(account)).toBe(10_300);
    const { body: left } = await server.call('GET', '/v1/admin/finance/frozen', asAdministrator());
    expect(frozenListSchema.parse(left).data.map(({ order_id }) => order_id)).not.toContain(order.id);
    const audited = `select array_agg(details ->> 'reason') as value from audit_log
      where action = 'frozen_payment.lifted' and target_id = $1 and actor_id = $2 and organization_id = $3`;
    expect(await valueOf(server, audited, [order.id, administrator.accountId, account.organizationId])).toEqual([
      'seen at the gateway',
    ]);
  });

  it('200 once for several who lift it together', async () => {
    await freeze();
    const answers = await Promise.all([1, 2, 3, 4].map(() => lift(order.id)));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    const audited = `select count(*)::int as value from audit_log where action = 'frozen_payment.lifted' and target_id = $1`;
    expect(await valueOf(server, audited, [order.id])).toBe(1);
  });

  it('404 NOT_FOUND for an order whose money was never frozen', async () => {
    expect(codeOf(await lift(order.id))).toEqual([404, 'NOT_FOUND']);
    expect(codeOf(await lift(newId('order')))).toEqual([404, 'NOT_FOUND']);
  });

  it('422 without a reason', async () => {
    await freeze();
    for (const json of [{}, { reason: '' }, { reason: 'x', note: 'y' }]) {
      expect((await lift(order.id, json)).status).toBe(422);
    }
    expect(await server.balance(account)).toBe(0);
  });
});

describe('GET /v1/admin/finance/frozen', () => {
  it('200 is empty when nothing is frozen', async () => {
    const { body } = await server.call('GET', '/v1/admin/finance/frozen', asAdministrator());
    expect(frozenListSchema.parse(body).data.map(({ order_id }) => order_id)).not.toContain(order.id);
  });
});

describe('a comparison of two orders', () => {
  const ours: OurOrder = {
    id: 'ord_1',
    orderNo: 'PO1',
    organizationId: 'org_1',
    providerAccountId: 'pac_1',
    status: 'fulfilled',
    isOpen: false,
    amount: fen(100n),
    tradeNo: 'T1',
    refunded: fen(0n),
    refunding: fen(0n),
  };
  const theirs: GatewayOrder = {
    tradeNo: 'T1',
    outTradeNo: 'PO1',
    money: fen(100n),
    status: 'paid',
    refundedMoney: null,
  };
  const refunded = { status: 'refunded', refundedMoney: fen(40n) } as const;

  it.each<[string, Partial<GatewayOrder>, Partial<OurOrder> | undefined, string | null]>([
    ['equal', {}, {}, 'matched'],
    ['unpaid on both sides', { status: 'unpaid' }, { tradeNo: null }, null],
    ['unpaid and unknown here', { status: 'unpaid' }, undefined, null],
    ['unknown here', {}, undefined, 'missing_here'],
    ['of another account', {}, { providerAccountId: 'pac_2' }, 'missing_here'],
    ['open here', {}, { tradeNo: null, isOpen: true }, 'paid_there_pending_here'],
    ['closed here', {}, { tradeNo: null }, 'paid_there_closed_here'],
    ['paid by another payment', { tradeNo: 'T2' }, {}, 'second_payment'],
    ['of other money', { money: fen(99n) }, {}, 'amount_mismatch'],
    ['unpaid there', { status: 'unpaid' }, {}, 'paid_here_unpaid_there'],
    ['held for later', { status: 'preauthorized' }, {}, 'paid_here_unpaid_there'],
    ['frozen', { status: 'frozen' }, {}, 'frozen_there'],
    ['refunded there alone', refunded, {}, 'refunded_there_only'],
    ['refunded there, and never paid here', refunded, { tradeNo: null }, 'refunded_there_only'],
    ['refunded alike', refunded, { refunded: fen(40n) }, 'matched'],
    ['refunded, and another is under way', refunded, { refunded: fen(10n), refunding: fen(30n) }, 'matched'],
    ['refunded by other money', refunded, { refunded: fen(30n) }, 'refund_mismatch'],
    ['refunded here alone', {}, { refunded: fen(30n) }, 'refund_mismatch'],
    ['refunded, and V1 does not say how much', { status: 'refunded' }, { refunded: fen(30n) }, 'matched'],
  ])('%s', (_what, there, here, expected) => {
    const our = here === undefined ? undefined : { ...ours, ...here };
    expect(classOf({ ...theirs, ...there }, our, 'pac_1')).toBe(expected);
  });
});
