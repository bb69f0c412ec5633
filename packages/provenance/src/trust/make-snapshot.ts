import { createHash } from 'node:crypto';
import { TRUST_LIST_NAMES } from './trust-list.ts';
import type { ProductList } from './conforming-product.ts';
import type { TrustList, TrustListName, TrustSnapshot } from './trust-list.ts';

/**
 * All trust material for one judgement. The id depends only on the content, not on its order.
 *
 * @param freshForMs age in milliseconds above which a copy is reported as cached
 * @param products the list of conforming products; null when there is no copy
 * @throws {TypeError} when a list is given twice
 */
export function makeTrustSnapshot(
  lists: readonly TrustList[],
  expected: readonly TrustListName[],
  freshForMs: number,
  products: ProductList | null = null,
): TrustSnapshot {
  const names = lists.map(({ name }) => name);
  if (new Set(names).size !== names.length) throw new TypeError('a trust list is given twice');
  const sorted = lists.toSorted((a, b) => TRUST_LIST_NAMES.indexOf(a.name) - TRUST_LIST_NAMES.indexOf(b.name));
  const expectedNames = TRUST_LIST_NAMES.filter((name) => expected.includes(name));
  const identity = {
    lists: [...sorted, ...(products === null ? [] : [products])].map(
      ({ name, sha256, fetched_at, last_fetch_failed }) => [name, sha256, fetched_at, last_fetch_failed],
    ),
    expected: expectedNames,
    fresh_for_ms: freshForMs,
  };
  const id = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
  return { id, lists: sorted, expected: expectedNames, products, fresh_for_ms: freshForMs };
}
