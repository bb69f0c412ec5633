import { AppError } from '../../../../shared/app-error.ts';
import { ValidationFailure } from '../../../../shared/validation-failure.ts';
import { finalizeStatement, waitForEarlier, type StatementServices } from './finalize.ts';
import { findStatement, hasMonth, type StatementRow } from './queries.ts';

/** About three seconds. */
const WAIT_ATTEMPTS = 30;

/**
 * The statement of a month that is over: made now, or the one that is there.
 *
 * @throws {AppError} CONFLICT: something may still be booked in it; {ValidationFailure} there is no such month
 */
export async function makeStatement(
  services: StatementServices,
  { organizationId, month }: { organizationId: string; month: string },
  stopping: AbortSignal,
): Promise<{ row: StatementRow; isNew: boolean }> {
  const { db } = services;
  const earlier = await findStatement(db, organizationId, { month });
  if (earlier !== undefined) return { row: earlier, isNew: false };
  if (!(await hasMonth(db, organizationId, month))) throw noSuchMonth(month);
  if (!(await waitForEarlier(db, { attempts: WAIT_ATTEMPTS, stopping }))) {
    throw new AppError('CONFLICT', { details: { reason: 'month_not_settled' }, headers: { 'retry-after': '5' } });
  }
  const made = await finalizeStatement(services, organizationId, month);
  if (made !== undefined) return { row: made, isNew: true };
  const other = await findStatement(db, organizationId, { month });
  if (other === undefined) throw new Error(`the statement of ${month} is neither made nor there`);
  return { row: other, isNew: false };
}

function noSuchMonth(month: string): ValidationFailure {
  const ctx = { error: 'must be over, and not before the organization' };
  return new ValidationFailure([{ loc: ['body', 'month'], type: 'value_error', input: month, ctx }]);
}
