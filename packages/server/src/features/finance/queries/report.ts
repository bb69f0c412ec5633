import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { fenFromStored, type Fen, type StoredFen } from '../../../shared/fen.ts';
import { FINANCE_LIMITS } from '../limits.ts';

/** What moved, in the order of the answers. */
const FIGURES = [
  'received',
  'fulfilled',
  'refunded',
  'unapplied',
  'wallet_liability',
  'deferred_revenue',
  'recognized',
  'provider_fee',
  'settled',
] as const;
type Figure = (typeof FIGURES)[number];

export type Figures = Readonly<Record<Figure, Fen>>;

export const GROUPINGS = ['day', 'month', 'channel', 'none'] as const;
export type Grouping = (typeof GROUPINGS)[number];

type FiguresRow = Record<Figure, StoredFen>;

/** Debits are above zero in the ledger; what we owe and earn is counted as it grows. */
const SUMS = sql`
  coalesce(sum(e.amount_fen) filter (
    where a.code = 'cash_epay' and t.kind in ('payment_received', 'payment_unapplied')), 0) as received,
  coalesce(sum(e.amount_fen) filter (where t.kind = 'fulfil' and e.amount_fen > 0), 0) as fulfilled,
  coalesce(sum(e.amount_fen) filter (where t.kind = 'refund_done' and e.amount_fen > 0), 0) as refunded,
  coalesce(-sum(e.amount_fen) filter (where a.code = 'unapplied_payments'), 0) as unapplied,
  coalesce(-sum(e.amount_fen) filter (where a.code in ('wallet', 'wallet_bonus')), 0) as wallet_liability,
  coalesce(-sum(e.amount_fen) filter (where a.code = 'deferred_revenue'), 0) as deferred_revenue,
  coalesce(-sum(e.amount_fen) filter (where a.code in ('revenue_plan', 'revenue_usage')), 0) as recognized,
  coalesce(sum(e.amount_fen) filter (where a.code = 'provider_fee'), 0) as provider_fee,
  coalesce(sum(e.amount_fen) filter (where a.code = 'bank'), 0) as settled
  from ledger_entry e
  join ledger_account a on a.id = e.account_id
  join ledger_transaction t on t.id = e.transaction_id`;

const GROUPS: Readonly<Record<Exclude<Grouping, 'none'>, RawBuilder<string | null>>> = {
  day: sql`to_char(t.created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`,
  month: sql`to_char(t.created_at at time zone 'Asia/Shanghai', 'YYYY-MM')`,
  channel: sql`coalesce((
    select o.channel from payment_order o where o.id = coalesce(
      (select p.order_id from provider_payment p where t.id in (p.transaction_id, p.resolution_transaction_id)),
      (select r.order_id from provider_refund r where t.id in (r.hold_transaction_id, r.final_transaction_id)),
      case when t.kind = 'recognise' then (
        select p.order_id from subscription_period p where p.id = split_part(t.source_id, ':', 1)
      ) end,
      t.source_id)
  ), 'none')`,
};

export interface Window {
  from: Date;
  /** Exclusive. */
  to: Date;
}

/** What moved in the window, of each group that anything moved in. */
export async function listMovements(
  db: Db,
  { from, to }: Window,
  grouping: Exclude<Grouping, 'none'>,
): Promise<{ group: string; figures: Figures }[]> {
  const { rows } = await sql<FiguresRow & { name: string }>`
    select ${GROUPS[grouping]} as name, ${SUMS}
    where t.created_at >= ${from} and t.created_at < ${to}
    group by 1 order by 1`.execute(db);
  return rows.map((row) => ({ group: row.name, figures: figuresOf(row) }));
}

/** What moved in the window, and of what is owed the whole at its end. */
export async function readTotals(db: Db, { from, to }: Window): Promise<Figures> {
  const moved = await onlyRow(db, sql`select ${SUMS} where t.created_at >= ${from} and t.created_at < ${to}`);
  const { unapplied, wallet_liability, deferred_revenue } = await onlyRow(
    db,
    sql`select ${SUMS} where t.created_at < ${to}`,
  );
  return { ...moved, unapplied, wallet_liability, deferred_revenue };
}

async function onlyRow(db: Db, query: RawBuilder<unknown>): Promise<Figures> {
  const { rows } = await sql<FiguresRow>`${query}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a sum has one row');
  return figuresOf(row);
}

function figuresOf(row: FiguresRow): Figures {
  const of = (figure: Figure): Fen => fenFromStored(row[figure]);
  return {
    received: of('received'),
    fulfilled: of('fulfilled'),
    refunded: of('refunded'),
    unapplied: of('unapplied'),
    wallet_liability: of('wallet_liability'),
    deferred_revenue: of('deferred_revenue'),
    recognized: of('recognized'),
    provider_fee: of('provider_fee'),
    settled: of('settled'),
  };
}

export interface Attention {
  class: string;
  count: number;
  oldestAt: Date;
}

/** What waits for a person. */
export async function listAttention(db: Db): Promise<Attention[]> {
  const { rows } = await sql<{ class: string; count: number; oldest_at: Date }>`
    select class, count(distinct (order_id, trade_no))::int as count, min(created_at) as oldest_at
      from reconcile_item join reconcile_run run on run.id = run_id
      where resolved_at is null and mode = 'apply' and class <> 'ledger_mismatch'
        and not (class = 'paid_here_unpaid_there' and action = 'freeze')
      group by class
    union all select 'wallet_frozen', count(*)::int, min(created_at) from frozen_payment where lifted_at is null having count(*) > 0
    union all select 'payment_in_suspense', count(*)::int, min(first_seen_at)
      from provider_payment where state = 'unapplied' having count(*) > 0
    union all select 'paid_and_undelivered', count(*)::int, min(paid_at) from payment_order
      where status = 'paid' and paid_at < now() - ${FINANCE_LIMITS.unfulfilledMinutes}::int * interval '1 minute' having count(*) > 0
    union all select 'refund_unknown', count(*)::int, min(created_at) from provider_refund where state = 'unknown' having count(*) > 0
    union all select 'ledger_mismatch', jsonb_array_length(mismatches), checked_at
      from (select * from ledger_check order by id desc limit 1) latest where not balanced
    union all select 'reconcile_failed', 1, created_at
      from (select * from reconcile_run where status <> 'running' order by created_at desc limit 1) latest where status = 'failed'
    order by 1`.execute(db);
  return rows.map((row) => ({ class: row.class, count: row.count, oldestAt: row.oldest_at }));
}
