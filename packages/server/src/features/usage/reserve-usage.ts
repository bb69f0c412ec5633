import { reserveUnit } from '../../platform/quota-store.ts';
import type { QuotaBasis } from '../../shared/operations.ts';
import type { DbTransaction } from '../../platform/database.ts';
import { quotaExceeded } from '../../http/quota.ts';
import { findUnit } from './queries/settle.ts';

/**
 * Reserves the unit of a job that the transaction has just stored, unless nobody is charged for it or its request reserved it
 * already. The counter is locked until the transaction ends: call it last.
 *
 * @throws {AppError} QUOTA_EXCEEDED
 */
export async function reserveUsage(trx: DbTransaction, jobId: string, basis: QuotaBasis): Promise<void> {
  const unit = await findUnit(trx, jobId);
  if (unit === undefined) return;
  const decision = await reserveUnit(trx, unit.organization_id, { jobId, operation: unit.operation }, basis);
  if (decision.kind === 'used_up') throw quotaExceeded(decision);
}
