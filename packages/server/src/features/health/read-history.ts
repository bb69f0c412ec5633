import type { Db } from '../../platform/database.ts';
import type { Component } from '../../shared/components.ts';
import type { DayRecord, History } from '../../shared/service-status.ts';
import { listDays } from './queries.ts';

/** What was recorded in the last 90 days. */
export async function readHistory(db: Db): Promise<History> {
  const rows = await listDays(db);
  const of = (component: Component): DayRecord[] =>
    rows
      .filter((row) => row.component === component)
      .map(({ day, works, reduced, fails }) => ({ day, works, reduced, fails }));
  return { verify: of('verify'), sign: of('sign'), site: of('site'), webhooks: of('webhooks') };
}
