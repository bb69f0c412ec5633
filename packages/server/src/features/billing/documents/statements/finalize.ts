import type { Db } from '../../../../platform/database.ts';
import { pause } from '../../../../platform/pause.ts';
import { newId } from '../../../../shared/ids.ts';
import type { Links } from '../../../../shared/links.ts';
import { recordEvent } from '../../../events/index.ts';
import { presentStatement } from './present.ts';
import {
  haveEnded,
  insertStatement,
  lastMonth,
  listWithout,
  missingMonths,
  nextTransaction,
  readMonth,
  type StatementRow,
} from './queries.ts';

/** Organizations that one look finds. */
const BATCH = 100;

const LOOK_AGAIN_MS = 100;
/** About a minute; the next time is ten minutes later. */
const CHORE_ATTEMPTS = 600;

export interface StatementServices {
  db: Db;
  links: Pick<Links, 'statement'>;
}

/**
 * Makes the statement of a month whose entries are complete. What is in it is decided by the entries alone, so whoever makes it,
 * and whenever, makes the same.
 *
 * @returns undefined when it was there already
 */
export async function finalizeStatement(
  { db, links }: StatementServices,
  organizationId: string,
  month: string,
): Promise<StatementRow | undefined> {
  return db.transaction().execute(async (trx) => {
    const read = await readMonth(trx, organizationId, month);
    const row = await insertStatement(trx, { id: newId('statement'), organizationId, month, ...read });
    if (row === undefined) return undefined;
    await recordEvent(trx, {
      organizationId,
      type: 'statement.finalized',
      sandbox: false,
      data: presentStatement(row, links),
      dedupeKey: `statement.finalized:${row.id}`,
    });
    return row;
  });
}

/**
 * Waits until what began before now has ended. An entry is dated when it is written, inside of its transaction: after the end of a
 * month and this wait, no entry can be added to it.
 *
 * @returns false when that takes longer than `attempts` looks
 */
export async function waitForEarlier(
  db: Db,
  { attempts, stopping }: { attempts: number; stopping: AbortSignal },
): Promise<boolean> {
  const next = await nextTransaction(db);
  for (let attempt = 1; !(await haveEnded(db, next)); attempt += 1) {
    if (attempt >= attempts || stopping.aborted) return false;
    await pause(LOOK_AGAIN_MS, stopping);
  }
  return true;
}

/**
 * Makes the statements that are missing, of the last month and of those before it, from the first of a month at 02:00 in
 * Asia/Shanghai. It may end at any point and be done again, by any number of processes at once.
 */
export async function finalizeDue(services: StatementServices, stopping: AbortSignal): Promise<void> {
  const { month, isDue } = await lastMonth(services.db);
  if (!isDue) return;
  const isComplete = await waitForEarlier(services.db, { attempts: CHORE_ATTEMPTS, stopping });
  if (isComplete) await finalizeThrough(services, month, stopping);
}

/** @param month its entries are complete */
export async function finalizeThrough(
  services: StatementServices,
  month: string,
  stopping: AbortSignal,
): Promise<void> {
  for (;;) {
    const organizations = await listWithout(services.db, month, BATCH);
    for (const organizationId of organizations) {
      for (const missing of await missingMonths(services.db, organizationId, month)) {
        if (stopping.aborted) return;
        await finalizeStatement(services, organizationId, missing);
      }
    }
    if (organizations.length < BATCH) return;
  }
}
