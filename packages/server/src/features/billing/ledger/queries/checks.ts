import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../../platform/database.ts';
import { storedJson } from '../../../../platform/stored-json.ts';
import type { LedgerMismatch } from '../check-ledger.ts';

/** What the latest check that was kept found. */
export interface KeptCheck {
  at: Date;
  mismatches: number;
  /** How often each rule was broken. */
  counts: ReadonlyMap<string, number>;
}

export async function insertCheck(db: Db, mismatches: readonly LedgerMismatch[]): Promise<void> {
  await db
    .insertInto('ledger_check')
    .values({ balanced: mismatches.length === 0, mismatches: storedJson(mismatches) })
    .execute();
}

/** Until the transaction ends nobody else keeps a check. */
export async function lockChecks(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('checks of the books', 0))`.execute(trx);
}

const countsSchema = z.array(z.object({ invariant: z.string(), count: z.int() }));

/** Undefined: none was made yet. */
export async function latestCheck(db: Db): Promise<KeptCheck | undefined> {
  const row = await db
    .selectFrom('ledger_check')
    .select(['checked_at as at', 'mismatches'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const counts = countsSchema.parse(row.mismatches).map(({ invariant, count }) => [invariant, count] as const);
  return { at: row.at, mismatches: counts.length, counts: new Map(counts) };
}

/** Whether the check of the day is still to be made; a day begins at half past four in Shanghai. */
export async function isCheckDue(db: Db): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select not exists (
      select from ledger_check where checked_at >= (
        date_trunc('day', now() at time zone 'Asia/Shanghai' - interval '270 minutes') + interval '270 minutes'
      ) at time zone 'Asia/Shanghai'
    ) as due`.execute(db);
  return rows[0]?.due ?? true;
}
