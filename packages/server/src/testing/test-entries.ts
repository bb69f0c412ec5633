import type { Database } from '../platform/database.ts';
import { newId } from '../shared/ids.ts';

interface Client {
  query(text: string, values?: unknown[]): Promise<unknown>;
}

/** Lets tests write entries of earlier months: the database itself dates them otherwise. */
export async function allowEarlierEntries({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query('alter table ledger_transaction disable trigger ledger_transaction_before');
}

/** The last months that are over, the oldest first, and the first instant of each and of this one. */
export async function pastMonths({ pool }: Pick<Database, 'pool'>, count: number) {
  const { rows } = await pool.query<{ month: string; start: string }>(
    `select to_char(each, 'YYYY-MM') as month, (each at time zone 'Asia/Shanghai')::text as start
     from (select date_trunc('month', now() at time zone 'Asia/Shanghai') as here) t,
       generate_series(here - $1 * interval '1 month', here, interval '1 month') each order by each`,
    [count],
  );
  return rows;
}

/** An entry of the wallet at an instant of PostgreSQL's, inside of the caller's transaction: what came is above zero. */
export async function writeEntry(
  client: Client,
  {
    organizationId,
    amount,
    at,
    memo = null,
  }: { organizationId: string; amount: number; at: string; memo?: string | null },
): Promise<string> {
  const id = newId('transaction');
  await client.query(
    `insert into ledger_account (code, organization_id) values ('wallet', $1) on conflict do nothing`,
    [organizationId],
  );
  await client.query(
    `insert into ledger_transaction (id, kind, source_id, organization_id, memo, created_at)
     values ($1, 'adjust', $1, $2, $3, $4::text::timestamptz)`,
    [id, organizationId, memo, at],
  );
  await client.query(
    `insert into ledger_entry (transaction_id, account_id, amount_fen)
     select $1, a.id, case when a.code = 'wallet' then -$3::bigint else $3::bigint end
     from ledger_account a
     where (a.code = 'wallet' and a.organization_id = $2) or a.code = 'adjustment_expense' order by a.id`,
    [id, organizationId, amount],
  );
  return id;
}

/** The same in a transaction of its own. */
export async function bookEntry(
  { pool }: Pick<Database, 'pool'>,
  given: Parameters<typeof writeEntry>[1],
): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const id = await writeEntry(client, given);
    await client.query('commit');
    return id;
  } finally {
    client.release();
  }
}
