import { sql, type RawBuilder } from 'kysely';
import type { BoundedOperation, QuotaBasis } from '../shared/operations.ts';

/** The plan of organizations that were given none. */
export const FIRST_PLAN = 'free';

/** Columns of `quotaTerms`. `included` is null without a bound. */
export interface QuotaTermsRow {
  operation: BoundedOperation;
  included: number | null;
  period_start: Date;
  period_end: Date;
}

/**
 * A query of one row: what an operation's bound is for an organization, and the period that it is now in. Without plans and
 * without a limit of the operator it has no row, so that an organization without a bound costs a look into an index.
 *
 * @param organizationId an expression, such as a column of the statement that this is a part of
 * @param operation as an expression
 */
export function quotaTerms(
  organizationId: RawBuilder<string>,
  operation: RawBuilder<string>,
  basis: QuotaBasis,
): RawBuilder<QuotaTermsRow> {
  const limit = sql`usage_limit l where l.organization_id = ${organizationId} and l.operation = ${operation}`;
  if (basis === 'nothing') {
    return sql`select l.operation, l.included, p.period_start, p.period_end
      from usage_period(null, now()) p, ${limit}`;
  }
  return sql`
    select ${operation} as operation, p.period_start, p.period_end,
      case when exists (select from ${limit}) then (select l.included from ${limit})
        else (terms.included ->> ${operation})::bigint end as included
    from (select ${organizationId} as id) whose
    left join organization_plan given on given.organization_id = whose.id
    left join lateral (
      select plan.included from plan
      where plan.code = coalesce(given.plan_code, ${FIRST_PLAN})
        and (given.plan_version is null or plan.version = given.plan_version)
      order by plan.version desc limit 1
    ) terms on true
    cross join lateral usage_period(given.started_at, now()) p`;
}
