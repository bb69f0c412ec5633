import type { Chore } from '../../../platform/chores.ts';
import { finalizeDue, type StatementServices } from './statements/finalize.ts';

const MINUTE = 60_000;

/** What is done for documents from time to time, by any number of processes. */
export function documentChores(services: StatementServices): Chore[] {
  return [{ every: 10 * MINUTE, what: 'statements', work: (signal) => finalizeDue(services, signal) }];
}
