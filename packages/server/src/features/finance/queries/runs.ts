import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { reconcile_item, reconcile_run } from '../../../platform/schema/reconcile.ts';
import type { Table } from '../../../platform/schema/column.ts';
import type { ReconcileClass, ReconcileMode } from '../../../shared/billing-words.ts';
import { FINANCE_LIMITS } from '../limits.ts';

export type RunRow = Selectable<Table<typeof reconcile_run>>;
export type ItemRow = Selectable<Table<typeof reconcile_item>>;

export interface NewRun {
  id: string;
  providerAccountId: string;
  mode: ReconcileMode;
  from: Date;
  to: Date;
  /** Null: the schedule. */
  createdBy: string | null;
  /** Null: it is not repeated. */
  key: { text: string; fingerprint: string } | null;
}

/** Runs that nobody works on anymore. Only for whoever holds the lock of runs. */
export async function failAbandoned(db: Db): Promise<bigint> {
  const { numUpdatedRows } = await db
    .updateTable('reconcile_run')
    .set({ status: 'failed', finished_at: sql<Date>`now()` })
    .where('status', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows;
}

/** Undefined: a run with this key exists. */
export async function insertRun(db: Db, run: NewRun): Promise<RunRow | undefined> {
  return db
    .insertInto('reconcile_run')
    .values({
      id: run.id,
      provider_account_id: run.providerAccountId,
      mode: run.mode,
      window_from: run.from,
      window_to: run.to,
      created_by: run.createdBy,
      idempotency_key: run.key?.text ?? null,
      fingerprint: run.key?.fingerprint ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** @param summary JSON; null when it failed */
export async function endRun(
  db: Db,
  id: string,
  { status, summary }: { status: 'completed' | 'failed'; summary: string | null },
): Promise<void> {
  await db
    .updateTable('reconcile_run')
    .set({ status, summary, finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}

export async function findRun(db: Db, id: string): Promise<RunRow | undefined> {
  return db.selectFrom('reconcile_run').selectAll().where('id', '=', id).executeTakeFirst();
}

/** One part, newest first, and how many there are. */
export async function listRuns(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RunRow[]; total: number }> {
  const rows = await db
    .selectFrom('reconcile_run')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await db
    .selectFrom('reconcile_run')
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** The run that was asked for with this key and has not failed. */
export async function findRunByKey(db: Db, createdBy: string, key: string): Promise<RunRow | undefined> {
  return db
    .selectFrom('reconcile_run')
    .selectAll()
    .where('created_by', '=', createdBy)
    .where('idempotency_key', '=', key)
    .where('status', '<>', 'failed')
    .executeTakeFirst();
}

export interface NewItem {
  class: ReconcileClass;
  orderId: string | null;
  tradeNo: string | null;
  /** JSON. */
  ours: string | null;
  theirs: string | null;
  action: string;
  isSettled: boolean;
}

const ITEMS_AT_A_TIME = 500;

export async function insertItems(trx: Db, runId: string, items: readonly NewItem[]): Promise<void> {
  for (let at = 0; at < items.length; at += ITEMS_AT_A_TIME) {
    await trx
      .insertInto('reconcile_item')
      .values(
        items.slice(at, at + ITEMS_AT_A_TIME).map((item) => ({
          run_id: runId,
          class: item.class,
          order_id: item.orderId,
          trade_no: item.tradeNo,
          ours: item.ours,
          theirs: item.theirs,
          action: item.action,
          resolved_at: item.isSettled ? sql<Date>`now()` : null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Differences of earlier runs that this one did not find, although it looked at their orders. */
export async function settleEarlier(trx: Db, { id }: Pick<RunRow, 'id'>): Promise<void> {
  await sql`
    update reconcile_item earlier set resolved_at = now()
    from reconcile_run before, reconcile_run here
    where before.id = earlier.run_id and here.id = ${id} and earlier.resolved_at is null
      and before.provider_account_id = here.provider_account_id and before.id <> here.id
      and coalesce((select o.created_at from payment_order o where o.id = earlier.order_id), before.window_to)
        between here.window_from and here.window_to
      and not exists (
        select from reconcile_item found
        where found.run_id = here.id and found.class = earlier.class
          and found.order_id is not distinct from earlier.order_id
          and found.trade_no is not distinct from earlier.trade_no
      )`.execute(trx);
}

/** Where a difference is. */
export type Place = Pick<NewItem, 'class' | 'orderId' | 'tradeNo'>;

/** Those of some places at which a run that applies has found the same before, and the gateway confirmed it. */
export async function listKnown(trx: Db, places: readonly Place[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select distinct item.class, item.order_id as "orderId", item.trade_no as "tradeNo"
    from reconcile_item item join reconcile_run run on run.id = item.run_id
    where run.mode = 'apply' and item.action <> 'ask_again' and (
      item.order_id = any (${places.flatMap(({ orderId }) => orderId ?? [])}::text[])
      or item.trade_no = any (${places.flatMap(({ tradeNo }) => tradeNo ?? [])}::text[])
    )`.execute(trx);
  return rows;
}

/** As many as an answer shows, and one more. */
export async function listItems(db: Db, runId: string): Promise<(ItemRow & { order_no: string | null })[]> {
  return db
    .selectFrom('reconcile_item as item')
    .leftJoin('payment_order as o', 'o.id', 'item.order_id')
    .selectAll('item')
    .select('o.order_no')
    .where('item.run_id', '=', runId)
    .orderBy('item.id')
    .limit(FINANCE_LIMITS.shownItems + 1)
    .execute();
}

/** The run that the schedule wants now; null: none. */
export async function findDue(db: Db, providerAccountId: string): Promise<'nightly' | 'recent' | null> {
  const { everyMinutes, nightlyDays, recentHours } = FINANCE_LIMITS;
  const { rows } = await sql<{ due: 'nightly' | 'recent' | null }>`
    with scheduled as (
      select * from reconcile_run where provider_account_id = ${providerAccountId} and created_by is null
    )
    select case
      when exists (select from scheduled where created_at > now() - ${everyMinutes}::int * interval '1 minute') then null
      when not exists (
        select from scheduled where status = 'completed' and window_to - window_from >= ${nightlyDays}::int * interval '1 day'
          and created_at >= (
            date_trunc('day', now() at time zone 'Asia/Shanghai' - interval '270 minutes') + interval '270 minutes'
          ) at time zone 'Asia/Shanghai'
      ) then 'nightly'
      when exists (
        select from payment_order where provider_account_id = ${providerAccountId} and status = 'pending'
          and created_at > now() - ${recentHours}::int * interval '1 hour'
      ) then 'recent'
    end as due`.execute(db);
  return rows[0]?.due ?? null;
}

/** By the clock of the database: the window of so many hours that ends now. */
export async function windowOf(db: Db, hours: number): Promise<{ from: Date; to: Date }> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select now() - ${hours}::int * interval '1 hour' as from, now() as to`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a select without a table has one row');
  return row;
}
