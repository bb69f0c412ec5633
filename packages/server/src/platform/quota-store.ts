import { sql, type RawBuilder } from 'kysely';
import type { BoundedOperation, QuotaBasis } from '../shared/operations.ts';
import type { Db } from './database.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import { quotaTerms } from './quota-terms.ts';

/**
 * Counters of units: `used + reserved` never exceeds what is included. A unit is reserved before its work and settled when that
 * has ended. Each is one statement, and a counter's row is locked until the transaction of that statement ends, never during
 * work. An operation without a bound has no counter.
 */

/** One unit, named by the job that will use it. */
export interface Unit {
  jobId: string;
  operation: BoundedOperation;
}

/** How a counter stands. */
export interface QuotaFigures {
  operation: BoundedOperation;
  included: number;
  used: number;
  /** Promised to work that has not ended. */
  reserved: number;
  resetsAt: Date;
  /** Until then, by the clock of the database. */
  resetSeconds: number;
}

export type QuotaDecision =
  | { kind: 'unbounded' }
  | ({ kind: 'reserved'; jobId: string } & QuotaFigures)
  | ({ kind: 'used_up' } & QuotaFigures)
  /** The first unit of a period: its counter does not exist yet. */
  | { kind: 'unopened' };

/** What a statement answers of a reservation, in the columns of `reservedColumns`. */
export interface ReservedRow {
  quota_included: number | null;
  quota_used: number | null;
  quota_reserved: number | null;
  quota_resets_at: Date | null;
  quota_reset_seconds: number | null;
  is_reserved: boolean | null;
}

/**
 * The part of a statement that reserves a unit for the organization of each row of `source` (`organization_id`): the common table
 * expressions `wanted`, `reserved` and `promised`. The statement also selects `reservedColumns` from `reservedSource`.
 */
export function reservingFrom(source: RawBuilder<unknown>, unit: Unit, basis: QuotaBasis): RawBuilder<unknown> {
  const operation = sql<string>`${unit.operation}::text`;
  return sql`
    wanted as (
      select s.organization_id, t.included, t.period_start, t.period_end
      from ${source} s cross join lateral (${quotaTerms(sql`s.organization_id`, operation, basis)}) t
      where t.included is not null
    ), reserved as (
      update usage_quota q set reserved = q.reserved + 1 from wanted w
      where q.organization_id = w.organization_id and q.operation = ${operation} and q.period_start = w.period_start
        and q.used + q.reserved < w.included
      returning q.organization_id, q.period_start, q.used, q.reserved
    ), promised as (
      insert into usage_reservation (job_id, organization_id, operation, period_start, held_until)
      select ${unit.jobId}, organization_id, ${operation}, period_start,
        now() + ${PLATFORM_LIMITS.unitHeldMs}::float8 * interval '1 millisecond'
      from reserved
    )`;
}

/** Joined to a row of the statement; one row at most. */
export function reservedSource({ operation }: Pick<Unit, 'operation'>): RawBuilder<unknown> {
  return sql`wanted left join reserved on true left join usage_quota counter
    on counter.organization_id = wanted.organization_id and counter.operation = ${operation}
      and counter.period_start = wanted.period_start`;
}

/** The columns of `ReservedRow`. A refusal shows the counter as it was when the statement began. */
export const reservedColumns: RawBuilder<unknown> = sql`
  wanted.included as quota_included, wanted.period_end as quota_resets_at,
  ceil(extract(epoch from wanted.period_end - now()))::int as quota_reset_seconds,
  coalesce(reserved.used, counter.used) as quota_used, coalesce(reserved.reserved, counter.reserved) as quota_reserved,
  reserved.used is not null as is_reserved`;

export function quotaDecisionOf(row: ReservedRow | undefined, { jobId, operation }: Unit): QuotaDecision {
  const { quota_included: included, quota_resets_at: resetsAt, quota_reset_seconds: resetSeconds } = row ?? {};
  if (included == null || resetsAt == null || resetSeconds == null) return { kind: 'unbounded' };
  const { quota_used: used, quota_reserved: reserved } = row ?? {};
  if (used == null || reserved == null) return { kind: 'unopened' };
  const figures = { operation, included, used, reserved, resetsAt, resetSeconds };
  return row?.is_reserved === true ? { kind: 'reserved', jobId, ...figures } : { kind: 'used_up', ...figures };
}

/**
 * Reserves a unit for an organization, opening the counter of the period if this is its first. In the caller's transaction, the
 * counter stays locked until that ends: call it last.
 */
export async function reserveUnit(db: Db, organizationId: string, unit: Unit, basis: QuotaBasis) {
  const first = await tryToReserve(db, organizationId, unit, basis);
  if (first.kind !== 'unopened') return first;
  await openCounter(db, organizationId, unit.operation, basis);
  const second = await tryToReserve(db, organizationId, unit, basis);
  if (second.kind === 'unopened') throw new Error(`no counter of ${unit.operation} could be opened`);
  return second;
}

async function tryToReserve(db: Db, organizationId: string, unit: Unit, basis: QuotaBasis): Promise<QuotaDecision> {
  const source = sql`(select ${organizationId}::text as organization_id)`;
  const { rows } = await sql<ReservedRow>`
    with ${reservingFrom(source, unit, basis)}
    select ${reservedColumns} from ${reservedSource(unit)}
  `.execute(db);
  return quotaDecisionOf(rows[0], unit);
}

/**
 * Makes the counter of the period, with what was used in it before there was a bound. Work that is under way at this moment was
 * begun without one and is not in it.
 */
async function openCounter(
  db: Db,
  organizationId: string,
  operation: BoundedOperation,
  basis: QuotaBasis,
): Promise<void> {
  const terms = quotaTerms(sql`${organizationId}::text`, sql`${operation}::text`, basis);
  await sql`
    insert into usage_quota (organization_id, operation, period_start, used, reserved)
    select ${organizationId}, ${operation}, t.period_start,
      coalesce((
        select sum(completed) from (${usageSince(sql`t.period_start`)}) u
        where u.organization_id = ${organizationId} and u.operation = ${operation} and u.mode = 'live'
      ), 0), 0
    from (${terms}) t
    on conflict do nothing
  `.execute(db);
}

/**
 * Every counted unit of a day that begins at this instant or later, exact at the moment of the statement: the sums up to the mark
 * and the rows since.
 */
export function usageSince(from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select organization_id, day, operation, mode, api_key_id, completed, failed from usage_day where day >= ${from}
    union all
    select organization_id, date_trunc('day', at at time zone 'UTC') at time zone 'UTC', operation, mode, api_key_id,
      (outcome = 'completed')::int, (outcome = 'failed')::int
    from usage_records
    where txid >= (select mark from usage_fold)
      and at >= ${from}`;
}

/**
 * The part of a statement that gives a unit back or makes it used. Its last step is an update without a result.
 *
 * @param returned a common table expression with deleted rows of `usage_reservation`
 * @param used how many of a row `r` of it were used: 0 or 1
 */
export function settlingOf(returned: RawBuilder<unknown>, used: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update usage_quota q set reserved = q.reserved - r.units, used = q.used + r.used
    from (
      select r.organization_id, r.operation, r.period_start, count(*) as units, sum(${used}) as used
      from ${returned} r group by 1, 2, 3
    ) r
    where q.organization_id = r.organization_id and q.operation = r.operation and q.period_start = r.period_start`;
}

/** Jobs that still need what was reserved for them. */
const isNeeded = sql`exists (
  select from job where job.id = usage_reservation.job_id and job.status in ('queued', 'processing'))`;

/** Gives back the unit of a request that was refused or failed, unless a job has it. */
export async function releaseUnit(db: Db, jobId: string): Promise<void> {
  await sql`
    with returned as (delete from usage_reservation where job_id = ${jobId} and not ${isNeeded} returning *)
    ${settlingOf(sql`returned`, sql`0`)}
  `.execute(db);
}

/** Gives back what was promised to requests that nobody works on any more: their process was killed. Answers how many. */
export async function releaseAbandoned(db: Db): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    with returned as (
      delete from usage_reservation where held_until < now() and not ${isNeeded} returning *
    ), settled as (${settlingOf(sql`returned`, sql`0`)})
    select count(*)::int as units from returned
  `.execute(db);
  return rows[0]?.units ?? 0;
}
