import type { ServiceStatus } from '../../shared/service-status.ts';
import { madeLately } from '../../shared/made-lately.ts';
import { openReadiness, type Readiness } from './check-readiness.ts';
import { readStatus } from './read-status.ts';
import type { HealthServices } from './services.ts';

/** What the state of the service is read from, by whoever asks. */
export interface Health {
  readiness(): Promise<Readiness>;
  status(): Promise<ServiceStatus>;
}

/**
 * The state of the service is measured at most every `readinessMs`, and what was measured is the same for all who ask: each
 * measurement writes, reads and deletes a file in the store and asks the database, and anybody may ask.
 */
export function openHealth(services: HealthServices): Health {
  const { clock, limits } = services;
  const lately = { clock, keptMs: limits.readinessMs };
  const readiness = madeLately(openReadiness(services), lately);
  return { readiness, status: madeLately(() => readStatus(services, readiness), lately) };
}
