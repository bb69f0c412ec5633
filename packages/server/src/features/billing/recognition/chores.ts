import type { Chore } from '../../../platform/chores.ts';
import { recogniseDue, type RecognitionServices } from './recognise.ts';

const HOUR = 3_600_000;

/** What is done for the revenue of plans, by any number of processes. Looked for more than once a day, as a process may not last one. */
export function recognitionChores(services: RecognitionServices): Chore[] {
  return [{ every: HOUR, what: 'revenue of plans', work: (signal) => recogniseDue(services, signal) }];
}
