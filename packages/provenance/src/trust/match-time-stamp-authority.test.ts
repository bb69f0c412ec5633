import { X509Certificate } from 'node:crypto';
import { createAuthority, EXPIRED_VALIDITY, type Authority, type ExtendedKeyUsage } from '@revera/testkit/authorities';
import { createTimeStampSigner } from '@revera/testkit/servers';
import { beforeAll, describe, expect, it } from 'vitest';
import { listOf, snapshotOf } from '../testing/trust-snapshots.ts';
import { matchTimeStampAuthority } from './match-time-stamp-authority.ts';
import { anchorSet, prepareSnapshot } from './prepare-snapshot.ts';
import { publicRoots } from './public-roots.ts';

const AT = new Date('2026-03-01T12:00:00Z');
const x509 = ({ pem }: { pem: string }) => new X509Certificate(pem);
const NOTHING = prepareSnapshot(snapshotOf());

describe('what vouches for a time-stamp authority', () => {
  let tsa: Authority;
  beforeAll(async () => {
    tsa = await createTimeStampSigner();
  });
  const match = (
    authority: Authority,
    { trust = NOTHING, roots = anchorSet([]), others = [x509(authority.intermediate)], at = AT } = {},
  ) => matchTimeStampAuthority(x509(authority.leaf), others, trust, at, () => roots);

  it('a list, by its root or by an authority on the way; the TSA list counts before the interim one', () => {
    for (const pem of [tsa.rootPem, tsa.intermediate.pem, tsa.leaf.pem]) {
      const trust = prepareSnapshot(snapshotOf(listOf('c2pa_tsa', [pem]), listOf('legacy', [pem])));
      expect(match(tsa, { trust })).toEqual({ kind: 'listed', list: 'c2pa_tsa' });
    }
    const interim = prepareSnapshot(snapshotOf(listOf('legacy', [tsa.intermediate.pem])));
    expect(match(tsa, { trust: interim })).toEqual({ kind: 'listed', list: 'legacy' });
  });

  it('an anchor that issued the signer directly, with no other certificate in the token', () => {
    const trust = prepareSnapshot(snapshotOf(listOf('c2pa_tsa', [tsa.intermediate.pem])));
    expect(match(tsa, { trust, others: [] })).toMatchObject({ kind: 'listed' });
  });

  it('a public root, where no list does', () => {
    expect(match(tsa, { roots: anchorSet([tsa.rootPem]) })).toEqual({
      kind: 'publicly_rooted',
      certificate_subject: 'C=CN, O=Revera Test TSA, CN=Revera Test TSA Root',
    });
  });

  it('nothing: no anchor, a gap in the chain, or a certificate that is no authority on the way', async () => {
    expect(match(tsa)).toEqual({ kind: 'unknown_authority' });
    const roots = anchorSet([tsa.rootPem]);
    expect(match(tsa, { roots, others: [] })).toEqual({ kind: 'unknown_authority' });
    const imposter = await createTimeStampSigner({ issuedBy: { ...tsa, between: [tsa.leaf] } });
    expect(match(imposter, { roots, others: [x509(tsa.leaf), x509(tsa.intermediate)] })).toEqual({
      kind: 'unknown_authority',
    });
  });

  it('nothing, when an authority on the way had ended', async () => {
    const ended = await createTimeStampSigner({ authorityValidity: EXPIRED_VALIDITY });
    expect(match(ended, { roots: anchorSet([ended.rootPem]) })).toEqual({ kind: 'unknown_authority' });
  });

  it('an allowed end-entity certificate of the interim list vouches for nobody', () => {
    const trust = prepareSnapshot(snapshotOf(listOf('legacy', [], [tsa.leaf.pem])));
    expect(match(tsa, { trust })).toEqual({ kind: 'unknown_authority' });
  });

  it.each<[readonly ExtendedKeyUsage[], string]>([
    [['c2pa', 'documentSigning'], 'unknown_authority'],
    [['timeStamping'], 'listed'],
    [[], 'listed'],
  ])('an anchor that is there for %j makes an authority below it %s', async (extendedKeyUsages, kind) => {
    // A leaf with the CA mark stands for an issuing authority such as the interim list has.
    const issuing = await createAuthority({ leafIsCa: true, extendedKeyUsages });
    const below = await createTimeStampSigner({ issuedBy: { ...issuing, between: [issuing.leaf] } });
    const trust = prepareSnapshot(snapshotOf(listOf('legacy', [issuing.leaf.pem])));
    expect(match(below, { trust, others: [] })).toMatchObject({ kind });
  });

  it('the public roots of Node.js can be read', () => {
    expect(publicRoots().anchors.size).toBeGreaterThan(50);
    expect(publicRoots()).toBe(publicRoots());
  });
});
