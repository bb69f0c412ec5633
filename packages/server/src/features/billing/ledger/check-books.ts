import type { Database } from '../../../platform/database.ts';
import type { Db } from '../../../platform/database.ts';
import { tryWithLock } from '../../../platform/advisory-locks.ts';
import type { Log } from '../../../platform/log.ts';
import { checkLedger, type LedgerCheck } from './check-ledger.ts';
import { insertCheck, isCheckDue, latestCheck } from './queries/checks.ts';

/** Checks the books and keeps the outcome, which stops payouts or lets them go on. Nothing is repaired: somebody must know why. */
export async function checkBooks(db: Db, log: Log): Promise<LedgerCheck> {
  const check = await checkLedger(db);
  await insertCheck(db, check.mismatches);
  const { balanced, mismatches } = check;
  if (!balanced) log.error({ mismatches }, 'the books are not right; no money is paid out until they are');
  return check;
}

/** Checks the books once a day, whichever process comes first. */
export async function checkBooksDaily(database: Pick<Database, 'db' | 'connectClient'>, log: Log): Promise<void> {
  const { db } = database;
  if (!(await isCheckDue(db))) return;
  const work = async (): Promise<void> => {
    if (await isCheckDue(db)) await checkBooks(db, log);
  };
  await tryWithLock(database, 'ledgerCheck', work, () => Promise.resolve());
}

/** Whether money may leave: not while the latest check found something in the books that is not right. */
export async function payoutsAllowed(db: Db): Promise<boolean> {
  return ((await latestCheck(db))?.mismatches ?? 0) === 0;
}
