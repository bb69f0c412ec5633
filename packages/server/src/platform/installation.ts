import { sql } from 'kysely';
import type { Db } from './database.ts';

/** True for only one caller, over all processes and starts: the first of this installation. */
export async function claimInstallation(trx: Db): Promise<boolean> {
  const row = await trx
    .insertInto('installation')
    .values({ first_start_printed_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
