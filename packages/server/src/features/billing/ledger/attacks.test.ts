import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../platform/test-database.ts';
import { fen } from '../../../shared/fen.ts';
import { newId } from '../../../shared/ids.ts';
import { newOrder, pay, randomNumber, type TestOrder } from '../../../testing/test-orders.ts';

let database: TestDatabase;
let order: TestOrder;
let pending: TestOrder;
let paid: { paymentId: string; transactionId: string };

beforeAll(async () => {
  database = await createTestDatabase();
  order = await newOrder(database, fen(1000n));
  paid = await pay(database, order);
  pending = await newOrder(database, fen(1000n));
});
afterAll(() => database.drop());

/** In one transaction, as the owner of the tables. */
async function run(...statements: string[]): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const everything = async (): Promise<unknown> => {
  const tables = ['ledger_account', 'ledger_transaction', 'ledger_entry', 'payment_order', 'provider_payment'];
  const parts = tables.map((table) => `(select jsonb_agg(t order by t::text) from ${table} t)`);
  const { rows } = await database.pool.query<object>(`select ${parts.map((part, n) => `${part} as t${n}`).join(', ')}`);
  return rows;
};

const transaction = () => {
  const id = newId('transaction');
  return { id, insert: `insert into ledger_transaction (id, kind, source_id) values ('${id}', 'adjust', '${id}')` };
};
const entry = (id: string, code: string, amount: number) =>
  `insert into ledger_entry (transaction_id, account_id, amount_fen)
   select '${id}', id, ${amount} from ledger_account where code = '${code}' and organization_id is null`;
const change = (id: string, what: string) => `update payment_order set ${what} where id = '${id}'`;

const attacks: readonly [what: string, statements: () => string[], refusal: string][] = [
  [
    'a balance is changed',
    () => ['update ledger_account set balance_fen = 5'],
    'an account changes only by its entries',
  ],
  ['an entry is changed', () => ['update ledger_entry set amount_fen = 1'], 'UPDATE on ledger_entry is forbidden'],
  ['an entry is deleted', () => ['delete from ledger_entry'], 'DELETE on ledger_entry is forbidden'],
  ['the entries are truncated', () => ['truncate ledger_entry cascade'], 'TRUNCATE on ledger_entry is forbidden'],
  [
    'a transaction has one side',
    () => {
      const { id, insert } = transaction();
      return [insert, entry(id, 'bank', 100)];
    },
    'is unbalanced: 1 entries, sum 100',
  ],
  ['a transaction is empty', () => [transaction().insert], 'is unbalanced: 0 entries, sum 0'],
  [
    'an old transaction gets further entries',
    () => [entry(paid.transactionId, 'bank', 100), entry(paid.transactionId, 'provider_fee', -100)],
    'is sealed',
  ],
  [
    'an account is opened with money',
    () => [
      `insert into ledger_account (code, organization_id, balance_fen) values ('wallet', '${pending.organizationId}', 100)`,
    ],
    'an account opens at zero',
  ],
  [
    'an order is paid without a payment',
    () => [change(pending.id, `status = 'paid', paid_at = now()`)],
    'without a payment',
  ],
  [
    'an order skips a state',
    () => [
      change(pending.id, `status = 'fulfilled', paid_at = now(), fulfilled_at = now(), fulfillment_kind = 'balance'`),
    ],
    'an order does not go from pending to fulfilled',
  ],
  [
    'the amount of an order is changed',
    () => [change(pending.id, 'amount_fen = 1')],
    'the terms of an order do not change',
  ],
  [
    'a payment that was stored is used for another order',
    () => [
      `insert into provider_payment
         (id, provider_account_id, trade_no, out_trade_no, amount_fen, order_id, state, transaction_id)
       select '${newId('providerPayment')}', provider_account_id, trade_no || 'x', out_trade_no, amount_fen, '${pending.id}',
         'applied', transaction_id
       from provider_payment where id = '${paid.paymentId}'`,
    ],
    'provider_payment_transaction_id_key',
  ],
  [
    'the number of a payment comes again',
    () => [
      `insert into provider_payment
         (id, provider_account_id, trade_no, out_trade_no, amount_fen, order_id, state, transaction_id)
       select '${newId('providerPayment')}', provider_account_id, trade_no, out_trade_no, amount_fen, '${pending.id}',
         'applied', (select transaction_id from fulfillment where order_id = '${order.id}')
       from provider_payment where id = '${paid.paymentId}'`,
    ],
    'provider_payment_provider_account_id_trade_no_key',
  ],
  [
    'a payment is turned to another order',
    () => [`update provider_payment set order_id = '${pending.id}' where id = '${paid.paymentId}'`],
    'a payment changes only when it is resolved',
  ],
  ['an order is deleted', () => [`delete from payment_order where id = '${pending.id}'`], 'an order is never deleted'],
  [
    'money is of another currency',
    () => [
      `insert into ledger_account (code, organization_id, currency) values ('wallet', '${pending.organizationId}', 'USD')`,
    ],
    'ledger_account_currency_check',
  ],
  [
    'an order says that it was refunded',
    () => [change(order.id, `status = 'refunded', refunded_fen = amount_fen`)],
    'the refunds of order',
  ],
  [
    'a refund is invented, with a transaction that held nothing',
    () => {
      const id = newId('refund');
      return [
        `insert into refund_request (id, organization_id, order_id, amount_fen, reason, destination, created_by)
         values ('${id}', '${order.organizationId}', '${order.id}', 1000, 'wish', 'original', 'usr_1')`,
        `insert into provider_refund (request_id, order_id, destination, out_refund_no, amount_fen, hold_transaction_id)
         values ('${id}', '${order.id}', 'original', '${randomNumber()}', 1000, '${paid.transactionId}')`,
        change(order.id, 'refund_reserved_fen = 1000'),
      ];
    },
    'is not in the ledger',
  ],
  [
    'one organization pays with the wallet of another',
    () => {
      const { id, insert } = transaction();
      return [
        insert
          .replace(`(id, kind`, '(organization_id, id, kind')
          .replace('values (', `values ('${pending.organizationId}', `),
        `insert into ledger_entry (transaction_id, account_id, amount_fen)
         select '${id}', id, 1000 from ledger_account where organization_id = '${order.organizationId}'`,
      ];
    },
    'cannot use account',
  ],
  [
    'the check of a transaction is led to another table',
    () => {
      const { id, insert } = transaction();
      return [
        'create temporary table ledger_entry (transaction_id text, amount_fen bigint) on commit drop',
        insert.replace('ledger_transaction', 'public.ledger_transaction'),
        `insert into ledger_entry values ('${id}', 5), ('${id}', -5)`,
      ];
    },
    'is unbalanced: 0 entries, sum 0',
  ],
];

describe('the owner of the tables is refused when', () => {
  it.each(attacks)('%s', async (_what, statements, refusal) => {
    const before = await everything();
    await expect(run(...statements())).rejects.toThrow(refusal);
    expect(await everything()).toEqual(before);
  });
});

describe('what is not an attack', () => {
  it('is done: another order is paid', async () => {
    const other = await newOrder(database, fen(1000n));
    await pay(database, other);
    const { rows } = await database.pool.query<{ status: string }>(
      'select status from payment_order_history where order_id = $1 order by version',
      [other.id],
    );
    expect(rows.map(({ status }) => status)).toEqual(['pending', 'paid', 'fulfilled']);
  });
});
