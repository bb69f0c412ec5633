import { isUsingCachedVersion } from './is-cached.ts';
import { TRUST_LIST_NAMES } from './trust-list.ts';
import type { TrustListUse, TrustSnapshot } from './trust-list.ts';

/**
 * What the report says about each list that was consulted, or should have been. Lists that are off are left out, and so is a
 * missing list of products: nobody's trust depends on it.
 */
export function listUses(snapshot: TrustSnapshot, at: Date): TrustListUse[] {
  return [...trustListUses(snapshot, at), ...productListUses(snapshot, at)];
}

function productListUses({ products, fresh_for_ms }: TrustSnapshot, at: Date): TrustListUse[] {
  if (products == null) return [];
  const { name, sha256, fetched_at } = products;
  const using_cached_version = isUsingCachedVersion(products, at, fresh_for_ms);
  const count = products.products.length;
  return [{ name, available: true, sha256, fetched_at, certificates: 0, products: count, using_cached_version }];
}

function trustListUses(snapshot: TrustSnapshot, at: Date): TrustListUse[] {
  return TRUST_LIST_NAMES.flatMap((name): TrustListUse[] => {
    const list = snapshot.lists.find((candidate) => candidate.name === name);
    if (list !== undefined) {
      return [
        {
          name,
          available: true,
          sha256: list.sha256,
          fetched_at: list.fetched_at,
          certificates: list.anchors.length + list.allowed.length,
          using_cached_version: isUsingCachedVersion(list, at, snapshot.fresh_for_ms),
        },
      ];
    }
    if (!snapshot.expected.includes(name)) return [];
    return [{ name, available: false, sha256: null, fetched_at: null, certificates: 0, using_cached_version: false }];
  });
}
