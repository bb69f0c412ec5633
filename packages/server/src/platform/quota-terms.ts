import { sql, type RawBuilder } from 'kysely';
import type { QuotaBasis } from '../shared/operations.ts';

/** The plan of organizations that were given none. */
export const FIRST_PLAN = 'free';

/** That plan, as functions of the database take it; null where plans bound nobody. */
export function firstPlan(basis: QuotaBasis): RawBuilder<string | null> {
  return sql`${basis === 'plans' ? FIRST_PLAN : null}::text`;
}
