import type { DaySum, StandingRow as Standing } from '../../../features/usage/index.ts';
import { OPERATIONS } from '../../../shared/operations.ts';
import type { DayRow } from './days.tsx';
import type { StandingRow } from './page.tsx';

export const DAY_MS = 86_400_000;

/** Days as `2026-11-23`, both included. */
export interface Range {
  from: string;
  to: string;
}

/** How each operation stands, in the order in which they are listed everywhere. */
export function standingRows(standing: readonly Standing[]): StandingRow[] {
  const names = Object.keys(OPERATIONS);
  return standing
    .toSorted((one, other) => names.indexOf(one.operation) - names.indexOf(other.operation))
    .map(({ operation, included, used, reserved, extra }) => ({
      operation,
      included: included === null ? null : included + extra,
      used,
      reserved,
      extra,
    }));
}

/** Every day of the range, also those on which nothing was done. */
export function dayRows(sums: readonly DaySum[], { from, to }: Range): DayRow[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) => {
    const day = dayOf(new Date(Date.parse(from) + index * DAY_MS));
    const own = sums.filter((sum) => sum.day === day);
    return {
      day,
      live: Object.fromEntries(own.map(({ operation, live }) => [operation, live])),
      sandbox: own.reduce((sum, { sandbox }) => sum + sandbox, 0),
      failed: own.reduce((sum, { failed }) => sum + failed, 0),
    };
  });
}

/** Of an instant, in UTC. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
