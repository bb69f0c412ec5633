import type { Db, DbTransaction } from '../../platform/database.ts';
import { reserveUnit, type QuotaDecision, type Unit } from '../../platform/quota-store.ts';
import type { KeyMode } from '../../shared/api-key-format.ts';
import type { QuotaBasis } from '../../shared/operations.ts';
import { quotaExceeded } from '../../http/quota.ts';
import { reserveMore, reserveMoreWithin } from '../billing/charges/index.ts';
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
  const { organization_id: organizationId, operation } = unit;
  await reserve([trx, organizationId, { jobId, operation }, basis], () =>
    reserveMoreWithin(trx, organizationId, { jobId, operation }, basis),
  );
}

/**
 * Reserves the unit of work whose job is stored only when it has ended, for who is charged in this mode. Answers whether anything
 * was reserved: `storeCounted` settles it.
 *
 * @throws {AppError} QUOTA_EXCEEDED
 */
export async function reserveBeforeJob(
  db: Db,
  by: { organizationId: string; mode: KeyMode },
  unit: Unit,
  basis: QuotaBasis,
): Promise<boolean> {
  if (by.mode !== 'live') return false;
  return reserve([db, by.organizationId, unit, basis], () => reserveMore(db, by.organizationId, unit, basis));
}

/** @param more what is tried when nothing is left */
async function reserve(
  given: Parameters<typeof reserveUnit>,
  more: () => Promise<QuotaDecision | undefined>,
): Promise<boolean> {
  const first = await reserveUnit(...given);
  const decision = first.kind === 'used_up' ? ((await more()) ?? first) : first;
  if (decision.kind === 'used_up') throw quotaExceeded(decision);
  return decision.kind === 'reserved';
}
