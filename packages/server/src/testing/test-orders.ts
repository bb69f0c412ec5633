import type { Database } from '../platform/database.ts';
import type { Fen } from '../shared/fen.ts';
import { newId, randomBase62 } from '../shared/ids.ts';

/** Orders as the tables want them, for tests of what the database holds; nothing here is how an order is really made. */

type Pool = Pick<Database, 'pool'>;

export const randomNumber = () => randomBase62(24).toUpperCase();

export interface TestOrder {
  id: string;
  organizationId: string;
  providerAccountId: string;
  amount: Fen;
}

/** A merchant account as its row names it. */
export type TestProviderAccount = Record<'pid' | 'protocol' | 'api_base' | 'secret_ref', string>;

/** A pending recharge of a new organization, through a gateway of its own, or this one. */
export async function newOrder({ pool }: Pool, amount: Fen, account?: TestProviderAccount): Promise<TestOrder> {
  const order = { id: newId('order'), organizationId: newId('organization'), amount };
  const through = account ?? {
    pid: '1001',
    protocol: 'v2_rsa',
    api_base: 'https://pay.example/',
    secret_ref: randomNumber(),
  };
  await pool.query(`insert into organization (id, name, kind) values ($1, 'Test', 'team')`, [order.organizationId]);
  const { rows } = await pool.query<{ id: string }>(
    `insert into provider_account (id, pid, protocol, api_base, secret_ref) values ($1, $2, $3, $4, $5)
     on conflict (provider, api_base, pid, protocol, secret_ref) do update set enabled_for_new = true returning id`,
    [newId('providerAccount'), through.pid, through.protocol, through.api_base, through.secret_ref],
  );
  const providerAccountId = rows[0]?.id ?? '';
  await pool.query(
    `insert into payment_order (id, order_no, organization_id, created_by, purpose, amount_fen, channel,
       provider_account_id, expires_at)
     values ($1, $2, $3, 'system', 'balance_recharge', $4, 'alipay', $5, now() + interval '1 hour')`,
    [order.id, randomNumber(), order.organizationId, amount, providerAccountId],
  );
  return { ...order, providerAccountId };
}

const TRANSACTION = 'insert into ledger_transaction (id, kind, source_id, organization_id) values ($1, $2, $3, $4)';
const ENTRIES = `insert into ledger_entry (transaction_id, account_id, amount_fen)
  select $1, a.id, case when a.code = $2 then $4::bigint else -$4::bigint end
  from ledger_account a
  where a.code in ($2, $3) and (a.organization_id is null or a.organization_id = $5) order by a.id`;

/** The money of an order comes and goes to the wallet, in one transaction of the database. */
export async function pay({ pool }: Pool, order: TestOrder): Promise<{ paymentId: string; transactionId: string }> {
  const { id, organizationId, amount } = order;
  const [paymentId, received, fulfilled] = [newId('providerPayment'), newId('transaction'), newId('transaction')];
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`insert into ledger_account (code, organization_id) values ('wallet', $1)`, [organizationId]);
    await client.query(TRANSACTION, [received, 'payment_received', id, organizationId]);
    await client.query(ENTRIES, [received, 'cash_epay', 'payment_clearing', amount, organizationId]);
    await client.query(
      `insert into provider_payment (id, provider_account_id, trade_no, out_trade_no, amount_fen, order_id, state, transaction_id)
       values ($1, $2, $3, $4, $5, $4, 'applied', $6)`,
      [paymentId, order.providerAccountId, randomNumber(), id, amount, received],
    );
    await client.query(`update payment_order set status = 'paid', paid_at = now() where id = $1`, [id]);
    await client.query(TRANSACTION, [fulfilled, 'fulfil', id, organizationId]);
    await client.query(ENTRIES, [fulfilled, 'payment_clearing', 'wallet', amount, organizationId]);
    await client.query(`insert into fulfillment (order_id, kind, transaction_id) values ($1, 'balance', $2)`, [
      id,
      fulfilled,
    ]);
    await client.query(
      `update payment_order set status = 'fulfilled', fulfilled_at = now(), fulfillment_kind = 'balance' where id = $1`,
      [id],
    );
    await client.query('commit');
    return { paymentId, transactionId: received };
  } finally {
    await client.query('rollback');
    client.release();
  }
}
