import { readFileSync } from 'node:fs';
import { describeWithShared } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import {
  conformingProduct,
  productList,
  publishedRecord,
  RECORD_ID,
  recordId,
} from '../testing/conforming-products.ts';
import { parseConformingProducts } from './conforming-products.ts';
import { isUsingCachedVersion } from './is-cached.ts';
import { listUses } from './list-use.ts';
import { makeTrustSnapshot } from './make-snapshot.ts';
import { diffProductLists, makeProductList } from './product-list.ts';

const parse = (...records: unknown[]) => parseConformingProducts(JSON.stringify(records));
const code = (name: string): unknown => expect.objectContaining({ name: 'TrustListError', code: name });
const long = 'x'.repeat(LIMITS.conformingProductChars + 1);

describe('the list of conforming products', () => {
  it('is read into records, with the members that are used', () => {
    const restricted = { assurance: { maxAssuranceLevel: 1 }, disallowedSignals: { inception: ['capturedMedia'] } };
    expect(parse(publishedRecord(), publishedRecord({ recordId: recordId(2) }, restricted))).toEqual([
      conformingProduct(),
      conformingProduct({ record_id: recordId(2), max_assurance_level: 1, disallowed_inception: ['capturedMedia'] }),
    ]);
  });

  it('may leave out what only generators have, and carry what nobody knows yet', () => {
    const product = { productType: 'validatorProduct', DN: { CN: 'A', O: 'B', C: 'XX' } };
    const [read] = parse({ recordId: RECORD_ID, applicant: 'C', status: 'revoked_eol', product, later: [1] });
    expect(read).toEqual(
      conformingProduct({
        applicant: 'C',
        name: 'A',
        organization: 'B',
        product_type: 'validatorProduct',
        status: 'revoked_eol',
        min_version: null,
        max_assurance_level: null,
      }),
    );
  });

  it('loses stray spaces, byte order marks and differences of Unicode form', () => {
    const DN = { CN: 'Cafe\u0301 ', O: ' Example, Ltd', OU: '  ', C: 'XX' };
    const text = `\uFEFF${JSON.stringify([publishedRecord({ recordId: RECORD_ID.toUpperCase() }, { DN })])}`;
    expect(parseConformingProducts(text)).toEqual([conformingProduct({ name: 'Caf\u00E9' })]);
  });

  it.each<[string, unknown]>([
    ['a record that is no object', 'text'],
    ['no product', { ...publishedRecord(), product: undefined }],
    ['a product that is a list', publishedRecord({ product: [] })],
    ['no subject', publishedRecord({}, { DN: undefined })],
    ['no common name', publishedRecord({}, { DN: { O: 'B' } })],
    ['a blank organization', publishedRecord({}, { DN: { CN: 'A', O: ' ' } })],
    ['a unit that is a number', publishedRecord({}, { DN: { CN: 'A', O: 'B', OU: 5 } })],
    ['a name that is too long', publishedRecord({}, { DN: { CN: long, O: 'B' } })],
    ['no record id', publishedRecord({ recordId: undefined })],
    ['a record id that is none', publishedRecord({ recordId: `${RECORD_ID}0` })],
    ['no status', publishedRecord({ status: undefined })],
    ['no applicant', publishedRecord({ applicant: null })],
    ['a level of zero', publishedRecord({}, { assurance: { maxAssuranceLevel: 0 } })],
    ['a level between levels', publishedRecord({}, { assurance: { maxAssuranceLevel: 1.5 } })],
    ['a level in words', publishedRecord({}, { assurance: { maxAssuranceLevel: '2' } })],
    ['assurance that is null', publishedRecord({}, { assurance: null })],
    ['signals that are no list', publishedRecord({}, { disallowedSignals: { inception: 'capturedMedia' } })],
    ['a signal that is a number', publishedRecord({}, { disallowedSignals: { inception: [1] } })],
    [
      'too many signals',
      publishedRecord({}, { disallowedSignals: { inception: Array(LIMITS.conformingProductSignals + 1).fill('a') } }),
    ],
  ])('is refused whole: %s', (_what, record) => {
    expect(() => parse(publishedRecord({ recordId: recordId(2) }), record)).toThrow(code('MALFORMED_JSON'));
  });

  it('is refused: two records of one id, other documents, too little and too much', () => {
    expect(() => parse(publishedRecord(), publishedRecord())).toThrow(code('MALFORMED_JSON'));
    expect(() => parseConformingProducts('[')).toThrow(code('MALFORMED_JSON'));
    expect(() => parseConformingProducts('{}')).toThrow(code('MALFORMED_JSON'));
    expect(() => parseConformingProducts('{"LoTE":{}}')).toThrow(code('WRONG_LIST'));
    expect(() => parse()).toThrow(code('NO_PRODUCTS'));
    const many = Array.from({ length: LIMITS.conformingProducts + 1 }, () => 1);
    expect(() => parse(...many)).toThrow(code('TOO_MANY_PRODUCTS'));
    expect(() => parseConformingProducts(' '.repeat(LIMITS.trustListBytes + 1))).toThrow(code('TOO_LARGE'));
  });
});

describe('a copy of the list', () => {
  const one = conformingProduct({ record_id: recordId(1) });
  const two = conformingProduct({ record_id: recordId(2) });
  const three = conformingProduct({ record_id: recordId(3) });

  it('has a hash of its records, in whatever order they and their members stand', () => {
    const { sha256 } = productList(one, two);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    const turned = Object.fromEntries(Object.entries(conformingProduct({ record_id: recordId(2) })).toReversed());
    expect(productList({ ...conformingProduct(), ...turned }, one).sha256).toBe(sha256);
    expect(makeProductList({ ...productList(one, two), fetched_at: '', last_fetch_failed: true }).sha256).toBe(sha256);
    expect(productList(one, conformingProduct({ record_id: recordId(2), status: 'revoked' })).sha256).not.toBe(sha256);
  });

  it('tells what came, went and changed; only what went is lost', () => {
    const revoked = conformingProduct({ record_id: recordId(2), status: 'revoked' });
    const { added, removed, lossRatio } = diffProductLists(productList(one, two), productList(revoked, three));
    const summary = { name: 'Example Camera', organization: 'Example, Ltd', status: 'conformant' };
    expect(added).toEqual([
      { ...summary, record_id: recordId(2), status: 'revoked' },
      { ...summary, record_id: recordId(3) },
    ]);
    expect(removed.map(({ record_id }) => record_id)).toEqual([recordId(1), recordId(2)]);
    expect(lossRatio).toBe(0.5);
    expect(diffProductLists(null, productList(one))).toMatchObject({ removed: [], lossRatio: 0 });
    expect(diffProductLists(productList(one, two), productList(two, one))).toEqual({
      added: [],
      removed: [],
      lossRatio: 0,
    });
  });

  it('is told in the report when it was at hand, and not missed when it was not', () => {
    const at = new Date('2026-11-20T00:00:00.000Z');
    const without = makeTrustSnapshot([], ['c2pa'], 1);
    const list = productList(one, two);
    const snapshot = makeTrustSnapshot([], ['c2pa'], 1, list);
    expect(snapshot.id).not.toBe(without.id);
    expect(makeTrustSnapshot([], ['c2pa'], 1, productList(one)).id).not.toBe(snapshot.id);
    expect(listUses(without, at).map(({ name }) => name)).toEqual(['c2pa']);
    const { products: _none, ...old } = without;
    expect(listUses(old, at)).toHaveLength(1);
    expect(listUses(snapshot, at)[1]).toEqual({
      name: 'c2pa_products',
      available: true,
      sha256: list.sha256,
      fetched_at: list.fetched_at,
      certificates: 0,
      products: 2,
      using_cached_version: true,
    });
    expect(isUsingCachedVersion(list, at, 24 * 3_600_000)).toBe(false);
  });
});

describeWithShared('the published list of conforming products', 'conformance/conforming-products-list.json', (path) => {
  it('is read whole', () => {
    const products = parseConformingProducts(readFileSync(path, 'utf8'));
    expect(products).toHaveLength(174);
    const generators = products.filter(({ product_type }) => product_type === 'generatorProduct');
    expect(generators).toHaveLength(153);
    expect(generators.every(({ max_assurance_level }) => max_assurance_level !== null)).toBe(true);
    const restricted = generators.filter(({ disallowed_inception }) => disallowed_inception.length > 0);
    expect(restricted.length).toBeGreaterThanOrEqual(12);
    expect(products.filter(({ organization }) => organization === 'Getty Images (US), Inc.')).toHaveLength(4);
  });
});
