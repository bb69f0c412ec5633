import type { Db, DbTransaction } from '../../../platform/database.ts';
import { fenFromStored, type Fen } from '../../../shared/fen.ts';
import { breachesOf, clearingBalance, INVARIANTS } from './queries/invariants.ts';

const EXAMPLES = 10;

/** A rule of the books that does not hold. */
export interface LedgerMismatch {
  /** `I8 the gateway holds what was paid, without what was refunded and settled`. */
  invariant: string;
  count: number;
  /** Where, in words for an operator; the first ten. */
  examples: string[];
}

export interface LedgerCheck {
  /** Every rule holds. */
  balanced: boolean;
  /** Received for orders that got nothing yet; anything but zero for long is a fault, although the books balance. */
  clearing_fen: Fen;
  mismatches: LedgerMismatch[];
}

/** Checks the books as they are at one moment. It reads every entry: for an operator, and once a day. */
export async function checkLedger(db: Db): Promise<LedgerCheck> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(checkWithin);
}

/** The same, of what the transaction sees. */
export async function checkWithin(trx: DbTransaction): Promise<LedgerCheck> {
  const mismatches: LedgerMismatch[] = [];
  for (const invariant of INVARIANTS) {
    const found = await breachesOf(trx, invariant, EXAMPLES);
    if (found.count > 0) mismatches.push({ invariant: `${invariant.id} ${invariant.what}`, ...found });
  }
  return { balanced: mismatches.length === 0, clearing_fen: fenFromStored(await clearingBalance(trx)), mismatches };
}
