import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { retriedTransaction } from '../../../platform/retried-transaction.ts';
import { AppError } from '../../../shared/app-error.ts';
import { fen } from '../../../shared/fen.ts';
import type { TestAccount } from '../../../testing/test-accounts.ts';
import {
  brokenBooks,
  newTradeNo,
  openPaymentServer,
  valueOf,
  type PaymentServer,
} from '../../../testing/test-payments.ts';
import { applyPayment, cancelOpenOrder, type PaymentOutcome } from './index.ts';
import { expireOrders } from './expire.ts';

const ROUNDS = 1_000;
const AT_A_TIME = 4;
const AMOUNT = 100;
const BY = { by: { actor: { kind: 'system', id: null } } } as const;

let server: PaymentServer;
let account: TestAccount;
beforeAll(async () => {
  server = await openPaymentServer();
});
afterAll(() => server.close());
afterEach(async () => expect(await brokenBooks(server)).toEqual([]));

interface Row {
  id: string;
  order_no: string;
}

/** Pending recharges of a new account; overdue ones if asked for. */
async function manyOrders(name: string, { overdue }: { overdue: boolean }): Promise<Row[]> {
  account = await server.createAccount();
  const { rows } = await server.services.database.pool.query<Row>(
    `insert into payment_order (id, order_no, organization_id, created_by, purpose, amount_fen, channel, provider_account_id,
       created_at, expires_at)
     select $1 || n, upper($1) || lpad(n::text, 16, '0'), $2, 'system', 'balance_recharge', $3, 'alipay', $4,
       now() - interval '1 hour', now() + case when $5 then interval '-1 second' else interval '1 hour' end
     from generate_series(1, $6) n returning id, order_no`,
    [name, account.organizationId, AMOUNT, server.services.payments?.accountId, overdue, ROUNDS],
  );
  return rows;
}

const apply = ({ order_no: outTradeNo }: Row, tradeNo = newTradeNo()): Promise<PaymentOutcome> => {
  const { database, log, payments } = server.services;
  const providerAccountId = payments?.accountId ?? '';
  const payment = { source: 'query', providerAccountId, tradeNo, outTradeNo, amount: fen(BigInt(AMOUNT)) } as const;
  return applyPayment({ db: database.db, log }, { ...payment, notificationId: null });
};

/** Some at a time, in order. */
async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const runner = async (): Promise<void> => {
    for (const [at, item] of left) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, runner));
  return results;
}

const statuses = () =>
  valueOf<string>(
    server,
    `select string_agg(status || ' ' || n, ', ') as value
     from (select status, count(*) as n from payment_order where organization_id = $1 group by status) s`,
    [account.organizationId],
  );

async function cancel({ id }: Row): Promise<string> {
  try {
    const { status } = await retriedTransaction(server.services.database.db, (trx) => cancelOpenOrder(trx, id, BY));
    return status;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** They take some seconds, and a minute where much else runs. */
const MANY_ROUNDS = { timeout: 180_000 };

describe('a payment and whoever closes its order', () => {
  it('F28 that is cancelled meanwhile is credited in every one of 1,000 rounds', MANY_ROUNDS, async () => {
    const orders = await manyOrders('c', { overdue: false });
    const rounds = await inTurn(orders, (order) => Promise.all([cancel(order), apply(order)]));
    expect(new Set(rounds.map(([word]) => word))).toEqual(new Set(['cancelled', 'PAYMENT_ALREADY_PROCESSED']));
    // Each order tells the same of itself on both sides: who came first.
    expect(
      rounds.filter(
        ([word, { kind, ...rest }]) =>
          kind !== 'applied' || ('isLate' in rest && rest.isLate) !== (word === 'cancelled'),
      ),
    ).toEqual([]);
    expect([await statuses(), await server.balance(account)]).toEqual([`fulfilled ${ROUNDS}`, ROUNDS * AMOUNT]);
  });

  it('F29 that is swept for its time meanwhile is credited in every one of 1,000 rounds', MANY_ROUNDS, async () => {
    const orders = await manyOrders('e', { overdue: true });
    const [, outcomes] = await Promise.all([
      expireOrders({ db: server.services.database.db }),
      inTurn(orders, (order) => apply(order)),
    ]);
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['applied']));
    expect([await statuses(), await server.balance(account)]).toEqual([`fulfilled ${ROUNDS}`, ROUNDS * AMOUNT]);
  });
});
