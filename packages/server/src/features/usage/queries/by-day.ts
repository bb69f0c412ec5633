import { sql } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import type { Operation } from '../../../shared/operations.ts';

/** Days as `2026-11-23`, in UTC, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** What was done on one day. Live units are those that count. */
export interface DaySum {
  day: string;
  operation: Operation;
  live: number;
  sandbox: number;
  failed: number;
}

/** What one key did, or the members in the browser together. */
export interface KeySum {
  /** Null: members in the browser. */
  api_key_id: string | null;
  /** Null: there is no such key any more. */
  name: string | null;
  live: number;
  sandbox: number;
  failed: number;
}

const COUNTS = sql`
  coalesce(sum(u.completed) filter (where u.mode = 'live'), 0)::bigint as live,
  coalesce(sum(u.completed) filter (where u.mode = 'test'), 0)::bigint as sandbox,
  coalesce(sum(u.failed), 0)::bigint as failed`;

/** The sums of each day and operation that has any, the oldest day first. */
export async function sumByDay(db: Db, organizationId: string, range: DayRange): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    select to_char(u.day at time zone 'UTC', 'YYYY-MM-DD') as day, u.operation, ${COUNTS}
    from ${unitsIn(organizationId, range)} group by 1, 2 order by 1, 2
  `.execute(db);
  return rows;
}

/** The same for all organizations together. */
export async function sumAllByDay(db: Db, { from, to }: DayRange): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`
    select to_char(u.day at time zone 'UTC', 'YYYY-MM-DD') as day, u.operation, ${COUNTS}
    from usage_since(${from}::timestamp at time zone 'UTC') u
    where u.day <= ${to}::timestamp at time zone 'UTC' group by 1, 2 order by 1, 2
  `.execute(db);
  return rows;
}

/** The keys that did most, and how many there are in all. */
export async function sumByKey(
  db: Db,
  organizationId: string,
  { limit, ...range }: DayRange & { limit: number },
): Promise<{ rows: KeySum[]; total: number }> {
  const { rows } = await sql<KeySum & { total: number }>`
    with sums as (
      select u.api_key_id, ${COUNTS} from ${unitsIn(organizationId, range)} group by 1
    )
    select sums.*, k.name, (count(*) over ())::int as total
    from sums left join api_key k on k.id = sums.api_key_id and k.organization_id = ${organizationId}
    order by live desc, sandbox desc, failed desc, api_key_id nulls first limit ${limit}
  `.execute(db);
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

function unitsIn(organizationId: string, { from, to }: DayRange) {
  return sql`usage_since(${from}::timestamp at time zone 'UTC') u
    where u.organization_id = ${organizationId} and u.day <= ${to}::timestamp at time zone 'UTC'`;
}
