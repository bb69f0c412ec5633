import { sql } from 'kysely';
import type { Db } from '../../../../platform/database.ts';
import { fenFromStored, type Fen, type StoredFen } from '../../../../shared/fen.ts';
import type { TransactionType } from '../schemas.ts';

/** An entry of a wallet, as its organization sees it. */
export interface WalletLine {
  transactionId: string;
  type: TransactionType;
  direction: 'credit' | 'debit';
  /** Above zero. */
  amount: Fen;
  balanceAfter: Fen;
  memo: string | null;
  orderId: string | null;
  refundRequestId: string | null;
  /** Counts the entries of the wallet from 1, without a gap. */
  sequence: number;
  at: Date;
}

interface WalletRow {
  id: string;
  type: TransactionType;
  direction: 'credit' | 'debit';
  amount_fen: StoredFen;
  balance_after_fen: StoredFen;
  memo: string | null;
  order_id: string | null;
  refund_request_id: string | null;
  account_seq: number;
  created_at: Date;
}

export interface WalletFilter {
  organizationId: string;
  type: TransactionType | undefined;
  direction: 'credit' | 'debit' | undefined;
  orderId: string | undefined;
  from: Date | undefined;
  /** Exclusive. */
  to: Date | undefined;
  /** Only older ones than this sequence. */
  before: number | undefined;
  limit: number;
}

const LINES = sql`
  select booked.id, booked.memo, booked.created_at, entry.account_seq, entry.balance_after_fen,
    abs(entry.amount_fen) as amount_fen,
    case when entry.amount_fen < 0 then 'credit' else 'debit' end as direction,
    case booked.kind
      when 'fulfil' then case
        when entry.amount_fen > 0 then 'plan_charge'
        when given.kind = 'late_to_balance' then 'late_payment'
        else 'recharge' end
      when 'usage_charge' then 'usage_charge'
      when 'refund_hold' then 'refund_hold'
      when 'refund_failed' then 'refund_returned'
      when 'refund_done' then 'refund_returned'
      when 'resolve' then 'unapplied_resolved'
      else 'adjustment' end as type,
    case when booked.kind = 'fulfil' then booked.source_id end as order_id,
    case when booked.kind like 'refund_%' then booked.source_id end as refund_request_id,
    account.organization_id
  from ledger_account account
  join ledger_entry entry on entry.account_id = account.id
  join ledger_transaction booked on booked.id = entry.transaction_id
  left join fulfillment given on booked.kind = 'fulfil' and given.order_id = booked.source_id
  where account.code = 'wallet'`;

/** The newest first. Without a filter each balance is that of the next row and the amount. */
export async function listWallet(db: Db, filter: WalletFilter): Promise<WalletLine[]> {
  const { organizationId, type, direction, orderId, from, to, before, limit } = filter;
  const { rows } = await sql<WalletRow>`
    select * from (${LINES} and account.organization_id = ${organizationId}) as line
    where (${before ?? null}::bigint is null or account_seq < ${before ?? null}::bigint)
      and (${type ?? null}::text is null or type = ${type ?? null})
      and (${direction ?? null}::text is null or direction = ${direction ?? null})
      and (${orderId ?? null}::text is null or order_id = ${orderId ?? null})
      and (${from ?? null}::timestamptz is null or created_at >= ${from ?? null})
      and (${to ?? null}::timestamptz is null or created_at < ${to ?? null})
    order by account_seq desc limit ${limit}`.execute(db);
  return rows.map(lineOf);
}

/** The entry of a transaction on the wallet of an organization, if it has one. */
export async function findWalletEntry(
  db: Db,
  organizationId: string,
  transactionId: string,
): Promise<WalletLine | undefined> {
  const { rows } = await sql<WalletRow>`
    select * from (${LINES} and account.organization_id = ${organizationId} and booked.id = ${transactionId}) as line
  `.execute(db);
  const [row] = rows;
  return row && lineOf(row);
}

function lineOf(row: WalletRow): WalletLine {
  return {
    transactionId: row.id,
    type: row.type,
    direction: row.direction,
    amount: fenFromStored(row.amount_fen),
    balanceAfter: fenFromStored(row.balance_after_fen),
    memo: row.memo,
    orderId: row.order_id,
    refundRequestId: row.refund_request_id,
    sequence: row.account_seq,
    at: row.created_at,
  };
}

export interface Balance {
  paid: Fen;
  bonus: Fen;
  /** For refunds that are neither done nor failed. */
  held: Fen;
  at: Date;
}

/** What an organization can spend, and what is held for refunds to it. All of one instant. */
export async function readBalance(db: Db, organizationId: string): Promise<Balance> {
  const { rows } = await sql<{ paid: StoredFen; bonus: StoredFen; held: StoredFen; at: Date }>`
    select
      coalesce((select balance_fen from ledger_account where code = 'wallet' and organization_id = ${organizationId}), 0) as paid,
      coalesce((select balance_fen from ledger_account where code = 'wallet_bonus' and organization_id = ${organizationId}), 0) as bonus,
      coalesce((
        select sum(r.amount_fen) from provider_refund r join payment_order o on o.id = r.order_id
        where o.organization_id = ${organizationId} and r.state in ('queued', 'submitting', 'unknown')
      ), 0) as held,
      now() as at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a select without a table has one row');
  return { paid: fenFromStored(row.paid), bonus: fenFromStored(row.bonus), held: fenFromStored(row.held), at: row.at };
}
