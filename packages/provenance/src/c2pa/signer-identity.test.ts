import { X509Certificate } from 'node:crypto';
import { der } from '@revera/testkit';
import { createAuthority, type Authority, type AuthorityOptions } from '@revera/testkit/authorities';
import { buildJpeg } from '@revera/testkit/media';
import { signMedia } from '@revera/testkit/sign';
import { beforeAll, describe, expect, it } from 'vitest';
import { bufferSource } from '../bytes/random-access.ts';
import { conformingProduct, productList, RECORD_ID } from '../testing/conforming-products.ts';
import { TEST_TIME } from '../testing/engine-bench.ts';
import { TEST_CERTIFICATES } from '../testing/test-certificates.ts';
import { listOf } from '../testing/trust-snapshots.ts';
import { makeTrustSnapshot } from '../trust/make-snapshot.ts';
import { prepareSnapshot } from '../trust/prepare-snapshot.ts';
import type { TrustListName } from '../trust/trust-list.ts';
import { compileEngineModule } from './engine-module.ts';
import { chooseAnchors } from './chosen-anchors.ts';
import { loadEngine, type C2paEngine } from './engine.ts';
import { readC2pa } from './read-c2pa.ts';
import { readSignerIdentity } from './signer-identity.ts';

const LEVEL = '1.3.6.1.4.1.62558.3';
const RECORD = '1.3.6.1.4.1.62558.4';
/** 1.3.6.1.4.1.62558.3 and what follows. */
const levelOid = (...rest: number[]) => der(0x06, [0x2b, 6, 1, 4, 1, 0x83, 0xe8, 0x5e, 3, ...rest]);
const SUBJECT = String.raw`CN=Example Camera, O=Example\, Ltd, OU=Sales, OU=Web, C=XX`;

async function identityOf(options: AuthorityOptions) {
  return readSignerIdentity((await createAuthority({ selfSigned: true, ...options })).leaf.der);
}

describe('what a signing certificate says of its product', () => {
  it('its subject part by part, and both extensions', async () => {
    const extensions = [
      { oid: LEVEL, value: levelOid(10) },
      { oid: RECORD, value: der(0x0c, RECORD_ID) },
    ];
    expect(await identityOf({ subject: SUBJECT, extensions })).toEqual({
      common_names: ['Example Camera'],
      organizations: ['Example, Ltd'],
      organizational_units: ['Sales', 'Web'],
      record_id: RECORD_ID,
      assurance_level: 1,
    });
  });

  it('a value that looks like several parts is one', async () => {
    const subject = String.raw`CN=A\, O=Example\+OU=B, O=C`;
    expect(await identityOf({ subject })).toMatchObject({ common_names: ['A, O=Example+OU=B'], organizations: ['C'] });
    expect(await identityOf({ subject: 'CN=A+CN=B, O=C' })).toMatchObject({ common_names: ['A', 'B'] });
  });

  it.each<[string, Uint8Array, number | null]>([
    ['level 2', levelOid(20), 2],
    ['a level that nobody knows', levelOid(30), null],
    ['the arc alone', levelOid(), null],
    ['a number', der(0x02, [2]), null],
    ['nothing', new Uint8Array(), null],
    ['more than one value', new Uint8Array([...levelOid(10), ...levelOid(20)]), null],
    ['a value that is cut', levelOid(10).subarray(0, 5), null],
  ])('as its level: %s', async (_what, value, assurance_level) => {
    expect(await identityOf({ extensions: [{ oid: LEVEL, value }] })).toMatchObject({
      assurance_level,
      record_id: null,
    });
  });

  it('no record id but a text in UTF-8', async () => {
    const extensions = [{ oid: RECORD, value: der(0x04, RECORD_ID) }];
    expect(await identityOf({ extensions })).toMatchObject({ record_id: null });
  });

  it('nothing for what is no certificate', () => {
    const leaf = new Uint8Array(new X509Certificate(TEST_CERTIFICATES.leaf).raw);
    expect(readSignerIdentity(leaf)).toMatchObject({ organizations: ['Signer, Inc.'], record_id: null });
    for (const bytes of [new Uint8Array(), Uint8Array.of(0x30, 0), leaf.subarray(0, 80), leaf.subarray(1)]) {
      expect(readSignerIdentity(bytes)).toBeNull();
    }
  });
});

describe('the product behind the credential of a file', () => {
  let engine: C2paEngine;
  let authority: Authority;
  let media: Uint8Array;
  beforeAll(async () => {
    engine = await loadEngine(await compileEngineModule());
    authority = await createAuthority({ subject: SUBJECT, extensions: [{ oid: LEVEL, value: levelOid(10) }] });
    media = await signMedia(buildJpeg(), 'image/jpeg', { authority });
  });

  const productOf = async (list: TrustListName, products = productList(conformingProduct())) => {
    const trust = makeTrustSnapshot([listOf(list, [authority.rootPem])], [list], 1, products);
    const { outcome } = await readC2pa(engine, {
      source: bufferSource(media),
      format: 'image/jpeg',
      hasPlace: true,
      trust: { snapshot: prepareSnapshot(trust), settings: chooseAnchors(trust) },
      at: TEST_TIME,
    });
    const facts = 'facts' in outcome ? outcome.facts : null;
    if (facts?.kind !== 'present') throw new Error('no manifest store was read');
    return { list: facts.trust_match?.list, product: facts.product };
  };

  it('is told of a signer on the official list', async () => {
    expect(await productOf('c2pa')).toEqual({
      list: 'c2pa',
      product: {
        name: 'Example Camera',
        applicant: 'Example Ltd',
        record_id: RECORD_ID,
        assurance_level: 1,
        disallowed_inception: [],
      },
    });
  });

  it('is not told of one on any other list, though its certificate names the same product', async () => {
    expect(await productOf('service')).toEqual({ list: 'service', product: null });
    expect(await productOf('legacy')).toEqual({ list: 'legacy', product: null });
    expect(await productOf('c2pa_tsa')).toEqual({ list: undefined, product: null });
  });

  it('is not told of a product that the list does not have', async () => {
    const other = productList(conformingProduct({ name: 'Example Editor' }));
    expect(await productOf('c2pa', other)).toEqual({ list: 'c2pa', product: null });
  });
});
