import { z } from 'zod';
import type { TrustConfig } from './config.ts';
import type { ListChange, ListState } from './queries.ts';
import { isFetched, isInUse } from './rules.ts';
import {
  changedCertificateSchema,
  changedProductSchema,
  LIST_NAMES,
  type PresentedTrustList,
  type TrustState,
} from './schemas.ts';
import { isUsingCachedVersion, type KeptListName } from './trust-lists.ts';

const certificates = z.array(changedCertificateSchema);
const products = z.array(changedProductSchema);

/** All lists, including those with nothing stored, and the latest changes. */
export function presentTrustState(
  states: readonly ListState[],
  changes: readonly ListChange[],
  config: TrustConfig,
  now: Date,
): TrustState {
  return {
    lists: LIST_NAMES.map((name) =>
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
      ...presentEntries(change),
    })),
  };
}

function presentEntries({ list, added, removed }: ListChange) {
  if (list !== 'c2pa_products') {
    const lists = { added: certificates.parse(added), removed: certificates.parse(removed) };
    return { ...lists, added_products: [], removed_products: [] };
  }
  const lists = { added_products: products.parse(added), removed_products: products.parse(removed) };
  return { added: [], removed: [], ...lists };
}

function presentList(
  name: KeptListName,
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
    product_count: copy?.products ?? 0,
    last_attempt_at: state?.lastAttemptAt.toISOString() ?? null,
    next_refresh_at: state?.nextRefreshAt?.toISOString() ?? null,
    last_error: state?.lastError ?? null,
    using_cached_version: copy !== null && isCached(name, copy.fetchedAt, state?.lastError ?? null, config, now),
  };
}

function isCached(
  name: KeptListName,
  fetchedAt: Date,
  lastError: string | null,
  config: TrustConfig,
  now: Date,
): boolean {
  const copy = { name, fetched_at: fetchedAt.toISOString(), last_fetch_failed: lastError !== null };
  return isUsingCachedVersion(copy, now, config.freshForMs);
}
