import { describe, expect, it } from 'vitest';
import type { ManifestStoreFacts } from '../c2pa/facts.ts';
import type { CredentialStatus } from '../report.ts';
import { judge } from './judge.ts';
import { action, codes, manifest, report, store } from '@revera/testkit/report';

const HOLDS = ['claimSignature.validated', 'claimSignature.insideValidity'];

function judged(failure: readonly string[], changes: Partial<ManifestStoreFacts> = {}) {
  const isBound = !failure.includes('assertion.dataHash.mismatch');
  const success = isBound ? [...HOLDS, 'assertion.dataHash.match'] : HOLDS;
  return judge(report(store({ validation_state: 'invalid', active_codes: codes(failure, success), ...changes })));
}

const critical = (verdict: ReturnType<typeof judged>) =>
  verdict.notes.filter(({ level }) => level === 'critical').map(({ code }) => code);

describe('several failures', () => {
  it.each<[string[], string[]]>([
    [['assertion.dataHash.mismatch'], ['binding_failed']],
    [
      ['assertion.dataHash.mismatch', 'signingCredential.expired'],
      ['content_differs', 'certificate_outside_validity'],
    ],
    [
      ['claimSignature.mismatch', 'assertion.dataHash.mismatch', 'signingCredential.invalid'],
      ['signature_invalid', 'content_differs', 'certificate_profile_broken'],
    ],
    [
      ['signingCredential.ocsp.revoked', 'signingCredential.expired'],
      ['certificate_revoked', 'certificate_outside_validity'],
    ],
  ])('%j are all named, worst first', (failure, expected) => {
    expect(critical(judged(failure))).toEqual(expected);
  });

  it('say that the content was changed whenever the binding is false', () => {
    const verdict = judged(['assertion.dataHash.mismatch', 'signingCredential.expired']);
    expect(verdict).toMatchObject({ integrity_status: 'certificate_invalid', asset_binding_valid: false });
    expect(verdict.notes[0]).toEqual({ code: 'content_differs', level: 'critical', values: {} });
    expect(verdict.notes.map(({ code }) => code)).not.toContain('certificate_is_not_forgery');
  });
});

describe('an identity (CAWG) beside the signature', () => {
  const UNAVAILABLE = 'cawg.ica.did_unavailable';

  it('that could not be looked up leaves the verdict as it is, and is said to be open', () => {
    const verdict = judged(['signingCredential.untrusted', UNAVAILABLE]);
    expect(verdict).toMatchObject({ integrity_status: 'trust_unverified', provenance_status: 'strong_evidence' });
    expect(verdict.credential?.validation_state).toBe('valid');
    expect(verdict.notes).toContainEqual({ code: 'identity_not_looked_up', level: 'info', values: {} });
    expect(critical(verdict)).toEqual([]);
  });

  it('leaves it so when only an ingredient has it', () => {
    const ingredient_deltas = [{ ingredient_uri: null, codes: codes([UNAVAILABLE], []) }];
    expect(judged([], { ingredient_deltas })).toMatchObject({ integrity_status: 'trust_unverified' });
  });

  it.each([
    ['cawg.x509.credential.untrusted', 'identity_not_confirmed'],
    ['cawg.ica.untrusted_issuer', 'identity_not_confirmed'],
    ['cawg.identity.assertion.mismatch', 'identity_not_verified'],
  ])('%s is %s', (code, expected) => {
    const verdict = judged([code]);
    expect(verdict.integrity_status).toBe('trust_unverified');
    expect(verdict.notes.map((found) => found.code)).toContain(expected);
  });
});

describe('no accusation without a code', () => {
  it('an engine that says invalid and names nothing is not relied on, and accuses nobody', () => {
    const verdict = judged([]);
    expect(verdict.integrity_status).toBe('signature_invalid');
    expect(verdict.notes[0]?.code).toBe('failure_unexplained');
  });

  it('a signature that nothing confirms is not called changed', () => {
    const facts = store({ active_codes: codes([], ['assertion.dataHash.match']) });
    expect(judge(report(facts)).notes[0]?.code).toBe('credential_unconfirmed');
  });
});

describe('a signature below a development root', () => {
  const trust_match = { list: 'service', via: 'anchor', certificate_subject: 'CN=Root', is_development: true } as const;

  it('is never verified, and says so from the chain alone', () => {
    const verdict = judge(report(store({ trust_match })));
    expect(verdict).toMatchObject({
      integrity_status: 'valid_and_bound',
      trust_status: 'service_trusted',
      provenance_status: 'strong_evidence',
      credential: { is_sandbox: true },
    });
    expect(verdict.notes[0]).toEqual({ code: 'service_credential_sandbox', level: 'warning', values: {} });
    expect(verdict.notes.map(({ level }) => level)).not.toContain('good');
  });

  it('never makes it false that AI took part, as a signer does who is trusted by others', () => {
    const actions = [
      action({
        action: 'c2pa.created',
        digital_source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
      }),
    ];
    const manifests = [manifest({ actions })];
    expect(judge(report(store({ trust_match, manifests })))).toMatchObject({
      ai_generated: null,
      content_declaration: 'captured',
    });
    const trusted = { ...trust_match, is_development: false };
    expect(judge(report(store({ trust_match: trusted, manifests })))).toMatchObject({ ai_generated: false });
  });

  it('is verified below another root of the service', () => {
    const verdict = judge(report(store({ trust_match: { ...trust_match, is_development: false } })));
    expect(verdict.provenance_status).toBe('verified');
    expect(verdict.notes.map(({ code }) => code)).not.toContain('service_credential_sandbox');
  });
});

describe('what a file was made from, when it was withdrawn', () => {
  const record = (id: string, status: CredentialStatus) => ({
    credential_id: id,
    status,
    verify_url: `https://example.test/v/${id}`,
    sandbox: false,
  });
  const withdrawn_ancestors = [record('cred_2', 'revoked'), record('cred_1', 'suspended'), record('cred_0', 'revoked')];
  const ancestorNotes = (facts: ManifestStoreFacts) =>
    judge({ ...report(facts), withdrawn_ancestors }).notes.filter(({ code }) => code.startsWith('ancestor_'));

  it('is a warning with all their names and the address of the nearest, and changes no status', () => {
    expect(ancestorNotes(store())).toEqual([
      {
        code: 'ancestor_credential_revoked',
        level: 'warning',
        values: { credential_ids: 'cred_2, cred_0', verify_url: 'https://example.test/v/cred_2' },
      },
      {
        code: 'ancestor_credential_suspended',
        level: 'warning',
        values: { credential_ids: 'cred_1', verify_url: 'https://example.test/v/cred_1' },
      },
    ]);
    const { notes, ...others } = judge({ ...report(store()), withdrawn_ancestors });
    expect(notes.length).toBe(judge(report(store())).notes.length + 2);
    expect(judge(report(store()))).toMatchObject(others);
  });

  it('is not said of a credential that is broken, into which anyone may have put it', () => {
    const active_codes = codes(['assertion.hashedURI.mismatch'], ['claimSignature.validated']);
    const broken = store({ active_codes });
    expect(judge(report(broken)).integrity_status).toBe('signature_invalid');
    expect(ancestorNotes(broken)).toEqual([]);
  });
});
