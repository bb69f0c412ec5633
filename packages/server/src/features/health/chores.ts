import type { Chore } from '../../platform/chores.ts';
import type { Db } from '../../platform/database.ts';
import type { Health } from './open-health.ts';
import { pruneSamples, storeSamples } from './queries.ts';
import { openRecorder } from './record-samples.ts';

const MINUTE = 60_000;

/** What the status page says of the past comes from these samples. */
export function healthChores(db: Db, { status }: Pick<Health, 'status'>): Chore[] {
  return [
    { every: MINUTE, what: 'samples of health', work: openRecorder((samples) => storeSamples(db, samples), status) },
    { every: 60 * MINUTE, what: 'old samples of health', work: () => pruneSamples(db) },
  ];
}
