import { countNewAccounts } from '../../../features/admin/index.ts';
import { readFinance } from '../../../features/finance/index.ts';
import { sumAllByDay } from '../../../features/usage/index.ts';
import type { PageServices } from '../../services.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
/** Asia/Shanghai, whose days are those of the books, has been eight hours ahead of UTC all year since 1991. */
const SHANGHAI_MS = 8 * 3_600_000;

/** What happened on each of the last 30 days, the oldest first; every figure has one value for each day. */
export interface Activity {
  /** In UTC, as `2026-11-23`. */
  readonly days: readonly string[];
  readonly accounts: readonly number[];
  readonly verifications: readonly number[];
  readonly signings: readonly number[];
  readonly failures: readonly number[];
}

/** What was earned on each of the last 30 days in Asia/Shanghai. */
export interface Revenue {
  readonly days: readonly string[];
  /** In fen. */
  readonly earned: readonly number[];
}

export async function readActivity({ db, clock }: Pick<PageServices, 'db' | 'clock'>): Promise<Activity> {
  const days = lastDays(clock.now().getTime());
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const accounts = new Map((await countNewAccounts(db, from)).map(({ day, count }) => [day, count]));
  const sums = await sumAllByDay(db, { from, to });
  const of = (countOf: (sum: (typeof sums)[number]) => number) =>
    days.map((day) => sums.reduce((total, sum) => (sum.day === day ? total + countOf(sum) : total), 0));
  const done = (asked: 'verification' | 'signing') =>
    of(({ operation, live, sandbox }) => (operation === asked ? live + sandbox : 0));
  return {
    days,
    accounts: days.map((day) => accounts.get(day) ?? 0),
    verifications: done('verification'),
    signings: done('signing'),
    failures: of(({ operation, failed }) => (operation === 'verification' || operation === 'signing' ? failed : 0)),
  };
}

export async function readRevenue({ clock, finance }: Pick<PageServices, 'clock' | 'finance'>): Promise<Revenue> {
  const days = lastDays(clock.now().getTime() + SHANGHAI_MS);
  const from = new Date(Date.parse(days[0] ?? '') - SHANGHAI_MS);
  const { series } = await readFinance(finance, { from, group_by: 'day' });
  const earned = new Map(series.map(({ group, recognized_minor: fen }) => [group, fen]));
  return { days, earned: days.map((day) => earned.get(day) ?? 0) };
}

function lastDays(now: number): string[] {
  return Array.from({ length: DAYS }, (_, index) =>
    new Date(now - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}
