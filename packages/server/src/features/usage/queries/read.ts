import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database.ts';
import { firstPlan } from '../../../platform/quota-terms.ts';
import type { KeyMode } from '../../../shared/api-key-format.ts';
import { BOUNDED_OPERATIONS, OPERATIONS, type Operation, type QuotaBasis } from '../../../shared/operations.ts';
import type { Viewer } from '../../../shared/viewer.ts';

/** What one key, or the members together, did on one day. */
export interface UsageRow {
  day: Date;
  api_key_id: string | null;
  operation: Operation;
  mode: KeyMode;
  completed: number;
  failed: number;
}

/** Which sums of an organization; undefined members limit nothing. */
export interface UsageFilter {
  /** The first and the last day, as `2026-11-23`; without a first one, the first of the period that is under way. */
  from: string | undefined;
  to: string | undefined;
  operation: Operation | undefined;
  keyId: string | undefined;
}

/** One page of the sums by day, key, operation and mode, the newest day first, and their number. */
export async function listUsage(
  db: Db,
  { organizationId, sandboxOnly }: Viewer,
  { from, to, operation, keyId }: UsageFilter,
  { limit, offset, basis }: { limit: number; offset: number; basis: QuotaBasis },
): Promise<{ rows: UsageRow[]; total: number }> {
  const first =
    from === undefined
      ? sql`(select date_trunc('day', period_start at time zone 'UTC') at time zone 'UTC' from (${periodOf(organizationId, basis)}) p)`
      : sql`${from}::timestamp at time zone 'UTC'`;
  const conditions = [
    sql`organization_id = ${organizationId}`,
    ...(to === undefined ? [] : [sql`day <= ${to}::timestamp at time zone 'UTC'`]),
    ...(operation === undefined ? [] : [sql`operation = ${operation}`]),
    ...(keyId === undefined ? [] : [sql`api_key_id = ${keyId}`]),
    ...(sandboxOnly ? [sql`mode = 'test'`] : []),
  ];
  // One statement, so that the page and the total are of one moment.
  const { rows } = await sql<{ total: number; page: UsageRow[] | null }>`
    with sums as (
      select day, api_key_id, operation, mode, sum(completed)::bigint as completed, sum(failed)::bigint as failed
      from usage_since(${first}) u where ${sql.join(conditions, sql` and `)}
      group by day, api_key_id, operation, mode
    ), page as (
      select * from sums order by day desc, operation, mode, api_key_id nulls first limit ${limit} offset ${offset}
    )
    select (select count(*)::int from sums) as total,
      (select json_agg(page order by day desc, operation, mode, api_key_id nulls first) from page) as page
  `.execute(db);
  const [answer] = rows;
  const page = (answer?.page ?? []).map((row) => ({ ...row, day: new Date(row.day) }));
  return { rows: page, total: answer?.total ?? 0 };
}

/** The period that is under way. Without plans it is the calendar month. */
function periodOf(organizationId: string, basis: QuotaBasis): RawBuilder<unknown> {
  return sql`select period_start, period_end from plan_in_force(${organizationId}::text, ${firstPlan(basis)})`;
}

/** How an operation stands in the period of an organization. */
export interface StandingRow {
  operation: Operation;
  /** Null without a bound. */
  included: number | null;
  used: number;
  reserved: number;
  /** Units bought besides, and what they cost. */
  extra: number;
  extra_fen: number;
  /** When most of it was used, and when a unit was first refused; null: not in this period. */
  warned_at: Date | null;
  exceeded_at: Date | null;
  sandbox: number;
  failed: number;
  period_start: Date;
  period_end: Date;
}

/** One row for each operation. Where there is a counter, it is what is used: it decides what is refused. */
export async function readStanding(db: Db, organizationId: string, basis: QuotaBasis): Promise<StandingRow[]> {
  const operations = sql.join(Object.keys(OPERATIONS).map((operation) => sql`(${operation}::text)`));
  const isBounded = sql`o.operation in (${sql.join(BOUNDED_OPERATIONS)})`;
  const { rows } = await sql<StandingRow>`
    with period as (
      ${periodOf(organizationId, basis)}
    ), sums as (
      select operation,
        sum(completed) filter (where mode = 'live') as used,
        sum(completed) filter (where mode = 'test') as sandbox,
        sum(failed) as failed
      -- Sums are of whole days.
      from usage_since((select date_trunc('day', period_start at time zone 'UTC') at time zone 'UTC' from period)) u
      where organization_id = ${organizationId} group by operation
    )
    select o.operation, terms.included, period.period_start, period.period_end,
      coalesce(case when terms.included is null then null else q.used end, sums.used, 0)::bigint as used,
      coalesce(q.reserved, 0)::bigint as reserved, coalesce(q.extra, 0)::bigint as extra,
      coalesce(q.extra_fen, 0)::bigint as extra_fen, q.warned_at, q.exceeded_at,
      coalesce(sums.sandbox, 0)::bigint as sandbox, coalesce(sums.failed, 0)::bigint as failed
    from (values ${operations}) o (operation)
    cross join period
    left join lateral quota_terms(${organizationId}::text, o.operation, ${firstPlan(basis)}) terms on ${isBounded}
    left join usage_quota q on q.organization_id = ${organizationId} and q.operation = o.operation
      and q.period_start = period.period_start
    left join sums on sums.operation = o.operation
  `.execute(db);
  return rows;
}
