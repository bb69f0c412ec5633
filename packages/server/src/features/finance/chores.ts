import type { Chore } from '../../platform/chores.ts';
import { checkBooksDaily } from '../billing/ledger/index.ts';
import { FINANCE_LIMITS } from './limits.ts';
import { findDue, windowOf } from './queries/runs.ts';
import { startRun } from './reconcile.ts';
import type { FinanceServices } from './services.ts';

const MINUTE = 60_000;

/** What is looked after from time to time, by any number of processes. */
export function financeChores(services: FinanceServices): Chore[] {
  return [
    { every: MINUTE, what: 'comparison with the payment gateway', work: () => reconcileWhenDue(services) },
    { every: MINUTE, what: 'check of the books', work: () => checkBooksDaily(services) },
  ];
}

/** Compares with the gateway when the schedule wants it; of several processes one does. */
export async function reconcileWhenDue(services: FinanceServices): Promise<void> {
  const { database, gateway } = services;
  if (gateway === null) return;
  const due = await findDue(database.db, gateway.accountId);
  if (due === null) return;
  const { nightlyDays, recentHours } = FINANCE_LIMITS;
  const window = await windowOf(database.db, due === 'nightly' ? nightlyDays * 24 : recentHours);
  const request = { ...window, mode: 'apply', orderIds: null, unpaidOnly: due === 'recent' } as const;
  const isStillDue = async (): Promise<boolean> => (await findDue(database.db, gateway.accountId)) === due;
  const started = await startRun(services, gateway, { ...request, createdBy: null, key: null }, isStillDue);
  if (started !== 'busy') await started.end;
}
