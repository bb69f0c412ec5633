import { setTimeout as wait } from 'node:timers/promises';
import type { TrustSnapshot } from '@revera/provenance';

/** The lists that others publish; what the operator adds has no date that would say anything. */
const PUBLISHED = ['c2pa', 'c2pa_tsa', 'legacy'] as const;

/** A trust list in use, and when its copy was fetched (RFC 3339, UTC). */
export interface ListDate {
  readonly name: (typeof PUBLISHED)[number];
  readonly fetchedAt: string;
}

/** The start page waits for its figures only once, and only so long: it needs nothing else of the database. */
const FIRST_WAIT_MS = 500;

type Snapshot = Pick<TrustSnapshot, 'id' | 'lists'>;

/** The lists in use as they were last read; the same array while they are the same. */
export function openListDates(current: () => Promise<Snapshot>): () => Promise<readonly ListDate[]> {
  let last: { id: string; dates: readonly ListDate[] } | null = null;
  const read = async (): Promise<void> => {
    try {
      const snapshot = await current();
      if (last?.id !== snapshot.id) last = { id: snapshot.id, dates: datesOf(snapshot) };
    } catch {
      // The figures of before stay; the status page says what is wrong.
    }
  };
  return async () => {
    const reading = read();
    if (last === null) await Promise.race([reading, wait(FIRST_WAIT_MS)]);
    return last?.dates ?? NONE;
  };
}

const NONE: readonly ListDate[] = [];

function datesOf({ lists }: Snapshot): readonly ListDate[] {
  return PUBLISHED.flatMap((name) => {
    const list = lists.find((candidate) => candidate.name === name);
    return list === undefined ? [] : [{ name, fetchedAt: list.fetched_at }];
  });
}
