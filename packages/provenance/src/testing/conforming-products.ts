import type { ConformingProduct, ProductList } from '../trust/conforming-product.ts';
import { makeProductList } from '../trust/product-list.ts';

export const RECORD_ID = '01900000-0000-7000-8000-000000000001';

/** A record as the C2PA publishes it, changed as the test wants. */
export function publishedRecord(changes: object = {}, product: object = {}): Record<string, unknown> {
  return {
    recordId: RECORD_ID,
    applicant: 'Example Ltd',
    status: 'conformant',
    product: {
      productType: 'generatorProduct',
      DN: { CN: 'Example Camera', O: 'Example, Ltd', OU: '', C: 'XX' },
      minVersion: '2.0',
      assurance: { maxAssuranceLevel: 2, attestationMethods: ['Example_Attestation'] },
      disallowedSignals: { inception: [], transformation: [] },
      ...product,
    },
    containers: { generate: { image: ['image/jpeg'] } },
    ...changes,
  };
}

/** A conformant generator as the parser answers it. */
export function conformingProduct(changes: Partial<ConformingProduct> = {}): ConformingProduct {
  return {
    record_id: RECORD_ID,
    applicant: 'Example Ltd',
    name: 'Example Camera',
    organization: 'Example, Ltd',
    organizational_unit: null,
    product_type: 'generatorProduct',
    status: 'conformant',
    min_version: '2.0',
    max_assurance_level: 2,
    disallowed_inception: [],
    disallowed_transformation: [],
    ...changes,
  };
}

export function productList(...products: ConformingProduct[]): ProductList {
  return makeProductList({ products, fetched_at: '2026-11-19T00:00:00.000Z', last_fetch_failed: false });
}

/** A different record id for each number. */
export function recordId(number: number): string {
  return `${RECORD_ID.slice(0, -4)}${String(number).padStart(4, '0')}`;
}
