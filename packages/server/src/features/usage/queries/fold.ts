import { sql, type RawBuilder } from 'kysely';
import type { Db, DbTransaction } from '../../../platform/database.ts';

/**
 * Rows of transactions below the mark are in the sums, all others are not. The mark is never beyond a transaction that has not
 * ended, so that no row appears below it later.
 */
interface Marks {
  mark: number;
  /** The oldest transaction that has not ended. */
  horizon: number;
}

/** The place of the marks, locked until the transaction ends; undefined when another process has it. */
async function lockMarks(trx: DbTransaction, waits: boolean): Promise<Marks | undefined> {
  const { rows } = await sql<Marks>`
    select mark, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon from usage_fold
    for update ${waits ? sql`` : sql`skip locked`}`.execute(trx);
  return rows[0];
}

const DAY = sql`date_trunc('day', at at time zone 'UTC') at time zone 'UTC'`;

/** The sums of the rows that a condition selects, in the columns of `usage_day`. */
function sumsOf(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select organization_id, ${DAY} as day, operation, mode, api_key_id,
      count(*) filter (where outcome = 'completed') as completed, count(*) filter (where outcome = 'failed') as failed
    from usage_records where ${condition} group by 1, 2, 3, 4, 5`;
}

/** The rows of a day that begins at this instant. */
function ofDay(day: Date): RawBuilder<unknown> {
  return sql`at >= ${day} and at < ${day}::timestamptz + interval '24 hours'`;
}

/** The database was restored elsewhere: its transactions are numbered from another beginning. */
class RestoredElsewhere extends Error {
  override readonly name = 'RestoredElsewhere';

  constructor() {
    super('the database was restored on another server: run revera usage rebuild');
  }
}

/** Adds the rows since the mark to the sums, unless another process does. @throws {RestoredElsewhere} */
export async function foldUsage(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const marks = await lockMarks(trx, false);
    if (marks === undefined) return;
    const { mark, horizon } = marks;
    if (mark > horizon) throw new RestoredElsewhere();
    await sql`
      insert into usage_day (organization_id, day, operation, mode, api_key_id, completed, failed)
      ${sumsOf(sql`txid >= ${mark} and txid < ${horizon}`)}
      on conflict (organization_id, day, operation, mode, api_key_id) do update set
        completed = usage_day.completed + excluded.completed, failed = usage_day.failed + excluded.failed
    `.execute(trx);
    await sql`update usage_fold set mark = ${horizon}, folded_at = now()`.execute(trx);
  });
}

/** The days, UTC, from the first one whose rows are still kept to today. */
export async function listKeptDays(db: Db, { from, latest }: { from?: string; latest?: number } = {}): Promise<Date[]> {
  const { rows } = await sql<{ day: Date }>`
    select day at time zone 'UTC' as day
    from (
      select min(to_timestamp(right(c.relname, 7), 'YYYY_MM')::timestamp) as first
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'usage_records'::regclass
    ) kept, generate_series(
      greatest(kept.first, ${from ?? null}::timestamp,
        date_trunc('day', now() at time zone 'UTC') - make_interval(days => ${latest ?? null}::int - 1)),
      now() at time zone 'UTC', interval '1 day') day
    order by day`.execute(db);
  return rows.map(({ day }) => day);
}

/** How many sums of a day differ from its rows, at one moment. */
export async function countDifferences(db: Db, day: Date): Promise<number> {
  const { rows } = await sql<{ differences: number }>`
    select count(*)::int as differences
    from (select organization_id, operation, mode, api_key_id, completed, failed from usage_day where day = ${day}) s
    full join (
      select organization_id, operation, mode, api_key_id, completed, failed
      from (${sumsOf(sql`${ofDay(day)} and txid < (select mark from usage_fold)`)}) counted
    ) r
      on r.organization_id = s.organization_id and r.operation = s.operation and r.mode = s.mode
        and coalesce(r.api_key_id, '') = coalesce(s.api_key_id, '')
    where (s.completed, s.failed) is distinct from (r.completed, r.failed)`.execute(db);
  return rows[0]?.differences ?? 0;
}

export async function storeCheck(db: Db, differences: number): Promise<void> {
  await sql`update usage_fold set checked_at = now(), differences = ${differences}`.execute(db);
}

/** The next check is due at once. */
export async function forgetCheck(db: Db): Promise<void> {
  await sql`update usage_fold set checked_at = null`.execute(db);
}

/** Whether the last check was long enough ago, so that several processes do not check one after the other. */
export async function isCheckDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    select coalesce(checked_at < now() - interval '20 hours', true) as is_due from usage_fold`.execute(db);
  return rows[0]?.is_due ?? false;
}

/** Makes the sums of one day again from its rows. Answers how many sums it has. */
export async function rebuildDay(db: Db, day: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const marks = await lockMarks(trx, true);
    if (marks === undefined) throw new Error('the mark of usage is missing');
    await sql`delete from usage_day where day = ${day}`.execute(trx);
    const { numAffectedRows } = await sql`
      insert into usage_day (organization_id, day, operation, mode, api_key_id, completed, failed)
      ${sumsOf(sql`${ofDay(day)} and txid < ${marks.mark}`)}`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}

/**
 * After a restore on another server: rows that bear numbers of the earlier one count as summed from now on. The caller rebuilds
 * every day afterwards.
 */
export async function renumberRestored(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const marks = await lockMarks(trx, true);
    if (marks === undefined || marks.mark <= marks.horizon) return;
    await sql`update usage_records set txid = 0
      where txid > pg_snapshot_xmax(pg_current_snapshot())::text::bigint`.execute(trx);
    await sql`update usage_fold set mark = ${marks.horizon}`.execute(trx);
  });
}

export interface UsageState {
  summed_at: Date | null;
  checked_at: Date | null;
  differences: number;
  rows_since: number;
  reservations: number;
  partitions: string[];
}

export async function readUsageState(db: Db): Promise<UsageState> {
  const { rows } = await sql<UsageState>`
    select folded_at as summed_at, checked_at, differences,
      (select count(*)::int from usage_records where txid >= usage_fold.mark) as rows_since,
      (select count(*)::int from usage_reservation) as reservations,
      (select array_agg(replace(right(c.relname, 7), '_', '-') order by c.relname)
        from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'usage_records'::regclass) as partitions
    from usage_fold`.execute(db);
  const [state] = rows;
  if (state === undefined) throw new Error('the state of usage is missing');
  return state;
}
