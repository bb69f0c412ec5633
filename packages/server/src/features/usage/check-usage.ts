import type { Db } from '../../platform/database.ts';
import { PLATFORM_LIMITS } from '../../platform/limits.ts';
import type { Log } from '../../platform/log.ts';
import {
  countDifferences,
  forgetCheck,
  isCheckDue,
  listKeptDays,
  rebuildDay,
  renumberRestored,
  storeCheck,
} from './queries/fold.ts';

/**
 * Compares the sums of the latest days with the rows that they are made from, unless that was done today. A difference is logged
 * as an error and shown to the operator; nothing is repaired by itself, since somebody should know why.
 */
export async function checkUsage(db: Db, log: Log, signal?: AbortSignal): Promise<void> {
  if (!(await isCheckDue(db))) return;
  let differences = 0;
  for (const day of await listKeptDays(db, { latest: PLATFORM_LIMITS.usageCheckedDays })) {
    if (signal?.aborted === true) return;
    const found = await countDifferences(db, day);
    if (found > 0) log.error({ day, differences: found }, 'sums of usage differ from the rows they are made from');
    differences += found;
  }
  await storeCheck(db, differences);
}

/** What was made again. */
export interface RebuiltUsage {
  days: number;
  sums: number;
}

/**
 * Makes the sums again from the rows, day by day, while work goes on being counted. Days whose rows are no longer kept stay as
 * they are.
 *
 * @param from the first day, as `2026-11-23`; by default the first one whose rows are kept
 */
export async function rebuildUsage(db: Db, from?: string): Promise<RebuiltUsage> {
  await renumberRestored(db);
  const days = await listKeptDays(db, from === undefined ? {} : { from });
  let sums = 0;
  for (const day of days) sums += await rebuildDay(db, day);
  await forgetCheck(db);
  return { days: days.length, sums };
}
