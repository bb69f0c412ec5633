import { sql } from 'kysely';
import type { DbTransaction } from './database.ts';

/**
 * Does the work inside the caller's transaction, and undoes it there when its result is one to undo. Locks that it took on rows
 * which were there before stay until the transaction ends.
 */
export async function undoneUnless<T>(
  trx: DbTransaction,
  isKept: (result: T) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  await sql`savepoint attempt`.execute(trx);
  const result = await work();
  if (!isKept(result)) await sql`rollback to savepoint attempt`.execute(trx);
  // Else an attempt around this one would be rolled back to here, and no further.
  await sql`release savepoint attempt`.execute(trx);
  return result;
}

/**
 * Does the work inside the caller's transaction and then rolls it back unless it is to be kept. Both cases do the same work, so
 * the response time does not reveal whether there was anything to do. Notifications of work that is rolled back are not sent.
 */
export async function runInSavepoint(
  trx: DbTransaction,
  { keep }: { keep: boolean },
  work: () => Promise<unknown>,
): Promise<void> {
  await sql`savepoint work`.execute(trx);
  await work();
  await (keep ? sql`release savepoint work` : sql`rollback to savepoint work`).execute(trx);
}
