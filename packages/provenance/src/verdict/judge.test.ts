import { describe, expect, it } from 'vitest';
import type { C2paFacts, ManifestStoreFacts } from '../c2pa/facts.ts';
import type { SignerListName, TrustMatch } from '../trust/trust-list.ts';
import { judge } from './judge.ts';
import { ABSENT, ALL_LISTS, codes, listUse, manifest, report, store } from '@revera/testkit/report';
import { CONTENT_DECLARATIONS, INTEGRITY_STATUSES, PROVENANCE_STATUSES, TRUST_STATUSES } from './verdict.ts';

const match = (list: SignerListName): TrustMatch => ({ list, via: 'anchor', certificate_subject: 'CN=Anchor' });
const invalid = (...failures: string[]): ManifestStoreFacts =>
  store({ validation_state: 'invalid', active_codes: codes(failures) });
const trusted = (list: SignerListName): ManifestStoreFacts =>
  store({ validation_state: 'trusted', trust_match: match(list) });
const unreadable: C2paFacts = { kind: 'unreadable', reason: 'malformed', message: '', remote_manifest_url: null };
const brokenIngredient = store({
  validation_state: 'invalid',
  ingredient_deltas: [{ ingredient_uri: null, codes: codes(['assertion.hashedURI.mismatch']) }],
});

describe('credential_integrity_status and provenance_status, row by row', () => {
  const rows: [string, C2paFacts, string, string][] = [
    ['no manifest store', ABSENT, 'no_credential', 'unknown'],
    ['a store that cannot be read', unreadable, 'signature_invalid', 'invalid'],
    ['a broken claim signature', invalid('claimSignature.mismatch'), 'signature_invalid', 'invalid'],
    [
      'an assertion that does not match its hash',
      invalid('assertion.hashedURI.mismatch'),
      'signature_invalid',
      'invalid',
    ],
    ['a failure code nobody knows', invalid('future.code'), 'signature_invalid', 'invalid'],
    ['a broken ingredient', brokenIngredient, 'signature_invalid', 'invalid'],
    ['invalid without a reason', store({ validation_state: 'invalid' }), 'signature_invalid', 'invalid'],
    [
      'no statement on the signature',
      store({ active_codes: codes([], ['assertion.dataHash.match']) }),
      'signature_invalid',
      'invalid',
    ],
    ['a certificate of another kind', invalid('signingCredential.invalid'), 'certificate_invalid', 'invalid'],
    ['an expired certificate', invalid('signingCredential.expired'), 'certificate_invalid', 'invalid'],
    ['a revoked certificate', invalid('signingCredential.ocsp.revoked'), 'certificate_invalid', 'invalid'],
    [
      'a claim before a certificate problem',
      invalid('signingCredential.invalid', 'claimSignature.mismatch'),
      'signature_invalid',
      'invalid',
    ],
    [
      'a certificate before a binding problem',
      invalid('assertion.dataHash.mismatch', 'signingCredential.expired'),
      'certificate_invalid',
      'invalid',
    ],
    ['changed content', invalid('assertion.dataHash.mismatch'), 'valid_signature_binding_failed', 'binding_failed'],
    [
      'changed content by an unknown signer',
      invalid('assertion.bmffHash.mismatch', 'signingCredential.untrusted'),
      'valid_signature_binding_failed',
      'binding_failed',
    ],
    [
      'no statement on the binding',
      store({ active_codes: codes([], ['claimSignature.validated']) }),
      'valid_signature_binding_failed',
      'binding_failed',
    ],
    [
      'all good, signer on no list',
      store({ active_codes: codes(['signingCredential.untrusted']) }),
      'trust_unverified',
      'strong_evidence',
    ],
    [
      'a CAWG identity that fails',
      store({ active_codes: codes(['cawg.x509.credential.untrusted']) }),
      'trust_unverified',
      'strong_evidence',
    ],
    ['all good and trusted', trusted('c2pa'), 'valid_and_bound', 'verified'],
  ];

  it.each(rows)('%s', (_what, facts, integrity, provenance) => {
    expect(judge(report(facts))).toMatchObject({ integrity_status: integrity, provenance_status: provenance });
  });

  it('an ingredient failure that was recorded when it was signed does not count', () => {
    const facts = store({
      ingredient_deltas: [{ ingredient_uri: null, codes: codes(['signingCredential.untrusted']) }],
    });
    expect(judge(report(facts)).integrity_status).toBe('trust_unverified');
  });

  it('every integrity status is reached', () => {
    expect(new Set(rows.map(([, , integrity]) => integrity))).toEqual(new Set(INTEGRITY_STATUSES));
  });

  it('every provenance status that needs no second kind of evidence is reached', () => {
    const reached = new Set(rows.map(([, , , provenance]) => provenance));
    expect(PROVENANCE_STATUSES.filter((status) => !reached.has(status))).toEqual(['partial_evidence', 'conflicting']);
  });
});

describe('an expired certificate with a time stamp whose list is missing', () => {
  const stamped = store({
    validation_state: 'invalid',
    active_codes: codes(
      ['signingCredential.untrusted', 'signingCredential.expired'],
      ['timeStamp.validated', 'claimSignature.insideValidity', 'claimSignature.validated', 'assertion.dataHash.match'],
      ['timeStamp.untrusted'],
    ),
  });

  it('is not held against the file when the list could not be loaded', () => {
    const verdict = judge(report(stamped, [listUse('c2pa_tsa', { available: false })]));
    expect(verdict).toMatchObject({ integrity_status: 'trust_unverified', certificate_valid: null });
    expect(verdict.notes.map((note) => note.code)).toContain('time_stamp_list_unavailable');
  });

  it('is not held against the file when no such list is used at all', () => {
    expect(judge(report(stamped, [listUse('service')])).integrity_status).toBe('trust_unverified');
  });

  it('is not held against the file in an ingredient either', () => {
    const facts = store({
      validation_state: 'invalid',
      ingredient_deltas: [{ ingredient_uri: null, codes: stamped.active_codes }],
    });
    const missing = [listUse('c2pa_tsa', { available: false })];
    expect(judge(report(facts, missing)).integrity_status).toBe('trust_unverified');
    // Nobody changed anything: what fails is the certificate, as it would in the active manifest.
    expect(judge(report(facts)).integrity_status).toBe('certificate_invalid');
    expect(judge(report(facts)).notes[0]?.code).toBe('ingredient_certificate_invalid');
    const failure = [
      ...stamped.active_codes.failure,
      { code: 'claimSignature.mismatch', url: null, explanation: null },
    ];
    const codesWithMore = { ...stamped.active_codes, failure };
    const broken = { ...facts, ingredient_deltas: [{ ingredient_uri: null, codes: codesWithMore }] };
    expect(judge(report(broken, missing)).integrity_status).toBe('signature_invalid');
  });

  it('counts as expired when the lists were there and do not name the authority', () => {
    expect(judge(report(stamped))).toMatchObject({ integrity_status: 'certificate_invalid', certificate_valid: false });
  });

  it('never excuses a revoked certificate or changed content', () => {
    const lists = [listUse('c2pa_tsa', { available: false })];
    const withFailure = (code: string) => {
      const failure = [...stamped.active_codes.failure, { code, url: null, explanation: null }];
      return judge(report({ ...stamped, active_codes: { ...stamped.active_codes, failure } }, lists)).integrity_status;
    };
    expect(withFailure('signingCredential.ocsp.revoked')).toBe('certificate_invalid');
    expect(withFailure('assertion.dataHash.mismatch')).toBe('valid_signature_binding_failed');
    expect(withFailure('claimSignature.mismatch')).toBe('signature_invalid');
  });
});

describe('trust_status, row by row', () => {
  const unlisted = store();
  const missing = [listUse('c2pa', { available: false }), listUse('legacy', { available: false }), listUse('service')];
  const rows: [string, C2paFacts, typeof ALL_LISTS, string][] = [
    ['no credential', ABSENT, ALL_LISTS, 'unknown'],
    ['an unreadable credential', unreadable, ALL_LISTS, 'unknown'],
    ['the C2PA list', trusted('c2pa'), ALL_LISTS, 'c2pa_trusted'],
    ['the interim list', trusted('legacy'), ALL_LISTS, 'legacy_trusted'],
    ['the service list', trusted('service'), ALL_LISTS, 'service_trusted'],
    ['the service list while the public ones are missing', trusted('service'), missing, 'service_trusted'],
    [
      'a certificate issued by itself',
      store({ chain: { certificates: [], self_signed: true, links_valid: true } }),
      ALL_LISTS,
      'self_signed',
    ],
    [
      'a chain with a gap',
      store({ chain: { certificates: [], self_signed: false, links_valid: false } }),
      ALL_LISTS,
      'certificate_chain_invalid',
    ],
    ['no readable chain', store({ chain: null }), ALL_LISTS, 'certificate_chain_invalid'],
    [
      'a certificate that breaks the profile',
      invalid('signingCredential.invalid'),
      ALL_LISTS,
      'certificate_chain_invalid',
    ],
    ['a good chain to nowhere', unlisted, ALL_LISTS, 'not_in_trust_list'],
    [
      'a good chain, one public list missing',
      unlisted,
      [listUse('c2pa', { available: false }), listUse('legacy')],
      'not_in_trust_list',
    ],
    ['a good chain, no public list at hand', unlisted, missing, 'trust_list_unavailable'],
    ['a good chain where the operator uses no public list', unlisted, [listUse('service')], 'not_in_trust_list'],
  ];

  it.each(rows)('%s', (_what, facts, lists, status) => {
    expect(judge(report(facts, lists)).trust_status).toBe(status);
  });

  it('every value is reached', () => {
    expect(new Set(rows.map(([, , , status]) => status))).toEqual(new Set(TRUST_STATUSES));
  });

  it('a cached copy is told of the list that matched, and of any list when none did', () => {
    const cached = [listUse('c2pa', { using_cached_version: true }), listUse('legacy'), listUse('c2pa_tsa')];
    expect(judge(report(trusted('c2pa'), cached)).using_cached_version).toBe(true);
    expect(judge(report(trusted('legacy'), cached)).using_cached_version).toBe(false);
    expect(judge(report(unlisted, cached)).using_cached_version).toBe(true);
    const stamps = [listUse('c2pa'), listUse('c2pa_tsa', { using_cached_version: true })];
    expect(judge(report(unlisted, stamps)).using_cached_version).toBe(false);
    const products = [listUse('c2pa'), listUse('c2pa_products', { using_cached_version: true })];
    expect(judge(report(unlisted, products)).using_cached_version).toBe(false);
  });
});

describe('what the credential declares', () => {
  const iptc = (name: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${name}`;
  const action = (name: string, type: string | null) => ({
    action: name,
    when: null,
    software_agent: 'Agent',
    software_agent_version: null,
    digital_source_type: type === null ? null : iptc(type),
    description: null,
    from_template: false,
    model_parameters: [],
  });
  const declaring = (...actions: ReturnType<typeof action>[]) =>
    store({ trust_match: match('c2pa'), manifests: [manifest({ actions })] });

  const rows: [string, ReturnType<typeof declaring>, string, boolean | null][] = [
    ['generation', declaring(action('c2pa.created', 'trainedAlgorithmicMedia')), 'ai_generated', true],
    ['an edit by a model', declaring(action('c2pa.edited', 'compositeWithTrainedAlgorithmicMedia')), 'ai_edited', true],
    ['generation as an edit', declaring(action('c2pa.edited', 'trainedAlgorithmicMedia')), 'ai_edited', true],
    ['capture', declaring(action('c2pa.created', 'digitalCapture')), 'captured', false],
    ['creation', declaring(action('c2pa.created', 'digitalCreation')), 'digital_creation', false],
    ['edits by a person', declaring(action('c2pa.created', 'humanEdits')), 'human_edited', false],
    [
      'edits by a person, of what nobody knows: no origin, so never false',
      declaring(action('c2pa.edited', 'humanEdits')),
      'human_edited',
      null,
    ],
    ['a composite', declaring(action('c2pa.created', 'composite')), 'composite', null],
    ['nothing', declaring(action('c2pa.opened', null)), 'undeclared', null],
    ['an unknown source type', declaring(action('c2pa.created', 'somethingNew')), 'undeclared', null],
    [
      'capture and generation together',
      declaring(action('c2pa.created', 'digitalCapture'), action('c2pa.placed', 'trainedAlgorithmicMedia')),
      'ai_edited',
      true,
    ],
  ];

  it.each(rows)('%s', (_what, facts, declaration, ai) => {
    expect(judge(report(facts))).toMatchObject({
      c2pa_declaration: declaration,
      content_declaration: declaration,
      ai_generated: ai,
    });
  });

  it('every declaration that a credential can make is reached', () => {
    const reached = new Set<string>(['none', ...rows.map(([, , declaration]) => declaration)]);
    expect(CONTENT_DECLARATIONS.filter((value) => !reached.has(value))).toEqual(['ai_possible', 'ai_suspected']);
  });

  it('is followed to the parent, and a cycle ends the walk', () => {
    const parentOf = (label: string) => ({
      label: null,
      title: null,
      format: null,
      relationship: 'parentOf',
      active_manifest: label,
    });
    const made = manifest({
      label: 'parent',
      actions: [action('c2pa.created', 'trainedAlgorithmicMedia')],
      ingredients: [parentOf('urn:c2pa:active')],
    });
    const edited = manifest({ actions: [action('c2pa.opened', null)], ingredients: [parentOf('parent')] });
    expect(judge(report(store({ manifests: [edited, made] }))).c2pa_declaration).toBe('ai_generated');
  });

  it('does not count when the credential is broken, and never means false without trust', () => {
    const captured = declaring(action('c2pa.created', 'digitalCapture'));
    const changed = {
      ...captured,
      active_codes: codes(['assertion.dataHash.mismatch']),
      validation_state: 'invalid' as const,
    };
    expect(judge(report(changed))).toMatchObject({ ai_generated: null, content_declaration: 'none', source: null });
    expect(judge(report({ ...captured, trust_match: null })).ai_generated).toBe(null);
    const generated = declaring(action('c2pa.created', 'trainedAlgorithmicMedia'));
    expect(judge(report({ ...generated, trust_match: null }))).toMatchObject({
      ai_generated: true,
      source: 'Test Camera',
      // Nothing says that the agent is a model.
      source_model: null,
    });
  });
});

describe('notes', () => {
  it('unknown always says that absence of evidence proves nothing', () => {
    expect(judge(report(ABSENT)).notes[0]).toMatchObject({ code: 'no_credential', level: 'info' });
  });

  it('a failed reader is said first and is never worded as no credential', () => {
    const failed = { ...report(ABSENT), c2pa: { state: 'failed', reason: 'reader_crashed', message: '' } as const };
    const found = judge(failed).notes.map((note) => note.code);
    expect(found[0]).toBe('c2pa_reader_failed');
    expect(found).not.toContain('no_credential');
  });

  it('a file that nobody looked into is said first, and never worded as no credential', () => {
    const failed = { ...report(ABSENT), c2pa: { state: 'failed', reason: 'too_many_parts', message: '' } as const };
    const found = judge(failed).notes.map((note) => note.code);
    expect(found[0]).toBe('c2pa_too_many_parts');
    expect(found).not.toContain('no_credential');
    expect(found).not.toContain('c2pa_reader_failed');
  });

  it('a signer that is on no list may be on the one that could not be loaded', () => {
    const found = judge(report(store(), [listUse('c2pa', { available: false }), listUse('legacy')])).notes;
    expect(found).toContainEqual({ code: 'trust_list_incomplete', level: 'warning', values: { lists: 'c2pa' } });
    expect(judge(report(store())).notes.map((note) => note.code)).not.toContain('trust_list_incomplete');
  });

  it('a broken ingredient is told apart from a broken file', () => {
    expect(judge(report(brokenIngredient)).notes[0]?.code).toBe('ingredient_broken');
    expect(judge(report(invalid('claimSignature.mismatch'))).notes[0]?.code).toBe('signature_invalid');
  });

  it('a format that cannot carry a credential, a wrong name and a remote manifest are said', () => {
    const base = report({ kind: 'absent', remote_manifest_url: 'https://example.test/m' });
    const file = { ...base.file, can_embed_credential: false, declared_media_type_mismatch: 'image/png' };
    const found = judge({ ...base, file }).notes.map((note) => note.code);
    expect(found).toEqual([
      'no_credential',
      'no_embedding_for_format',
      'remote_manifest_not_fetched',
      'media_type_differs',
      'no_label',
      'metadata_not_found',
      'parts_not_examined',
    ]);
  });
});
