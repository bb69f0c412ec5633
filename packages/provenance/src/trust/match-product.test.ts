import { describe, expect, it } from 'vitest';
import { conformingProduct, productList, RECORD_ID, recordId } from '../testing/conforming-products.ts';
import type { ConformingProduct } from './conforming-product.ts';
import { matchProduct, prepareProducts, type SignerIdentity } from './match-product.ts';

function signer(changes: Partial<SignerIdentity> = {}): SignerIdentity {
  return {
    common_names: ['Example Camera'],
    organizations: ['Example, Ltd'],
    organizational_units: [],
    record_id: null,
    assurance_level: null,
    ...changes,
  };
}

function match(identity: SignerIdentity, ...products: ConformingProduct[]) {
  return matchProduct(identity, prepareProducts(productList(...products)));
}

const PRODUCT = conformingProduct();
const OTHER = conformingProduct({ record_id: recordId(2), name: 'Example Editor' });

describe('the product that a certificate names', () => {
  it('is found by its subject, compared whole without regard to case, outer spaces and Unicode form', () => {
    expect(match(signer(), OTHER, PRODUCT)).toEqual({
      name: 'Example Camera',
      applicant: 'Example Ltd',
      record_id: RECORD_ID,
      assurance_level: 2,
      disallowed_inception: [],
    });
    const accented = conformingProduct({ name: 'Caf\u00E9' });
    expect(match(signer({ common_names: [' CAFE\u0301 '], organizations: ['example, ltd'] }), accented)?.name).toBe(
      'Caf\u00E9',
    );
  });

  it.each<[string, SignerIdentity, ConformingProduct]>([
    ['another name', signer({ common_names: ['Example Camera 2'] }), PRODUCT],
    ['a part of the name', signer({ common_names: ['Camera'] }), PRODUCT],
    ['another organization', signer({ organizations: ['Example'] }), PRODUCT],
    [
      'parts that only together give the name',
      signer({ common_names: ['Example'], organizations: ['Camera'] }),
      PRODUCT,
    ],
    ['no organization', signer({ organizations: [] }), PRODUCT],
    ['two common names', signer({ common_names: ['Example Camera', 'Example Editor'] }), PRODUCT],
    ['two organizations', signer({ organizations: ['Example, Ltd', 'Other'] }), PRODUCT],
    [
      'a product of another unit',
      signer({ organizational_units: ['B'] }),
      conformingProduct({ organizational_unit: 'A' }),
    ],
    ['a product of a unit that the certificate lacks', signer(), conformingProduct({ organizational_unit: 'A' })],
    ['a validator', signer(), conformingProduct({ product_type: 'validatorProduct' })],
    ['a product that was revoked', signer(), conformingProduct({ status: 'revoked_vulnerability' })],
    ['a status that nobody knows', signer(), conformingProduct({ status: 'Conformant' })],
  ])('is none for %s', (_what, identity, product) => {
    expect(match(identity, OTHER, product)).toBeNull();
  });

  it('is none without a list', () => {
    expect(matchProduct(signer({ record_id: RECORD_ID }), prepareProducts(null))).toBeNull();
  });

  it('is that of the certificate’s unit, else the one without a unit', () => {
    const inUnit = conformingProduct({ record_id: recordId(3), organizational_unit: 'Web' });
    const found = (...units: string[]) => match(signer({ organizational_units: units }), PRODUCT, inUnit)?.record_id;
    expect([found('Sales', ' WEB'), found('Sales'), found()]).toEqual([recordId(3), RECORD_ID, RECORD_ID]);
  });

  it('is by its record id whatever it is called, and by nothing else when there is one', () => {
    const renamed = conformingProduct({ name: 'New name' });
    expect(match(signer({ record_id: RECORD_ID.toUpperCase() }), OTHER, renamed)?.name).toBe('New name');
    const twin = conformingProduct({ record_id: recordId(3) });
    const revoked = conformingProduct({ status: 'revoked' });
    expect(match(signer({ record_id: RECORD_ID }), twin, revoked)).toBeNull();
    expect(match(signer({ record_id: recordId(9) }), twin)).toBeNull();
    expect(match(signer({ record_id: '' }), twin)).toBeNull();
  });

  it('has the level that the certificate states, else the most it may have', () => {
    expect(match(signer({ assurance_level: 1 }), PRODUCT)?.assurance_level).toBe(1);
    expect(match(signer(), PRODUCT)?.assurance_level).toBe(2);
    expect(match(signer(), conformingProduct({ max_assurance_level: null }))?.assurance_level).toBeNull();
  });

  it('of several records of one name is what all of them have', () => {
    const second = conformingProduct({
      record_id: recordId(2),
      max_assurance_level: 1,
      disallowed_inception: ['capturedMedia'],
    });
    const gone = conformingProduct({ record_id: recordId(3), status: 'revoked', disallowed_inception: ['other'] });
    expect(match(signer(), PRODUCT, second, gone)).toEqual({
      name: 'Example Camera',
      applicant: 'Example Ltd',
      record_id: null,
      assurance_level: 1,
      disallowed_inception: ['capturedMedia'],
    });
    expect(match(signer({ record_id: RECORD_ID }), PRODUCT, second)).toMatchObject({
      record_id: RECORD_ID,
      assurance_level: 2,
      disallowed_inception: [],
    });
  });
});
