import { describe, expect, it } from 'vitest';
import type { ChainFacts, ClaimTimeStampFacts, ManifestStoreFacts, StapledOcspFacts } from '../c2pa/facts.ts';
import { judge } from './judge.ts';
import { codes, listUse, manifest, report, store } from '@revera/testkit/report';

/** Reports are judged in November 2026; this certificate ended in May 2024. */
const EXPIRED = chain('2023-06-01T00:00:00.000Z', '2024-05-31T06:14:04.000Z');
const CURRENT = chain('2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z');
const NOT_YET = chain('2027-01-01T00:00:00.000Z', '2028-01-01T00:00:00.000Z');
const INSIDE = '2024-05-30T21:42:08.000Z';
const AFTER_THE_END = '2024-06-02T00:00:00.000Z';
/** What the engine says about every claim of version 1 with a time stamp, no matter whose. */
const ENGINE_TRUSTS = ['timeStamp.validated', 'timeStamp.trusted'];
const HOLDS = ['claimSignature.insideValidity', 'claimSignature.validated', 'assertion.dataHash.match'];

function chain(not_before: string, not_after: string): ChainFacts {
  const leaf = {
    subject: 'CN=S',
    issuer: 'CN=I',
    fingerprint_sha256: 'a',
    not_before,
    not_after,
    extended_key_usages: [],
  };
  return { certificates: [leaf], self_signed: false, links_valid: true };
}

function stamp(standing: ClaimTimeStampFacts['standing'], time: string | null = INSIDE): ClaimTimeStampFacts {
  const list = standing === 'listed' ? 'legacy' : null;
  return { standing, problem: standing === 'broken' ? 'IMPRINT_MISMATCH' : null, time, authority: 'CN=TSA', list };
}

interface Case {
  chain: ChainFacts;
  stamp?: ClaimTimeStampFacts | null;
  version?: 1 | 2;
  failure?: string[];
  staple?: StapledOcspFacts;
}

function facts({
  chain: certificates,
  stamp: made = null,
  version = 1,
  failure = [],
  staple,
}: Case): ManifestStoreFacts {
  const success = made === null ? HOLDS : [...ENGINE_TRUSTS, ...HOLDS];
  return store({
    chain: certificates,
    manifests: [manifest({ claim_version: version })],
    active_codes: codes(failure, success),
    trust_match: { list: 'c2pa', via: 'anchor', certificate_subject: 'CN=Anchor' },
    time_stamp_list: made?.list ?? null,
    claim_time_stamp: made,
    stapled_ocsp: staple ?? null,
  });
}

const judged = (one: Case) => judge(report(facts(one)));
const notesOf = (one: Case) => judged(one).notes.map(({ code }) => code);

describe('whether a certificate was valid when it signed', () => {
  it.each<[string, Case, string, string | null]>([
    ['valid now, no stamp', { chain: CURRENT }, 'valid_and_bound', null],
    ['expired, no stamp', { chain: EXPIRED }, 'certificate_invalid', null],
    ['not yet valid', { chain: NOT_YET }, 'certificate_invalid', null],
    ['expired, a listed stamp', { chain: EXPIRED, stamp: stamp('listed') }, 'valid_and_bound', INSIDE],
    [
      'expired, a listed stamp, version 2',
      { chain: EXPIRED, stamp: stamp('listed'), version: 2 },
      'valid_and_bound',
      INSIDE,
    ],
    [
      'expired, a publicly rooted stamp',
      { chain: EXPIRED, stamp: stamp('publicly_rooted') },
      'valid_and_bound',
      INSIDE,
    ],
    [
      'expired, a publicly rooted stamp, version 2',
      { chain: EXPIRED, stamp: stamp('publicly_rooted'), version: 2 },
      'certificate_invalid',
      null,
    ],
    ['expired, a home-made stamp', { chain: EXPIRED, stamp: stamp('unknown_authority') }, 'certificate_invalid', null],
    ['expired, a broken stamp', { chain: EXPIRED, stamp: stamp('broken', null) }, 'certificate_invalid', null],
    [
      'expired, stamped after its end',
      { chain: EXPIRED, stamp: stamp('listed', AFTER_THE_END) },
      'certificate_invalid',
      AFTER_THE_END,
    ],
    ['valid now, a home-made stamp', { chain: CURRENT, stamp: stamp('unknown_authority') }, 'valid_and_bound', null],
  ])('%s', (_what, one, integrity, signedAt) => {
    const { integrity_status, credential, certificate_valid } = judged(one);
    expect(integrity_status).toBe(integrity);
    expect(credential?.signed_at ?? null).toBe(signedAt);
    expect(certificate_valid).toBe(integrity === 'valid_and_bound');
    expect(credential?.validation_state).toBe(integrity === 'valid_and_bound' ? 'trusted' : 'invalid');
  });

  it('is not decided by a stamp whose list could not be loaded', () => {
    const one = facts({ chain: EXPIRED, stamp: stamp('unknown_authority') });
    const verdict = judge(report(one, [listUse('c2pa'), listUse('c2pa_tsa', { available: false })]));
    expect(verdict).toMatchObject({ integrity_status: 'valid_and_bound', certificate_valid: null });
    expect(verdict.notes.map(({ code }) => code)).toContain('time_stamp_list_unavailable');
  });

  it('says what is known: when it ended, and that nothing proves when it signed', () => {
    const { notes } = judged({ chain: EXPIRED });
    expect(notes[0]).toEqual({ code: 'certificate_expired', level: 'critical', values: { end: '2024-05-31' } });
  });
});

describe('published codes', () => {
  it('never call a stamp trusted that is on no list, nor an expired certificate inside its validity', () => {
    const { credential } = judged({ chain: EXPIRED, stamp: stamp('unknown_authority', AFTER_THE_END) });
    expect(credential?.validation_codes).toEqual({
      success: ['timeStamp.validated', 'claimSignature.validated', 'assertion.dataHash.match'],
      informational: ['timeStamp.untrusted'],
      failure: ['signingCredential.expired'],
    });
  });

  it('stay as the engine has them where our rules agree', () => {
    const { credential } = judged({ chain: EXPIRED, stamp: stamp('listed') });
    expect(credential?.validation_codes).toEqual({
      success: [...ENGINE_TRUSTS, ...HOLDS],
      informational: [],
      failure: [],
    });
  });

  it('drop an end that the engine sees at another time than the one that is proven', () => {
    const wrong = { chain: EXPIRED, stamp: stamp('listed'), failure: ['signingCredential.expired'] };
    expect(judged(wrong)).toMatchObject({ integrity_status: 'valid_and_bound', certificate_valid: true });
    expect(judged(wrong).credential?.validation_codes.failure).toEqual([]);
    const unproven = { ...wrong, stamp: stamp('unknown_authority') };
    expect(judged(unproven)).toMatchObject({ integrity_status: 'certificate_invalid' });
    const [leaf] = EXPIRED.certificates;
    const issuer = { ...leaf, not_after: '2024-01-01T00:00:00.000Z' };
    const endedBefore = {
      ...wrong,
      chain: { ...EXPIRED, certificates: leaf === undefined ? [] : [leaf, { ...leaf, ...issuer }] },
    };
    expect(judged(endedBefore)).toMatchObject({ integrity_status: 'certificate_invalid' });
  });

  it('say outside validity when the time is proven', () => {
    const { credential } = judged({ chain: EXPIRED, stamp: stamp('listed', AFTER_THE_END) });
    expect(credential?.validation_codes.failure).toEqual(['claimSignature.outsideValidity']);
  });
});

describe('what is said of the time stamp', () => {
  it.each<[string, Case]>([
    ['time_stamped', { chain: CURRENT, stamp: stamp('listed') }],
    ['time_stamped_by_public_root', { chain: EXPIRED, stamp: stamp('publicly_rooted') }],
    ['time_stamp_of_unknown_authority', { chain: CURRENT, stamp: stamp('unknown_authority') }],
    ['time_stamp_of_unknown_authority', { chain: CURRENT, stamp: stamp('publicly_rooted'), version: 2 }],
    ['time_stamp_of_unknown_authority', { chain: EXPIRED, stamp: stamp('unknown_authority') }],
    ['time_stamp_broken', { chain: CURRENT, stamp: stamp('broken', null) }],
    ['no_trusted_time_stamp', { chain: CURRENT }],
  ])('%s', (code, one) => {
    expect(notesOf(one).filter((found) => found.includes('time_stamp'))).toEqual([code]);
  });
});

describe('an OCSP answer that the engine passes over', () => {
  const staple = (status: StapledOcspFacts['status'], revoked_at: string | null = null): StapledOcspFacts => ({
    status,
    problem: status === null ? 'MALFORMED' : null,
    revoked_at,
  });

  it('makes the certificate revoked', () => {
    const revoked = { chain: CURRENT, staple: staple('revoked', '2026-05-01T00:00:00.000Z') };
    expect(judged(revoked)).toMatchObject({ integrity_status: 'certificate_invalid' });
    expect(notesOf(revoked)[0]).toBe('certificate_revoked');
  });

  it('does not when a proven time is older than the revocation', () => {
    const stamped = { chain: EXPIRED, stamp: stamp('listed'), staple: staple('revoked', AFTER_THE_END) };
    expect(judged(stamped)).toMatchObject({ integrity_status: 'valid_and_bound' });
    const earlier = { ...stamped, staple: staple('revoked', '2024-01-01T00:00:00.000Z') };
    expect(judged(earlier)).toMatchObject({ integrity_status: 'certificate_invalid' });
  });

  it('that was over when it counts is neither a revocation nor a good word, whatever the engine makes of it', () => {
    const over: StapledOcspFacts = { status: null, problem: 'OUTSIDE_VALIDITY', revoked_at: null };
    const accused = { chain: CURRENT, failure: ['signingCredential.ocsp.revoked'], staple: over };
    expect(judged(accused)).toMatchObject({ integrity_status: 'valid_and_bound' });
    expect(notesOf(accused)).toContain('revocation_evidence_unusable');
    // What we cannot read ourselves takes no accusation back.
    const unread = { ...accused, staple: staple(null) };
    expect(judged(unread)).toMatchObject({ integrity_status: 'certificate_invalid' });
  });

  it('is published when it is good, and said when it is of no use', () => {
    expect(judged({ chain: CURRENT, staple: staple('good') }).credential?.validation_codes.success).toContain(
      'signingCredential.ocsp.notRevoked',
    );
    expect(notesOf({ chain: CURRENT, staple: staple('good') })).not.toContain('revocation_not_checked');
    expect(notesOf({ chain: CURRENT, staple: staple(null) })).toContain('revocation_evidence_unusable');
    expect(notesOf({ chain: CURRENT })).toContain('revocation_not_checked');
  });
});
