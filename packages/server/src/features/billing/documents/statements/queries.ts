import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../../platform/database.ts';
import type { statement } from '../../../../platform/schema/billing-documents.ts';
import type { Table } from '../../../../platform/schema/column.ts';
import { fenFromStored, type Fen, type StoredFen } from '../../../../shared/fen.ts';
import type { TransactionKind } from '../../../../shared/ledger-accounts.ts';

export type StatementRow = Selectable<Table<typeof statement>>;

/** The first instant of a month, and that of the next one. */
const startOf = (month: string) => sql<Date>`(${month} || '-01')::timestamp at time zone 'Asia/Shanghai'`;
const endOf = (month: string) =>
  sql<Date>`((${month} || '-01')::timestamp + interval '1 month') at time zone 'Asia/Shanghai'`;

/** The month before this one, by the clock of the database, and whether statements of it are due. */
export async function lastMonth(db: Db): Promise<{ month: string; isDue: boolean }> {
  const { rows } = await sql<{ month: string; is_due: boolean }>`
    select to_char(date_trunc('month', here) - interval '1 month', 'YYYY-MM') as month,
      here >= date_trunc('month', here) + interval '2 hours' as is_due
    from (select now() at time zone 'Asia/Shanghai' as here) t`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the database told no time');
  return { month: row.month, isDue: row.is_due };
}

/** Whether the month is over and did not end before the organization began. */
export async function hasMonth(db: Db, organizationId: string, month: string): Promise<boolean> {
  const row = await db
    .selectFrom('organization')
    .select('id')
    .where('id', '=', organizationId)
    .where(sql<boolean>`${endOf(month)} <= now()`)
    .where(sql<boolean>`created_at < ${endOf(month)}`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A new transaction's number, which is greater than that of every transaction that has written anything yet. The upper end of a
 * snapshot is not: it follows those that have ended, and one that is open may be beyond it. Text, because it outgrows a number.
 */
export async function nextTransaction(db: Db): Promise<string> {
  const { rows } = await sql<{ next: string }>`select pg_current_xact_id()::text as next`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the database has no transactions');
  return row.next;
}

/** Whether every transaction with a smaller number has ended. */
export async function haveEnded(db: Db, next: string): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${next}::text::xid8 as ended`.execute(db);
  return rows[0]?.ended === true;
}

/** Organizations that have had a balance before the end of the month, and have no statement of it. */
export async function listWithout(db: Db, month: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select account.organization_id
    from ledger_account account
    join ledger_entry entry on entry.account_id = account.id and entry.account_seq = 1
    join ledger_transaction booked on booked.id = entry.transaction_id
    where account.code = 'wallet' and booked.created_at < ${endOf(month)}
      and not exists (
        select from statement s where s.organization_id = account.organization_id and s.month = ${month}
      )
    limit ${limit}`.execute(db);
  return rows.map(({ organization_id }) => organization_id);
}

/** The months up to this one for which the organization has entries and no statement, the oldest first. */
export async function missingMonths(db: Db, organizationId: string, month: string): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    with first as (
      select date_trunc('month', booked.created_at at time zone 'Asia/Shanghai') as month
      from ledger_account account
      join ledger_entry entry on entry.account_id = account.id and entry.account_seq = 1
      join ledger_transaction booked on booked.id = entry.transaction_id
      where account.code = 'wallet' and account.organization_id = ${organizationId}
    )
    select to_char(each, 'YYYY-MM') as month
    from first, generate_series(first.month, (${month} || '-01')::timestamp, interval '1 month') each
    where not exists (
      select from statement s where s.organization_id = ${organizationId} and s.month = to_char(each, 'YYYY-MM')
    )
    order by each`.execute(db);
  return rows.map((row) => row.month);
}

/** The months that are over since the organization began and have no statement, the newest first. */
export async function listUnmade(db: Db, organizationId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    with bounds as (
      select date_trunc('month', created_at at time zone 'Asia/Shanghai') as first,
        date_trunc('month', now() at time zone 'Asia/Shanghai') - interval '1 month' as last
      from organization where id = ${organizationId}
    )
    select to_char(each, 'YYYY-MM') as month
    from bounds, generate_series(bounds.first, bounds.last, interval '1 month') each
    where not exists (
      select from statement s where s.organization_id = ${organizationId} and s.month = to_char(each, 'YYYY-MM')
    )
    order by each desc limit ${limit}`.execute(db);
  return rows.map((row) => row.month);
}

interface Place {
  id: number;
  sequence: number;
  balance: StoredFen;
}

/** The last entry of the wallet before an instant: in the order of the entries, which is that of their times. */
async function lastBefore(db: Db, organizationId: string, instant: ReturnType<typeof endOf>) {
  return db
    .selectFrom('ledger_account as account')
    .innerJoin('ledger_entry as entry', 'entry.account_id', 'account.id')
    .innerJoin('ledger_transaction as booked', 'booked.id', 'entry.transaction_id')
    .select(['entry.id', 'entry.account_seq as sequence', 'entry.balance_after_fen as balance'])
    .where('account.code', '=', 'wallet')
    .where('account.organization_id', '=', organizationId)
    .where(sql<boolean>`booked.created_at < ${instant}`)
    .orderBy('entry.account_seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const NOWHERE = { id: 0, sequence: 0, balance: 0 };

/** The wallet at both ends of a month, and what came and went between them. */
export async function readMonth(db: Db, organizationId: string, month: string) {
  const first: Place | typeof NOWHERE = (await lastBefore(db, organizationId, startOf(month))) ?? NOWHERE;
  const last: Place | typeof NOWHERE = (await lastBefore(db, organizationId, endOf(month))) ?? NOWHERE;
  const { rows } = await sql<{ credit: StoredFen; debit: StoredFen }>`
    select coalesce(sum(-entry.amount_fen) filter (where entry.amount_fen < 0), 0) as credit,
      coalesce(sum(entry.amount_fen) filter (where entry.amount_fen > 0), 0) as debit
    from ledger_account account join ledger_entry entry on entry.account_id = account.id
    where account.code = 'wallet' and account.organization_id = ${organizationId}
      and entry.account_seq > ${first.sequence} and entry.account_seq <= ${last.sequence}`.execute(db);
  const [sums] = rows;
  return {
    opening: fenFromStored(first.balance),
    closing: fenFromStored(last.balance),
    credit: fenFromStored(sums?.credit),
    debit: fenFromStored(sums?.debit),
    entryCount: last.sequence - first.sequence,
    lastEntryId: last.id,
  };
}

export interface NewStatement {
  id: string;
  organizationId: string;
  month: string;
  opening: Fen;
  closing: Fen;
  credit: Fen;
  debit: Fen;
  entryCount: number;
  lastEntryId: number;
}

/** Undefined: there is one of that month already. */
export async function insertStatement(trx: Db, given: NewStatement): Promise<StatementRow | undefined> {
  return trx
    .insertInto('statement')
    .values({
      id: given.id,
      organization_id: given.organizationId,
      month: given.month,
      opening_fen: given.opening,
      credit_fen: given.credit,
      debit_fen: given.debit,
      closing_fen: given.closing,
      entry_count: given.entryCount,
      last_entry_id: given.lastEntryId,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'month']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findStatement(
  db: Db,
  organizationId: string,
  which: { id: string } | { month: string },
): Promise<StatementRow | undefined> {
  return db
    .selectFrom('statement')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : ''))
    .$if('month' in which, (query) => query.where('month', '=', 'month' in which ? which.month : ''))
    .executeTakeFirst();
}

export interface StatementFilter {
  organizationId: string;
  year: string | undefined;
  /** Only months before this one. */
  before: string | undefined;
  limit: number;
}

/** The newest month first. */
export async function listStatements(
  db: Db,
  { organizationId, year, before, limit }: StatementFilter,
): Promise<StatementRow[]> {
  return db
    .selectFrom('statement')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .$if(year !== undefined, (query) => query.where('month', 'like', `${year}-%`))
    .$if(before !== undefined, (query) => query.where('month', '<', before ?? ''))
    .orderBy('month', 'desc')
    .limit(limit)
    .execute();
}

/** An entry of the wallet; what came is above zero. */
export interface StatementEntry {
  sequence: number;
  transactionId: string;
  kind: TransactionKind;
  sourceId: string;
  memo: string | null;
  amount: Fen;
  balanceAfter: Fen;
  at: Date;
}

/** The entries that a statement is made of, the oldest first: those up to its last one, as many as it counts. */
export async function listEntries(
  db: Db,
  { last_entry_id, entry_count }: Pick<StatementRow, 'last_entry_id' | 'entry_count'>,
): Promise<StatementEntry[]> {
  if (entry_count === 0) return [];
  const rows = await db
    .selectFrom('ledger_entry as last')
    .innerJoin('ledger_entry as entry', 'entry.account_id', 'last.account_id')
    .innerJoin('ledger_transaction as booked', 'booked.id', 'entry.transaction_id')
    .select(['entry.account_seq', 'booked.id', 'booked.kind', 'booked.source_id', 'booked.memo', 'booked.created_at'])
    .select(['entry.balance_after_fen', sql<StoredFen>`-entry.amount_fen`.as('amount_fen')])
    .where('last.id', '=', last_entry_id)
    .whereRef('entry.account_seq', '<=', 'last.account_seq')
    .where(sql<boolean>`entry.account_seq > last.account_seq - ${entry_count}::int`)
    .orderBy('entry.account_seq')
    .execute();
  return rows.map((row) => ({
    sequence: row.account_seq,
    transactionId: row.id,
    kind: row.kind,
    sourceId: row.source_id,
    memo: row.memo,
    amount: fenFromStored(row.amount_fen),
    balanceAfter: fenFromStored(row.balance_after_fen),
    at: row.created_at,
  }));
}

export async function nameOfOrganization(db: Db, id: string): Promise<string> {
  const { name } = await db.selectFrom('organization').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  return name;
}
