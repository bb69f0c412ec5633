import type { TrustSnapshot } from '@revera/provenance';

/**
 * Null, or which list is too old. A list that was never loaded is no failure of this kind: the service says of each
 * result that the list was not available, and a new installation is ready before its first fetch has ended.
 */
export function trustAgeProblem(snapshot: TrustSnapshot, now: Date): string | null {
  const old = snapshot.lists.filter(
    (list) =>
      list.name !== 'service' &&
      snapshot.expected.includes(list.name) &&
      now.getTime() - Date.parse(list.fetched_at) > snapshot.fresh_for_ms,
  );
  return old.length === 0 ? null : `older than allowed: ${old.map((list) => list.name).join(', ')}`;
}
