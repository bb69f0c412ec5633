import type { KeptListName, TrustList } from './trust-list.ts';

/**
 * Whether a result that used this copy must say that it is a cached one: the newest fetch failed, or the copy is older
 * than `freshForMs` milliseconds at `at`. A copy whose fetch time cannot be read counts as old. The list `service` is
 * never fetched, so it does not age.
 */
export function isUsingCachedVersion(
  list: Pick<TrustList, 'fetched_at' | 'last_fetch_failed'> & { name: KeptListName },
  at: Date,
  freshForMs: number,
): boolean {
  if (list.name === 'service') return list.last_fetch_failed;
  const ageMs = at.getTime() - Date.parse(list.fetched_at);
  return list.last_fetch_failed || !(ageMs <= freshForMs);
}
