import type { Db, DbTransaction } from '../../../platform/database.ts';
import { reserveUnit, type QuotaDecision, type Unit } from '../../../platform/quota-store.ts';
import { retriedTransaction } from '../../../platform/retried-transaction.ts';
import { fen, type Fen } from '../../../shared/fen.ts';
import type { BoundedOperation, QuotaBasis } from '../../../shared/operations.ts';
import { postTransaction } from '../ledger/index.ts';
import { CHARGE_LIMITS } from './limits.ts';
import { addBlock, chargedOf, lockAllowance, lockCounter, readAllowance, type LockedCounter } from './queries.ts';

/**
 * Reserves a unit of an operation that is used up: it buys blocks from the balance, where the plan sells them and the organization
 * allows it. Undefined: nothing could be bought, and the first decision stands.
 */
export async function reserveMore(
  db: Db,
  organizationId: string,
  unit: Unit,
  basis: QuotaBasis,
): Promise<QuotaDecision | undefined> {
  // Most of those who are refused have not allowed it: they cost one statement.
  if (basis === 'nothing' || !(await readAllowance(db, organizationId)).isEnabled) return undefined;
  return reserveAfterBuying({
    reserve: () => reserveUnit(db, organizationId, unit, basis),
    buy: () => retriedTransaction(db, (trx) => buyBlock(trx, organizationId, unit.operation)),
  });
}

/** The same in the transaction that stores the job: whatever undoes it undoes the purchase as well. */
export async function reserveMoreWithin(
  trx: DbTransaction,
  organizationId: string,
  unit: Unit,
  basis: QuotaBasis,
): Promise<QuotaDecision | undefined> {
  if (basis === 'nothing') return undefined;
  return reserveAfterBuying({
    reserve: () => reserveUnit(trx, organizationId, unit, basis),
    buy: () => buyBlock(trx, organizationId, unit.operation),
  });
}

async function reserveAfterBuying({
  reserve,
  buy,
}: {
  reserve: () => Promise<QuotaDecision>;
  buy: () => Promise<boolean>;
}): Promise<QuotaDecision | undefined> {
  for (let attempt = 1; attempt <= CHARGE_LIMITS.attempts; attempt += 1) {
    if (!(await buy())) return undefined;
    const decision = await reserve();
    if (decision.kind !== 'used_up') return decision;
  }
  return undefined;
}

/**
 * Buys a block, unless somebody else just has. Answers whether there is anything left now. The price is the plan's; each block of a
 * counter is in the ledger once.
 */
async function buyBlock(trx: DbTransaction, organizationId: string, operation: BoundedOperation): Promise<boolean> {
  const allowance = await lockAllowance(trx, organizationId);
  if (!allowance.isEnabled) return false;
  const counter = await lockCounter(trx, organizationId, operation);
  if (counter === undefined) return false;
  if (!counter.isUsedUp) return true;
  const { price, periodStart } = counter;
  if (price === null) return false;
  const charged = fen((await chargedOf(trx, organizationId)) + price);
  if (allowance.limit !== null && charged > allowance.limit) return false;
  if (price > 0n && !(await charge(trx, { organizationId, operation, price, counter }))) return false;
  const units = CHARGE_LIMITS.blockUnits;
  await addBlock(trx, { organizationId, operation, periodStart }, { units, price });
  return true;
}

async function charge(
  trx: DbTransaction,
  {
    organizationId,
    operation,
    price: amount,
    counter: { periodStart, extra },
  }: { organizationId: string; operation: BoundedOperation; price: Fen; counter: LockedCounter },
): Promise<boolean> {
  const block = extra / CHARGE_LIMITS.blockUnits + 1;
  const { kind } = await postTransaction(trx, {
    kind: 'usage_charge',
    sourceId: `${organizationId}:${operation}:${periodStart.toISOString()}:${block}`,
    organizationId,
    memo: `${CHARGE_LIMITS.blockUnits} × ${operation}`,
    entries: [
      { debit: 'wallet', amount },
      { credit: 'revenue_usage', amount },
    ],
  });
  return kind !== 'insufficient';
}
