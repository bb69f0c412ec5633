import type { ComponentState } from '../../shared/components.ts';
import type { DayRecord, ListStanding, ServiceStatus } from '../../shared/service-status.ts';

export type PartState = ComponentState;
/** Of a list also: it is not there, which is no failure. */
export type ListState = PartState | 'waits' | 'off';

const LIST_STATES: Readonly<Record<ListStanding, ListState>> = {
  fresh: 'works',
  cached: 'reduced',
  stale: 'fails',
  absent: 'waits',
  missing: 'off',
  off: 'off',
};

export function listState(standing: ListStanding): ListState {
  return LIST_STATES[standing];
}

/** The service as a whole: it fails where load balancers are told so, and is reduced where any part is. */
export function judgeService({ isReady, components }: Pick<ServiceStatus, 'isReady' | 'components'>): PartState {
  if (!isReady) return 'fails';
  return Object.values(components).every((state) => state === 'works') ? 'works' : 'reduced';
}

/** The worst of a day; null: nothing was recorded. */
export function judgeDay({ works, reduced, fails }: DayRecord): ComponentState | null {
  if (fails > 0) return 'fails';
  if (reduced > 0) return 'reduced';
  return works > 0 ? 'works' : null;
}

export interface Sums {
  /** Samples of all days. */
  readonly samples: number;
  /** Those in which it worked, late or not. */
  readonly good: number;
  /** Hundredths of a percent, rounded down: what failed once is never 100 %. Null without samples. */
  readonly share: number | null;
  /** The first day that anything was recorded on. */
  readonly since: string | null;
}

export function sumDays(days: readonly DayRecord[]): Sums {
  const good = days.reduce((sum, { works, reduced }) => sum + works + reduced, 0);
  const samples = days.reduce((sum, { fails }) => sum + fails, good);
  const since = days.find((day) => judgeDay(day) !== null)?.day ?? null;
  return { samples, good, share: samples === 0 ? null : Math.floor((good * 10_000) / samples), since };
}
