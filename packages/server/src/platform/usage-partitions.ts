import { sql } from 'kysely';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Db } from './database.ts';
import { PLATFORM_LIMITS } from './limits.ts';

/** Partitions of `usage_records`: one for each month, `usage_records_2026_11`. */

/** The clock of the database, or an instant that a test gives. */
type At = Date | null;

const nowOr = (at: At) => sql`coalesce(${at}::timestamptz, now())`;

/** Makes the partitions of this month and of those ahead that do not exist. Answers their names. */
export async function makePartitions(db: Db, at: At = null): Promise<string[]> {
  const { rows } = await sql<{ name: string; lower: Date; upper: Date }>`
    select to_char(month, '"usage_records_"YYYY_MM') as name,
      month at time zone 'UTC' as lower, (month + interval '1 month') at time zone 'UTC' as upper
    from (
      select date_trunc('month', ${nowOr(at)} at time zone 'UTC') + make_interval(months => ahead) as month
      from generate_series(0, ${PLATFORM_LIMITS.usageMonthsAhead}::int) ahead
    ) months
    where to_regclass(to_char(month, '"usage_records_"YYYY_MM')) is null
    order by month`.execute(db);
  for (const row of rows) await attachPartition(db, row);
  return rows.map(({ name }) => name);
}

/** By a query and not to_regclass, which in a transaction that has waited may still answer from what it knew before. */
async function isPartition(trx: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'usage_records'::regclass and c.relname = ${name}`.execute(trx);
  return rows.length > 0;
}

/** Attaching a finished table, unlike making a partition, stops nobody who writes. */
async function attachPartition(
  db: Db,
  { name, lower, upper }: { name: string; lower: Date; upper: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.usagePartitions}::bigint)`.execute(trx);
    if (await isPartition(trx, name)) return;
    await sql`create table ${sql.id(name)} (like usage_records including all)`.execute(trx);
    await sql`alter table usage_records attach partition ${sql.id(name)}
      for values from (${sql.lit(lower.toISOString())}) to (${sql.lit(upper.toISOString())})`.execute(trx);
  });
}

/**
 * Removes the partitions of months that ended more than this many months ago. One with a row that is in no sum yet stays. Answers
 * their names.
 */
export async function dropPartitions(db: Db, keptMonths: number, at: At = null): Promise<string[]> {
  const dropped: string[] = [];
  for (const name of await listPartitions(db, { keptMonths, at })) {
    if (await dropPartition(db, name)) dropped.push(name);
  }
  return dropped;
}

async function listPartitions(db: Db, { keptMonths, at }: { keptMonths: number; at: At }): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'usage_records'::regclass
      and to_timestamp(right(c.relname, 7), 'YYYY_MM')::timestamp
        < date_trunc('month', ${nowOr(at)} at time zone 'UTC') - make_interval(months => ${keptMonths}::int)
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** The lock that this needs stops everybody who counts, so it is given up when it is not had soon. */
async function dropPartition(db: Db, name: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('lock_timeout', ${String(PLATFORM_LIMITS.usagePartitionLockMs)}, true)`.execute(trx);
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.usagePartitions}::bigint)`.execute(trx);
    if (!(await isPartition(trx, name))) return false;
    const partition = sql.id(name);
    const unsummed = await sql`
      select 1 from ${partition} where txid >= (select mark from usage_fold) limit 1`.execute(trx);
    if (unsummed.rows.length > 0) return false;
    await sql`alter table usage_records detach partition ${partition}`.execute(trx);
    await sql`drop table ${partition}`.execute(trx);
    return true;
  });
}
