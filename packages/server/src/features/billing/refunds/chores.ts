import type { Chore } from '../../../platform/chores.ts';
import type { RefundServices } from './services.ts';
import { workOnRefunds } from './worker.ts';

const TEN_SECONDS = 10_000;

/** What is done for refunds from time to time, by any number of processes. */
export function refundChores(services: RefundServices): Chore[] {
  return [{ every: TEN_SECONDS, what: 'refunds', work: (stopping) => workOnRefunds(services, { stopping }) }];
}
