import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../platform/test-database.ts';
import { fen } from '../../../shared/fen.ts';
import { newOrder, pay, type TestOrder } from '../../../testing/test-orders.ts';
import { checkWithin } from './check-ledger.ts';
import { checkLedger, type LedgerCheck } from './index.ts';

let database: TestDatabase;
let order: TestOrder;
beforeAll(async () => {
  database = await createTestDatabase();
  order = await newOrder(database, fen(1000n));
  await pay(database, order);
});
afterAll(() => database.drop());

class Undone extends Error {}

/**
 * What is found after statements as nobody can send them: past every trigger and every reference to another table. They are undone.
 */
async function checkAfter(statements: readonly string[]): Promise<LedgerCheck> {
  let found: LedgerCheck | undefined;
  const spoiled = database.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const statement of statements) {
      await sql.raw(statement.replaceAll('$ORDER', `'${order.id}'`)).execute(trx);
    }
    found = await checkWithin(trx);
    throw new Undone();
  });
  await expect(spoiled).rejects.toBeInstanceOf(Undone);
  if (found === undefined) throw new Error('nothing was checked');
  return found;
}

const CASH = `account_id = (select id from ledger_account where code = 'cash_epay')`;
const COPY_ORDER = `insert into payment_order (id, order_no, organization_id, created_by, purpose, amount_fen, channel,
    provider_account_id, plan_snapshot, expires_at)
  select 'ord_' || n, 'COPY000000000000' || n, organization_id, created_by, 'plan_purchase', amount_fen, channel,
    provider_account_id, '{}', expires_at
  from payment_order, generate_series(1, 2) n where id = $ORDER`;
const SUBSCRIPTIONS = `insert into subscription (id, organization_id, plan_code, plan_version, status, anchor_at,
    current_period_start, current_period_end)
  select 'sub_' || n, organization_id, 'pro', 1, 'active', '2026-01-01', '2026-01-01', '2026-02-01'
  from payment_order, generate_series(1, 2) n where id = $ORDER`;
const PERIODS = `insert into subscription_period (id, subscription_id, organization_id, plan_code, plan_version, starts_at, ends_at,
    amount_fen)
  select 'per_' || n, 'sub_1', organization_id, 'pro', 1, timestamptz '2026-01-01Z' + n * interval '20 days',
    timestamptz '2026-02-01Z' + n * interval '20 days', 0
  from payment_order, generate_series(1, 2) n where id = $ORDER`;
const REFUNDS = `insert into provider_refund (request_id, order_id, destination, amount_fen, hold_transaction_id)
  select 'rfd_' || n, $ORDER, 'balance', 600, 'txn_none_' || n from generate_series(1, 2) n`;

/** What is done to the books, and the invariants that must be named. */
const CORRUPTIONS: readonly [what: string, statements: string[], invariants: string[]][] = [
  [
    'an entry is larger than it was',
    [`update ledger_entry set amount_fen = amount_fen + 1 where ${CASH}`],
    ['I1', 'I2', 'I3', 'I4', 'I8', 'I18'],
  ],
  [
    'a transaction has no entries',
    [`insert into ledger_transaction (id, kind, source_id) values ('txn_none', 'adjust', 'x')`],
    ['I2'],
  ],
  [
    'a balance is larger than it was',
    [`update ledger_account set balance_fen = balance_fen + 1 where code = 'wallet'`],
    ['I3'],
  ],
  ['an entry is not counted', [`update ledger_account set last_seq = last_seq + 1 where code = 'wallet'`], ['I4']],
  ['a number of an entry is missing', [`update ledger_entry set account_seq = 7 where ${CASH}`], ['I4']],
  ['an account was overdrawn', [`update ledger_entry set balance_after_fen = -1 where account_seq = 2`], ['I4', 'I5']],
  [
    'an order is fulfilled twice',
    [
      `alter table ledger_transaction drop constraint ledger_transaction_kind_source_id_key`,
      `insert into ledger_transaction (id, kind, source_id) values ('txn_none', 'fulfil', $ORDER)`,
    ],
    ['I2', 'I6'],
  ],
  [
    'a fulfilled order lost its payment',
    [`update provider_payment set order_id = null, state = 'unapplied', reason = 'unknown_order'`],
    ['I7'],
  ],
  ['a payment came through another account', [`update provider_payment set provider_account_id = 'pac_other'`], ['I7']],
  ['a payment is worth more than its order', [`update provider_payment set amount_fen = amount_fen + 1`], ['I7', 'I8']],
  [
    'an order from the balance took nothing from it',
    [
      `update payment_order set channel = 'balance', provider_account_id = null, purpose = 'plan_purchase', plan_snapshot = '{}'`,
    ],
    ['I7'],
  ],
  ['a payment has no row', [`delete from provider_payment`], ['I7', 'I8']],
  [
    'a fulfilled order is only paid',
    [`update payment_order set status = 'paid', fulfilled_at = null, fulfillment_kind = null`],
    ['I9', 'I15'],
  ],
  ['a refund is in flight and its money is not held', [REFUNDS.replace('(1, 2)', '(1, 1)')], ['I9', 'I10']],
  ['an order says of its refunds what they are not', [`update payment_order set refund_reserved_fen = 1`], ['I10']],
  [
    'two refunds of an order are in flight, and more than it',
    [`drop index provider_refund_one_in_flight`, REFUNDS],
    ['I9', 'I10', 'I11'],
  ],
  ['two orders of plans are pending', [`drop index payment_order_one_open_plan`, COPY_ORDER], ['I11', 'I15']],
  ['two subscriptions are live', [`drop index subscription_one_live`, SUBSCRIPTIONS], ['I11']],
  ['two periods overlap', [PERIODS], ['I12']],
  [
    'a period has an order that did not give it',
    [PERIODS.replace('(1, 2)', '(1, 1)'), `update subscription_period set order_id = $ORDER`],
    ['I12'],
  ],
  [
    'revenue is deferred that no money was received for',
    [PERIODS.replace('(1, 2)', '(1, 1)'), `update subscription_period set order_id = $ORDER, amount_fen = 5`],
    ['I12', 'I18'],
  ],
  [
    'a period says that it has earned what is not in the ledger',
    [PERIODS.replace('(1, 2)', '(1, 1)'), `update subscription_period set recognised_fen = 1`],
    ['I18'],
  ],
  [
    'a period has money of another that did not give it',
    [PERIODS.replace('(1, 2)', '(1, 1)'), `update subscription_period set carried_in_fen = 1`],
    ['I12', 'I18'],
  ],
  [
    'revenue of no period was recognised',
    [`insert into ledger_transaction (id, kind, source_id) values ('txn_none', 'recognise', 'per_none:2026-11')`],
    ['I2', 'I18'],
  ],
  [
    'a payment was stored twice',
    [
      `alter table provider_payment drop constraint provider_payment_provider_account_id_trade_no_key`,
      `insert into provider_payment select 'pay_other', provider_account_id, trade_no, out_trade_no, amount_fen, order_id, 'unapplied',
         'second_payment', 'txn_other' from provider_payment`,
    ],
    ['I8', 'I14'],
  ],
  [
    'a notification was believed and nothing stored',
    [
      `insert into payment_notification (source, raw, trade_no, verdict, order_id) values ('notify', '', 'none', 'accepted', $ORDER)`,
    ],
    ['I14'],
  ],
  [
    'a cancelled order was fulfilled',
    [`update payment_order_history set status = 'cancelled' where status = 'paid'`],
    ['I15'],
  ],
];

describe('the check of the books', () => {
  it('finds nothing in books that are right', async () => {
    expect(await checkLedger(database.db)).toEqual({ balanced: true, clearing_fen: 0n, mismatches: [] });
  });

  it.each(CORRUPTIONS)('sees that %s', async (_what, statements, invariants) => {
    const { balanced, mismatches } = await checkAfter(statements);
    const broken = new Set(mismatches.map(({ invariant }) => invariant.split(' ')[0] ?? ''));
    expect([balanced, [...broken].toSorted()]).toEqual([false, invariants.toSorted()]);
    for (const { count, examples } of mismatches) expect([count, examples[0]]).toEqual([count, expect.any(String)]);
  });
});
