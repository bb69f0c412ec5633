import type { ServiceStatus } from '../../shared/service-status.ts';
import { madeLately } from '../../shared/made-lately.ts';
import { openReadiness, type Readiness } from './check-readiness.ts';
import { readStatus } from './read-status.ts';
import type { HealthServices } from './services.ts';

/** The one source of the state of the service. */
export interface Health {
  readiness(): Promise<Readiness>;
  status(): Promise<ServiceStatus>;
}

/**
 * The state of the service is measured at most once every `readinessMs`, and shared by everybody who asks: each measurement
 * writes, reads and deletes a file in the store and queries the database, and anybody may ask.
 */
export function openHealth(services: HealthServices): Health {
  const { clock, limits } = services;
  const lately = { clock, keptMs: limits.readinessMs };
  const readiness = madeLately(openReadiness(services), lately);
  return { readiness, status: madeLately(() => readStatus(services, readiness), lately) };
}
