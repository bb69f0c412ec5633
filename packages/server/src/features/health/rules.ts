import type { TrustSnapshot } from '@revera/provenance';
import type { ListStanding } from '../../shared/service-status.ts';

type List = TrustSnapshot['lists'][number];

/**
 * Names the list that is too old, or null. A list that was never loaded is not reported here: each result says that the list was
 * not available, and a new installation is ready before its first fetch has ended.
 */
export function trustAgeProblem(snapshot: TrustSnapshot, now: Date): string | null {
  const old = snapshot.lists.filter((list) => snapshot.expected.includes(list.name) && isTooOld(list, snapshot, now));
  return old.length === 0 ? null : `older than allowed: ${old.map((list) => list.name).join(', ')}`;
}

/** What the operator adds does not age. */
function isTooOld(list: List, snapshot: TrustSnapshot, now: Date): boolean {
  return list.name !== 'service' && now.getTime() - Date.parse(list.fetched_at) > snapshot.fresh_for_ms;
}

/** How one list of certificates stands. */
export function listStanding(name: List['name'], snapshot: TrustSnapshot, now: Date): ListStanding {
  const list = snapshot.lists.find((candidate) => candidate.name === name);
  if (list === undefined) return snapshot.expected.includes(name) ? 'absent' : 'off';
  if (isTooOld(list, snapshot, now)) return 'stale';
  return list.last_fetch_failed ? 'cached' : 'fresh';
}
