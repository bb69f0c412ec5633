import { sql } from 'kysely';
import type { DbTransaction } from './database.ts';

/**
 * Does the work, and takes it back unless it is to be kept, in the caller's transaction: whoever measures an answer must not
 * see by its time that there was nothing to do. Notifications of work that is taken back are not sent.
 */
export async function doOrUndo(trx: DbTransaction, keep: boolean, work: () => Promise<unknown>): Promise<void> {
  await sql`savepoint work`.execute(trx);
  await work();
  await (keep ? sql`release savepoint work` : sql`rollback to savepoint work`).execute(trx);
}
