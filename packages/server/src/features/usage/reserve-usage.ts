import type { Db, DbTransaction } from '../../platform/database.ts';
import { reserveUnit, type QuotaDecision, type Unit } from '../../platform/quota-store.ts';
import type { KeyMode } from '../../shared/api-key-format.ts';
import type { QuotaBasis } from '../../shared/operations.ts';
import { QuotaExceeded } from '../../http/quota.ts';
import { reserveMore, reserveMoreWithin } from '../billing/charges/index.ts';
import { findUnit } from './queries/settle.ts';

/**
 * Reserves the unit of a job that the transaction has just stored, unless nobody is charged for it or its request reserved it
 * already. The counter is locked until the transaction ends: call it last. Answers how the quota stands.
 *
 * @throws {AppError} QUOTA_EXCEEDED
 */
export async function reserveUsage(trx: DbTransaction, jobId: string, basis: QuotaBasis): Promise<QuotaDecision> {
  const unit = await findUnit(trx, jobId);
  if (unit === undefined) return UNBOUNDED;
  const { organization_id: organizationId, operation } = unit;
  return reserve([trx, organizationId, { jobId, operation }, basis], () =>
    reserveMoreWithin(trx, organizationId, { jobId, operation }, basis),
  );
}

/**
 * Reserves the unit of work whose job is stored only when it has ended, for who is charged in this mode. Answers how the quota
 * stands: `storeCounted` settles what was reserved.
 *
 * @throws {AppError} QUOTA_EXCEEDED
 */
export async function reserveBeforeJob(
  db: Db,
  by: { organizationId: string; mode: KeyMode },
  unit: Unit,
  basis: QuotaBasis,
): Promise<QuotaDecision> {
  if (by.mode !== 'live') return UNBOUNDED;
  return reserve([db, by.organizationId, unit, basis], () => reserveMore(db, by.organizationId, unit, basis));
}

const UNBOUNDED: QuotaDecision = { kind: 'unbounded' };

/** @param more what is tried when nothing is left */
async function reserve(
  given: Parameters<typeof reserveUnit>,
  more: () => Promise<QuotaDecision | undefined>,
): Promise<QuotaDecision> {
  const first = await reserveUnit(...given);
  const decision = first.kind === 'used_up' ? ((await more()) ?? first) : first;
  if (decision.kind === 'used_up') throw new QuotaExceeded(given[1], decision);
  return decision;
}
