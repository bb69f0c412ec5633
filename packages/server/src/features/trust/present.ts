import { z } from 'zod';
import type { TrustConfig } from './config.ts';
import type { ListChange, ListState } from './queries.ts';
import { isFetched, isInUse } from './rules.ts';
import { changedCertificateSchema, type PresentedTrustList, type TrustState } from './schemas.ts';
import { isUsingCachedVersion, type TrustListName } from './trust-lists.ts';

const ALL_LISTS: readonly TrustListName[] = ['c2pa', 'c2pa_tsa', 'legacy', 'service'];
const certificates = z.array(changedCertificateSchema);

/** All four lists, also those of which nothing is stored, and the latest changes. */
export function presentTrustState(
  states: readonly ListState[],
  changes: readonly ListChange[],
  config: TrustConfig,
  now: Date,
): TrustState {
  return {
    lists: ALL_LISTS.map((name) =>
      presentList(
        name,
        states.find((state) => state.name === name),
        config,
        now,
      ),
    ),
    changes: changes.map((change) => ({
      ...change,
      changed_at: change.changed_at.toISOString(),
      added: certificates.parse(change.added),
      removed: certificates.parse(change.removed),
    })),
  };
}

function presentList(
  name: TrustListName,
  state: ListState | undefined,
  config: TrustConfig,
  now: Date,
): PresentedTrustList {
  const copy = state?.copy ?? null;
  const addresses = isFetched(name, config) ? config.sources[name] : { anchorsUrl: '', allowedUrl: '' };
  return {
    name,
    in_use: isFetched(name, config) || (copy !== null && isInUse(name, state?.source ?? '', config)),
    source: addresses.anchorsUrl || null,
    allowed_source: addresses.allowedUrl || null,
    copy_source: copy === null ? null : (state?.source ?? null),
    sha256: copy?.sha256 ?? null,
    fetched_at: copy?.fetchedAt.toISOString() ?? null,
    certificate_count: (copy?.anchors ?? 0) + (copy?.allowed ?? 0),
    anchor_count: copy?.anchors ?? 0,
    allowed_count: copy?.allowed ?? 0,
    last_attempt_at: state?.lastAttemptAt.toISOString() ?? null,
    next_refresh_at: state?.nextRefreshAt?.toISOString() ?? null,
    last_error: state?.lastError ?? null,
    using_cached_version: copy !== null && isCached(name, copy.fetchedAt, state?.lastError ?? null, config, now),
  };
}

function isCached(
  name: TrustListName,
  fetchedAt: Date,
  lastError: string | null,
  config: TrustConfig,
  now: Date,
): boolean {
  const copy = { name, fetched_at: fetchedAt.toISOString(), last_fetch_failed: lastError !== null };
  return isUsingCachedVersion(copy, now, config.freshForMs);
}
