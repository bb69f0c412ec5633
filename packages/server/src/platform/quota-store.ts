import { sql, type RawBuilder } from 'kysely';
import type { BoundedOperation, QuotaBasis } from '../shared/operations.ts';
import { newId } from '../shared/ids.ts';
import type { Db } from './database.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import { firstPlan } from './quota-terms.ts';

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

/** Nothing is left. */
export interface UsedUp extends QuotaFigures {
  kind: 'used_up';
  /** Whether the organization was told in this period that a unit was refused. */
  isTold: boolean;
}

export type QuotaDecision = { kind: 'unbounded' } | ({ kind: 'reserved'; jobId: string } & QuotaFigures) | UsedUp;

/** What `reserving` answers; null without a bound. */
export type ReservedRow = {
  included: number;
  used: number;
  reserved: number;
  is_reserved: boolean;
  is_told: boolean;
  resets_at: string;
  reset_seconds: number;
} | null;

/**
 * An expression that reserves a unit for an organization, opening the counter of the period if this is its first. Evaluate it for
 * one row at most, and behind a CASE where it may not be reserved.
 *
 * @param organizationId an expression
 */
export function reserving(
  organizationId: RawBuilder<unknown>,
  { jobId, operation }: Unit,
  basis: QuotaBasis,
): RawBuilder<ReservedRow> {
  return sql`reserve_unit(
    ${jobId}::text, ${organizationId}, ${operation}::text, ${firstPlan(basis)}, ${PLATFORM_LIMITS.unitHeldMs}::float8)`;
}

export function quotaDecisionOf(row: ReservedRow, { jobId, operation }: Unit): QuotaDecision {
  if (row === null) return { kind: 'unbounded' };
  const { included, used, reserved, resets_at, reset_seconds: resetSeconds } = row;
  const figures = { operation, included, used, reserved, resetsAt: new Date(resets_at), resetSeconds };
  return row.is_reserved
    ? { kind: 'reserved', jobId, ...figures }
    : { kind: 'used_up', isTold: row.is_told, ...figures };
}

/** How an operation stands, unless nothing bounds it. */
export function figuresOf(decision: QuotaDecision): QuotaFigures | null {
  return decision.kind === 'unbounded' ? null : decision;
}

/** The same without reserving anything. */
export async function readQuota(
  db: Db,
  organizationId: string,
  operation: BoundedOperation,
  basis: QuotaBasis,
): Promise<QuotaFigures | null> {
  const { rows } = await sql<Omit<QuotaFigures, 'operation'>>`
    select t.included, coalesce(q.reserved, 0)::bigint as reserved, t.period_end as "resetsAt",
      ceil(extract(epoch from t.period_end - now()))::bigint as "resetSeconds",
      coalesce(q.used, (
        select sum(u.completed) from usage_since(t.period_start) u
        where u.organization_id = ${organizationId} and u.operation = ${operation} and u.mode = 'live'
      ), 0)::bigint as used
    from quota_terms(${organizationId}::text, ${operation}::text, ${firstPlan(basis)}) t
    left join usage_quota q on q.organization_id = ${organizationId} and q.operation = ${operation}
      and q.period_start = t.period_start
    where t.included is not null
  `.execute(db);
  const [row] = rows;
  return row === undefined ? null : { operation, ...row };
}

/** Reserves a unit. In the caller's transaction, the counter stays locked until that ends: call it last. */
export async function reserveUnit(db: Db, organizationId: string, unit: Unit, basis: QuotaBasis) {
  const { rows } = await sql<{ quota: ReservedRow }>`
    select ${reserving(sql`${organizationId}::text`, unit, basis)} as quota`.execute(db);
  return quotaDecisionOf(rows[0]?.quota ?? null, unit);
}

/**
 * Tells an organization that a unit was refused, unless that was told in this period. Whatever the refusal undid, this is a
 * statement of its own: under the lock of the counter it looks again whether nothing is left.
 */
export async function tellOfRefusal(
  db: Db,
  { organizationId, operation }: { organizationId: string; operation: BoundedOperation },
  basis: QuotaBasis,
): Promise<void> {
  await sql`
    select tell_of_refusal(${newId('event')}, ${organizationId}::text, ${operation}::text, ${firstPlan(basis)})`.execute(
    db,
  );
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
