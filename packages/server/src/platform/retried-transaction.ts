import type { Db, DbTransaction } from './database.ts';
import { PLATFORM_LIMITS } from './limits.ts';
import { errorCode } from './system-error.ts';

/** PostgreSQL ended the transaction because of another one; nothing of it happened. */
const GIVEN_UP_FOR_ANOTHER: ReadonlySet<unknown> = new Set(['40P01', '40001']);

/** A transaction that is made again when it was given up for another one, a few times. */
export async function retriedTransaction<T>(db: Db, work: (trx: DbTransaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= PLATFORM_LIMITS.transactionAttempts || !GIVEN_UP_FOR_ANOTHER.has(errorCode(error))) throw error;
    }
  }
}
