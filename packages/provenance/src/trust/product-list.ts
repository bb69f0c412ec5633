import { createHash } from 'node:crypto';
import type { ConformingProduct, ProductList } from './conforming-product.ts';
import { PRODUCT_LIST_NAME } from './trust-list.ts';

/** What the record of changes says about a product. */
export interface ProductSummary {
  record_id: string;
  name: string;
  organization: string;
  status: string;
}

/** A record that changed counts as removed and added. */
export interface ProductListDiff {
  added: ProductSummary[];
  removed: ProductSummary[];
  /** 0 to 1: the share of records that would be lost. One that only changed is not lost. */
  lossRatio: number;
}

/** A list of products as a value. Its hash covers only the records, in any order. */
export function makeProductList(list: Omit<ProductList, 'name' | 'sha256'>): ProductList {
  const hash = createHash('sha256');
  for (const line of list.products.map(canonical).toSorted()) hash.update(`${line}\n`);
  return {
    name: PRODUCT_LIST_NAME,
    products: list.products,
    sha256: hash.digest('hex'),
    fetched_at: list.fetched_at,
    last_fetch_failed: list.last_fetch_failed,
  };
}

/** What a new copy changes. `before` is null when there was none: everything is added and nothing lost. */
export function diffProductLists(before: ProductList | null, after: ProductList): ProductListDiff {
  const old = before?.products ?? [];
  const ids = new Set(after.products.map(({ record_id }) => record_id));
  const lost = old.filter(({ record_id }) => !ids.has(record_id)).length;
  return {
    added: missingFrom(old, after.products),
    removed: missingFrom(after.products, old),
    lossRatio: old.length === 0 ? 0 : lost / old.length,
  };
}

function missingFrom(here: readonly ConformingProduct[], there: readonly ConformingProduct[]): ProductSummary[] {
  const known = new Set(here.map(canonical));
  return there
    .filter((product) => !known.has(canonical(product)))
    .map(({ record_id, name, organization, status }) => ({ record_id, name, organization, status }));
}

/** One line; members in this order, even if a database returns them in another. */
function canonical(product: ConformingProduct): string {
  return JSON.stringify([
    product.record_id,
    product.applicant,
    product.name,
    product.organization,
    product.organizational_unit,
    product.product_type,
    product.status,
    product.min_version,
    product.max_assurance_level,
    product.disallowed_inception,
    product.disallowed_transformation,
  ]);
}
