import type { Database, Db } from '../../../platform/database.ts';
import { tryWithLock } from '../../../platform/advisory-locks.ts';
import type { Log } from '../../../platform/log.ts';
import { tellOperators, type NoticeServices } from '../../notices/index.ts';
import { checkLedger, type LedgerCheck, type LedgerMismatch } from './check-ledger.ts';
import { insertCheck, isCheckDue, latestCheck, lockChecks } from './queries/checks.ts';

export interface BooksServices {
  database: Pick<Database, 'db' | 'connectClient'>;
  log: Log;
  notices: NoticeServices;
}

/**
 * Checks the books and keeps the outcome, which stops payouts or lets them go on, and tells the operators of what is new in it.
 * Nothing is repaired: somebody must know why.
 */
export async function checkBooks({ database: { db }, log, notices }: BooksServices): Promise<LedgerCheck> {
  const check = await checkLedger(db);
  const { balanced, mismatches } = check;
  await db.transaction().execute(async (trx) => {
    // One check after the other: of two that find the same, the second one knows of the first.
    await lockChecks(trx);
    const found = newIn(mismatches, (await latestCheck(trx))?.counts ?? new Map<string, number>());
    await insertCheck(trx, mismatches);
    if (found.length > 0) await tellOperators(trx, notices, { template: 'books_unbalanced', findings: found });
  });
  if (!balanced) log.error({ mismatches }, 'the books are not right; no money is paid out until they are');
  return check;
}

/** Rules that were not broken before, or not so often; where they are may differ each time, as for a sum that grows. */
function newIn(mismatches: readonly LedgerMismatch[], before: ReadonlyMap<string, number>): string[] {
  return mismatches
    .filter(({ invariant, count }) => count > (before.get(invariant) ?? 0))
    .map(({ invariant, count }) => `${invariant}: ${count}`);
}

/** Checks the books once a day, whichever process comes first. */
export async function checkBooksDaily(services: BooksServices): Promise<void> {
  const { database } = services;
  if (!(await isCheckDue(database.db))) return;
  const work = async (): Promise<void> => {
    if (await isCheckDue(database.db)) await checkBooks(services);
  };
  await tryWithLock(database, 'ledgerCheck', work, () => undefined);
}

/** Whether money may leave: not while the latest check found something in the books that is not right. */
export async function payoutsAllowed(db: Db): Promise<boolean> {
  return ((await latestCheck(db))?.mismatches ?? 0) === 0;
}
