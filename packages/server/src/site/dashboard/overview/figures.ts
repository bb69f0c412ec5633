import type { ProvenanceStatus } from '@revera/provenance';
import type { JobSummary } from '../../../features/jobs/index.ts';
import { readStanding, sumByDay } from '../../../features/usage/index.ts';
import {
  listDeliveries,
  listEndpoints,
  presentDelivery,
  type WebhookDelivery,
} from '../../../features/webhooks/index.ts';
import { can } from '../../../shared/permissions.ts';
import { viewerOf } from '../../../shared/viewer.ts';
import type { PageServices } from '../../services.ts';
import type { Visit } from '../kit/visit.ts';
import type { DayRow } from '../usage/days.tsx';
import type { StandingRow } from '../usage/page.tsx';
import { DAY_MS, dayOf, dayRows, standingRows } from '../usage/rows.ts';

/** Days of the chart. */
const DAYS = 30;
const DELIVERIES_SHOWN = 5;
/** Webhooks whose last deliveries are looked at: the newest. */
const WEBHOOKS_ASKED = 5;

/** What was used in the last days and in the period; null: this role does not see it. */
export interface UsageFigures {
  readonly days: readonly DayRow[];
  readonly done: number;
  readonly failed: number;
  readonly standings: readonly StandingRow[];
}

export async function usageFigures(
  { db, clock, quotaBasis }: Pick<PageServices, 'db' | 'clock' | 'quotaBasis'>,
  { member: { organizationId, role } }: Visit,
): Promise<UsageFigures | null> {
  if (!can(role, 'usage:read')) return null;
  const now = clock.now();
  const range = { from: dayOf(new Date(now.getTime() - (DAYS - 1) * DAY_MS)), to: dayOf(now) };
  const [sums, standing] = await Promise.all([
    sumByDay(db, organizationId, range),
    readStanding(db, organizationId, quotaBasis),
  ]);
  return {
    days: sums.length === 0 ? [] : dayRows(sums, range),
    done: sums.reduce((sum, { live, sandbox }) => sum + live + sandbox, 0),
    failed: sums.reduce((sum, { failed }) => sum + failed, 0),
    standings: standingRows(standing),
  };
}

/** How often each verdict is among the jobs, the most frequent first. */
export function countVerdicts(jobs: readonly JobSummary[]): { verdict: ProvenanceStatus; count: number }[] {
  const counts = new Map<ProvenanceStatus, number>();
  for (const { provenance_status: verdict, kind } of jobs) {
    if (verdict !== null && kind !== 'signing') counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  return [...counts].map(([verdict, count]) => ({ verdict, count })).toSorted((a, b) => b.count - a.count);
}

export interface LastDelivery {
  readonly webhookId: string;
  readonly url: string;
  readonly delivery: WebhookDelivery;
}

/** The last deliveries of the newest webhooks together; null: this role does not see them. */
export async function lastDeliveries(
  { db }: Pick<PageServices, 'db'>,
  { member }: Visit,
): Promise<LastDelivery[] | null> {
  if (!can(member.role, 'webhooks:read')) return null;
  const { rows } = await listEndpoints(db, viewerOf(member), { limit: WEBHOOKS_ASKED, offset: 0 });
  const all = await Promise.all(
    rows.map(async ({ id, url }) => {
      const deliveries = await listDeliveries(db, id, { limit: DELIVERIES_SHOWN, offset: 0 });
      return deliveries.rows.map((row) => ({ webhookId: id, url, delivery: presentDelivery(row) }));
    }),
  );
  return all
    .flat()
    .toSorted((one, other) => other.delivery.created_at.localeCompare(one.delivery.created_at))
    .slice(0, DELIVERIES_SHOWN);
}
