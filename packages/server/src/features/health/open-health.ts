import type { History, ServiceStatus } from '../../shared/service-status.ts';
import { madeLately } from '../../shared/made-lately.ts';
import { listRecentIncidents, presentIncident, type PresentedIncident } from '../incidents/index.ts';
import { openReadiness, type Readiness } from './check-readiness.ts';
import { HISTORY_KEPT_MS } from './limits.ts';
import { readHistory } from './read-history.ts';
import { orNull, readStatus } from './read-status.ts';
import type { HealthServices } from './services.ts';

/** The one source of the state of the service. */
export interface Health {
  readiness(): Promise<Readiness>;
  status(): Promise<ServiceStatus>;
  /** What was recorded in the last 90 days; null when it cannot be read. */
  history(): Promise<History | null>;
  /** What the operator tells of them, newest first; null when it cannot be read. */
  incidents(): Promise<readonly PresentedIncident[] | null>;
}

/**
 * The state of the service is measured at most once every `readinessMs`, and shared by everybody who asks: each measurement
 * writes, reads and deletes a file in the store and queries the database, and anybody may ask.
 */
export function openHealth(services: HealthServices): Health {
  const { db, clock, limits } = services;
  const lately = { clock, keptMs: limits.readinessMs };
  const readiness = madeLately(openReadiness(services), lately);
  // What could not be read is asked for again soon; what could is kept for longer.
  const counted = madeLately(() => readHistory(db), { clock, keptMs: HISTORY_KEPT_MS });
  return {
    readiness,
    status: madeLately(() => readStatus(services, readiness), lately),
    history: madeLately(() => orNull(counted()), lately),
    incidents: madeLately(async () => (await orNull(listRecentIncidents(db)))?.map(presentIncident) ?? null, lately),
  };
}
