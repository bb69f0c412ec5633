import type { TrustListUse } from '@revera/provenance';
import { describe, expect, it } from 'vitest';
import { ownIntegrity, ownSigner, revocationOf, stampStanding } from './own-validation.ts';
import { codes, manifest, store } from './test-manifests.ts';

const list = (available: boolean, name: TrustListUse['name'] = 'c2pa_tsa'): TrustListUse => ({
  name,
  available,
  sha256: null,
  fetched_at: null,
  certificates: 0,
  using_cached_version: false,
});
const STAMPED = ['timeStamp.validated', 'claimSignature.insideValidity', 'claimSignature.validated'];

describe('ownIntegrity', () => {
  it.each([
    ['a signature that was checked', {}, 'intact'],
    ['one that is on no list: trust is another matter', { failure: ['signingCredential.untrusted'] }, 'intact'],
    ['an identity assertion that fails', { failure: ['cawg.identity.assertion.mismatch'] }, 'intact'],
    ['no word on the signature', { success: ['assertion.hashedURI.match'] }, 'unconfirmed'],
    ['nothing at all', { success: [] }, 'unconfirmed'],
    ['a manifest that is as it was used', { success: ['ingredient.manifest.validated'] }, 'as_used'],
    ['a broken assertion', { failure: ['assertion.hashedURI.mismatch'] }, 'broken'],
    ['a failure that nobody knows', { failure: ['future.code'] }, 'broken'],
    ['changed content', { failure: ['assertion.dataHash.mismatch'] }, 'content'],
    ['a malformed content hash', { failure: ['assertion.dataHash.malformed'] }, 'broken'],
    [
      'a revoked certificate and changed content',
      { failure: ['signingCredential.ocsp.revoked', 'assertion.bmffHash.mismatch'] },
      'certificate',
    ],
    ['a broken claim and changed content', { failure: ['claim.malformed', 'assertion.dataHash.mismatch'] }, 'broken'],
  ] as const)('of %s', (_what, given, expected) => {
    expect(ownIntegrity(manifest('a', { codes: codes(given) }), [list(true)])).toBe(expected);
  });

  it.each([
    ['the list that would vouch was not at hand', [list(false)], [], 'undated'],
    ['the list was there and does not vouch', [list(true)], [], 'certificate'],
    ['the list was not at hand, and the content is changed', [list(false)], ['assertion.dataHash.mismatch'], 'content'],
    [
      'the list was not at hand, and the certificate is revoked',
      [list(false)],
      ['signingCredential.revoked'],
      'certificate',
    ],
  ])('of a certificate that has ended, with a time stamp: %s', (_what, lists, more, expected) => {
    const given = {
      success: STAMPED,
      informational: ['timeStamp.untrusted'],
      failure: ['signingCredential.expired', ...more],
    };
    expect(ownIntegrity(manifest('a', { codes: codes(given) }), lists)).toBe(expected);
  });
});

describe('ownSigner', () => {
  const [active, other] = [manifest('a'), manifest('b')];
  const unlisted = manifest('c', { codes: codes({ success: [], failure: ['signingCredential.untrusted'] }) });
  const facts = store([active, other, unlisted]);

  it('takes the verdict’s match for the active manifest, and the engine’s word for the others', () => {
    expect([active, other, unlisted].map((each) => ownSigner(each, facts, []))).toEqual([
      'unsaid',
      'listed',
      'unlisted',
    ]);
  });

  it('says "on no list" only when a list of outside signers was at hand', () => {
    const of = (...given: [name: 'c2pa' | 'legacy' | 'service' | 'c2pa_tsa', available: boolean][]) =>
      ownSigner(
        unlisted,
        facts,
        given.map(([name, available]) => list(available, name)),
      );
    expect(of(['c2pa', false], ['service', true], ['c2pa_tsa', true])).toBe('unsaid');
    expect(of(['c2pa', false], ['legacy', true])).toBe('unlisted');
    expect(of(['service', true])).toBe('unlisted');
  });
});

describe('stampStanding', () => {
  const time_stamp = { time: '2026-01-02T03:04:05.000Z', authority: 'CN=TSA' };
  const stamped = (label: string, changes: Parameters<typeof manifest>[1] = {}) => {
    const base = manifest(label);
    const signature = base.signature === null ? null : { ...base.signature, time_stamp };
    return manifest(label, { signature, codes: codes({ success: ['timeStamp.trusted'] }), ...changes });
  };

  it('is vouched for by the list of the verdict', () => {
    const active = stamped('a');
    expect(stampStanding(active, store([active]))).toBe('unconfirmed');
    expect(stampStanding(active, store([active], { time_stamp_list: 'c2pa_tsa' }))).toBe('listed');
  });

  it('needs more than the engine’s word in a claim of version 1', () => {
    const facts = store([manifest('a')]);
    expect(stampStanding(stamped('b'), facts)).toBe('listed');
    expect(stampStanding(stamped('b', { claim_version: 1 }), facts)).toBe('unconfirmed');
  });

  it('is broken when it does not fit the signature, and none when there is none', () => {
    const facts = store([manifest('a')]);
    const mismatch = codes({ informational: ['timeStamp.mismatch'] });
    expect(stampStanding(manifest('b', { codes: mismatch }), facts)).toBe('broken');
    expect(stampStanding(manifest('b'), facts)).toBe('none');
  });
});

describe('revocationOf', () => {
  it.each([
    ['signingCredential.ocsp.revoked', 'revoked'],
    ['signingCredential.ocsp.notRevoked', 'not_revoked'],
    ['signingCredential.ocsp.skipped', 'not_checked'],
  ])('%s', (code, expected) => {
    expect(revocationOf({ codes: codes({ informational: [code] }) })).toBe(expected);
  });
});
