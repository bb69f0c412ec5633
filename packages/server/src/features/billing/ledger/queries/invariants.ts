import { sql } from 'kysely';
import type { Db } from '../../../../platform/database.ts';
import type { Invariant } from './invariant.ts';
import { REFUND_INVARIANTS } from './invariants-of-refunds.ts';
import { ORDER_INVARIANTS } from './invariants-of-orders.ts';
import { REVENUE_INVARIANTS } from './invariants-of-revenue.ts';

/** The sum of the balances of some accounts, from the entries alone, on the account's own side. */
const heldBy = (codes: string): string => `(
  select coalesce(sum(a.normal_sign * e.amount_fen), 0) from ledger_entry e join ledger_account a on a.id = e.account_id
  where a.code in (${codes})
)`;

/** What transactions of some kinds moved into the account of the gateway. */
const intoCash = (kinds: string): string => `(
  select coalesce(sum(e.amount_fen), 0) from ledger_entry e
  join ledger_account a on a.id = e.account_id join ledger_transaction t on t.id = e.transaction_id
  where a.code = 'cash_epay' and t.kind in (${kinds})
)`;

const BOOKS: readonly Invariant[] = [
  {
    id: 'I1',
    what: 'all entries sum to zero',
    breaches: `select 'the sum is ' || sum(amount_fen) as example from ledger_entry having sum(amount_fen) <> 0`,
  },
  {
    id: 'I2',
    what: 'a transaction has at least two entries, which sum to zero',
    breaches: `
      select t.id as example from ledger_transaction t left join ledger_entry e on e.transaction_id = t.id
      group by t.id having count(e.id) < 2 or sum(e.amount_fen) <> 0`,
  },
  {
    id: 'I3',
    what: 'a balance is the sum of its entries',
    breaches: `
      select coalesce(a.organization_id || ' ', '') || a.code as example
      from ledger_account a left join ledger_entry e on e.account_id = a.id
      group by a.id having a.balance_fen <> a.normal_sign * coalesce(sum(e.amount_fen), 0)`,
  },
  {
    id: 'I4',
    what: 'the entries of an account are counted without a gap, each with the balance after it',
    breaches: `
      select 'entry ' || e.id as example from (
        select e.id, e.account_seq, e.balance_after_fen, row_number() over by_account as counted,
          a.normal_sign * sum(e.amount_fen) over by_account as summed
        from ledger_entry e join ledger_account a on a.id = e.account_id
        window by_account as (partition by e.account_id order by e.account_seq rows unbounded preceding)
      ) e where e.account_seq <> e.counted or e.balance_after_fen <> e.summed
      union all
      select coalesce(a.organization_id || ' ', '') || a.code from ledger_account a
      where a.last_seq <> (select count(*) from ledger_entry e where e.account_id = a.id)`,
  },
  {
    id: 'I5',
    what: 'an account that may not be overdrawn never was',
    breaches: `
      select 'entry ' || e.id as example from ledger_entry e join ledger_account a on a.id = e.account_id
      where not a.may_overdraw and e.balance_after_fen < 0`,
  },
  {
    id: 'I8',
    what: 'the gateway holds what was paid, without what was refunded and settled',
    breaches: `
      select 'held ' || held || ', expected ' || expected as example from (
        select ${heldBy(`'cash_epay'`)} as held,
          (select coalesce(sum(amount_fen), 0) from provider_payment)
          - (select coalesce(sum(amount_fen), 0) from provider_refund where state = 'succeeded' and destination = 'original')
          + ${intoCash(`'settlement'`)} as expected
      ) s where held <> expected`,
  },
  {
    id: 'I9',
    what: 'payment_clearing holds the money of the paid orders that got nothing yet',
    breaches: `
      select 'held ' || held || ', expected ' || expected as example from (
        select ${heldBy(`'payment_clearing'`)} as held,
          (select coalesce(sum(amount_fen), 0) from payment_order where status = 'paid' and channel <> 'balance') as expected
      ) s where held <> expected`,
  },
  {
    id: 'I18',
    what: 'what was received is owed, earned, in between, refunded or settled',
    breaches: `
      select 'received ' || received || ', found ' || found as example from (
        select ${intoCash(`'payment_received', 'payment_unapplied'`)} as received,
          ${heldBy(`'wallet', 'wallet_bonus', 'deferred_revenue', 'revenue_plan', 'revenue_usage', 'unapplied_payments',
            'payment_clearing', 'refund_clearing'`)}
          - ${intoCash(`'refund_done', 'settlement'`)}
          - ${heldBy(`'bank', 'provider_fee', 'adjustment_expense'`)} as found
      ) s where received <> found`,
  },
];

export const INVARIANTS: readonly Invariant[] = [
  ...BOOKS,
  ...ORDER_INVARIANTS,
  ...REFUND_INVARIANTS,
  ...REVENUE_INVARIANTS,
];

/** How many breaches there are, and where the first of them are. */
export async function breachesOf(
  db: Db,
  { breaches }: Invariant,
  examples: number,
): Promise<{ count: number; examples: string[] }> {
  const { rows } = await sql<{ count: number; examples: string[] | null }>`
    select count(*) as count, (array_agg(example order by example))[1:${sql.lit(examples)}] as examples
    from (${sql.raw(breaches)}) found`.execute(db);
  const [row] = rows;
  return { count: row?.count ?? 0, examples: row?.examples ?? [] };
}

/** For a transaction that only reads: what it sees is one moment. */
export async function clearingBalance(db: Db): Promise<unknown> {
  const { rows } = await sql<{ held: unknown }>`select ${sql.raw(heldBy(`'payment_clearing'`))} as held`.execute(db);
  return rows[0]?.held;
}
