import { describe, expect, it } from 'vitest';
import type { C2paFacts, ManifestStoreFacts } from '../c2pa/facts.ts';
import type { LabelFields, LabelSite } from '../label/facts.ts';
import type { Report } from '../report.ts';
import { judge } from './judge.ts';
import { ABSENT, codes, label, labels, manifest, report, store } from '@revera/testkit/report';
import type { Verdict } from './verdict.ts';

const PREFIX = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const declaring = (type: string, changes: Partial<ManifestStoreFacts> = {}): ManifestStoreFacts =>
  store({
    manifests: [
      manifest({
        actions: [
          {
            action: 'c2pa.created',
            when: null,
            software_agent: null,
            software_agent_version: null,
            digital_source_type: `${PREFIX}${type}`,
            description: null,
            from_template: false,
            model_parameters: [],
          },
        ],
      }),
    ],
    ...changes,
  });
const trusted: Partial<ManifestStoreFacts> = {
  validation_state: 'trusted',
  trust_match: { list: 'c2pa', via: 'anchor', certificate_subject: 'CN=Anchor' },
};
const invalid = (failure: string): Partial<ManifestStoreFacts> => ({
  validation_state: 'invalid',
  active_codes: codes([failure]),
});

function judged(facts: C2paFacts, sites: LabelSite[], changes: Partial<Report> = {}): Verdict {
  return judge({ ...report(facts), china_aigc: { state: 'examined', facts: labels(sites) }, ...changes });
}

const says = (value: string | null, other: Partial<LabelFields> = {}): LabelSite => label({ Label: value, ...other });
const signed = (signature: LabelSite['reserved_code_1']['signature']): LabelSite =>
  label({}, { reserved_code_1: { content: 'security_data', signature, algorithm: 'SM2', signer: 'Example AI' } });
const captured = declaring('digitalCapture', trusted);
const capturedUnverified = declaring('digitalCapture');
const empty = label({}, { state: 'empty', fields: allNull() });

function allNull(): LabelFields {
  const { fields } = label();
  return Object.fromEntries(Object.keys(fields).map((key) => [key, null])) as LabelFields;
}

describe('provenance_status with labels, row by row', () => {
  const rows: [string, C2paFacts, LabelSite[], string][] = [
    [
      'a broken binding, whatever the label says',
      declaring('digitalCapture', invalid('assertion.dataHash.mismatch')),
      [says('1')],
      'binding_failed',
    ],
    [
      'a broken signature, whatever the label says',
      declaring('digitalCapture', invalid('claimSignature.mismatch')),
      [says('1')],
      'invalid',
    ],
    ['trusted capture, label "AI generated"', captured, [says('1')], 'conflicting'],
    ['capture by an unverified signer, label "AI generated"', capturedUnverified, [says('1')], 'conflicting'],
    ['human edits, label "AI generated"', declaring('humanEdits', trusted), [says('1')], 'conflicting'],
    [
      'two labels that name different producers',
      ABSENT,
      [says('1'), says('1', { ContentProducer: 'Other' })],
      'conflicting',
    ],
    ['two labels with different numbers', ABSENT, [says('1'), says('1', { ProduceID: '43' })], 'conflicting'],
    [
      'two labels, beside a trusted credential',
      declaring('trainedAlgorithmicMedia', trusted),
      [says('1'), says('2')],
      'conflicting',
    ],
    [
      'two labels that differ in who passed the file on',
      ABSENT,
      [says('1'), says('1', { ContentPropagator: 'P' })],
      'partial_evidence',
    ],
    ['trusted capture, label "possibly"', captured, [says('2')], 'verified'],
    [
      'trusted AI generation, label "AI generated"',
      declaring('trainedAlgorithmicMedia', trusted),
      [says('1')],
      'verified',
    ],
    ['trusted composite, label "AI generated"', declaring('composite', trusted), [says('1')], 'verified'],
    [
      'an unverified signer and a label that agree',
      declaring('trainedAlgorithmicMedia'),
      [says('1')],
      'strong_evidence',
    ],
    ['a label with a signature by a known key', ABSENT, [signed('verified_pinned')], 'strong_evidence'],
    ['a label with a signature by its own key', ABSENT, [signed('verified_embedded')], 'strong_evidence'],
    ['a label whose signature does not hold', ABSENT, [signed('failed')], 'partial_evidence'],
    [
      'two labels, one with an element that is absent in the other and empty here',
      ABSENT,
      [says('1', { ProduceID: '' }), says('1', { ProduceID: null })],
      'partial_evidence',
    ],
    ['a label alone', ABSENT, [says('3')], 'partial_evidence'],
    ['a label without an attribute that names a producer', ABSENT, [says(null)], 'partial_evidence'],
    ['an emptied label', ABSENT, [empty], 'unknown'],
    ['no label', ABSENT, [], 'unknown'],
  ];
  it.each(rows)('%s', (_what, facts, sites, status) => {
    expect(judged(facts, sites).provenance_status).toBe(status);
  });
});

describe('the summary with labels, row by row', () => {
  const rows: [string, C2paFacts, LabelSite[], string, boolean | null][] = [
    ['label 1 alone', ABSENT, [says('1')], 'ai_generated', true],
    ['label 2 alone', ABSENT, [says('2')], 'ai_possible', null],
    ['label 3 alone', ABSENT, [says('3')], 'ai_suspected', null],
    ['a label of no known value', ABSENT, [says('9')], 'none', null],
    ['an emptied label', ABSENT, [empty], 'none', null],
    ['trusted capture against label 1: the statement that is made counts', captured, [says('1')], 'ai_generated', true],
    ['trusted capture, no label', captured, [], 'captured', false],
    ['trusted capture, label 2: no longer certain', captured, [says('2')], 'captured', null],
    [
      'trusted AI edit, label 1: the credential tells more',
      declaring('compositeWithTrainedAlgorithmicMedia', trusted),
      [says('1')],
      'ai_edited',
      true,
    ],
    ['a credential that declares nothing, label 2', store(trusted), [says('2')], 'ai_possible', null],
    [
      'a credential that does not count, label 1',
      declaring('digitalCapture', invalid('assertion.dataHash.mismatch')),
      [says('1')],
      'ai_generated',
      true,
    ],
  ];
  it.each(rows)('%s', (_what, facts, sites, declaration, ai) => {
    const { content_declaration, ai_generated } = judged(facts, sites);
    expect({ content_declaration, ai_generated }).toEqual({ content_declaration: declaration, ai_generated: ai });
  });

  it('names the producer when no credential names anyone', () => {
    const company = { zh: '示例公司', en: 'Example Company' };
    const known = { ...label(), producer: provider(company) };
    expect(judged(ABSENT, [known])).toMatchObject({ source: 'Example Company', source_names: company });
    // It declares nothing: then the source is whom the label names, which does.
    expect(judged(store(), [known])).toMatchObject({ source: 'Example Company', source_names: company });
    const generated = declaring('trainedAlgorithmicMedia');
    expect(judged(generated, [known])).toMatchObject({ source: 'Test Camera', source_names: null });
  });

  it.each(['D', 'documentation'])('does not name a company on basis %s', (basis) => {
    const guessed = { ...label(), producer: provider({ zh: '示例公司', en: 'Example Company' }, basis) };
    expect(judged(ABSENT, [guessed]).source).toBe('Example AI');
  });

  it('names the propagator when there is no producer, and nobody when two labels disagree', () => {
    const passedOn = label({ ContentProducer: null, ContentPropagator: 'Platform' });
    expect(judged(ABSENT, [passedOn]).source).toBe('Platform');
    expect(judged(ABSENT, [says('1'), says('1', { ContentProducer: 'Other' })]).source).toBeNull();
  });
});

function provider(company: { zh: string; en: string }, basis = 'A'): LabelSite['producer'] {
  return {
    kind: 'name',
    code: null,
    uscc: null,
    check_digit_valid: null,
    service_type: null,
    application_code: null,
    company,
    product: null,
    basis,
  };
}

const wrongCode: LabelSite['producer'] = {
  kind: 'code',
  code: '001191110102MACQD9K64110000',
  uscc: '91110102MACQD9K641',
  check_digit_valid: false,
  service_type: 'generation',
  application_code: '0000',
  company: null,
  product: null,
  basis: null,
};

describe('whom a label names', () => {
  const sourceOf = (site: LabelSite): string | null => judged(ABSENT, [site]).source;
  const named = (fields: Partial<LabelFields>, changes: Partial<LabelSite> = {}): string | null =>
    sourceOf(label({ ContentPropagator: 'Platform', ...fields }, changes));

  it('its producer, and whoever passed it on only where no producer is written', () => {
    expect(named({ ContentProducer: 'Example AI' })).toBe('Example AI');
    expect(named({ ContentProducer: '' })).toBe('Platform');
  });

  it('nobody by a code whose check character is wrong', () => {
    expect(named({ ContentProducer: wrongCode?.code ?? '' }, { producer: wrongCode })).toBeNull();
    expect(named({ ContentProducer: null }, { propagator: wrongCode })).toBeNull();
  });

  it('nobody by a value that was never filled in, or that holds nothing to read', () => {
    const findings = [
      { rule: 'AIGC-026', severity: 'warning' as const, values: { key: 'ContentProducer', value: 'null' } },
    ];
    expect(named({ ContentProducer: 'null' }, { findings })).toBeNull();
    expect(named({ ContentProducer: '?' })).toBeNull();
    expect(named({ ContentProducer: '\u202e \u200b' })).toBeNull();
  });

  it('by an unknown code the code', () => {
    const unknown = { ...wrongCode, code: '001191310115MAEA70M85H00000', check_digit_valid: true };
    expect(named({ ContentProducer: unknown.code }, { producer: unknown })).toBe(unknown.code);
  });
});

describe('what is told of labels', () => {
  const told = (verdict: Verdict): string[] =>
    verdict.notes.map(({ code }) => code).filter((code) => /label/.test(code));

  it('a contradiction comes first and names both sides', () => {
    const { notes, label_findings } = judged(captured, [says('1')]);
    expect(notes[0]).toEqual({
      code: 'label_contradicts_credential',
      level: 'critical',
      values: { credential: 'captured', location: 'APP1' },
    });
    expect(label_findings).toEqual([{ rule: 'AIGC-072', severity: 'warning', values: { credential: 'captured' } }]);
    const two = judged(ABSENT, [says('1'), says('2', { ProduceID: '7' })]).notes[0];
    expect(two?.values).toMatchObject({ first: '1 / Example AI / 42', second: '2 / Example AI / 7' });
  });

  it.each<[string, C2paFacts, LabelSite[], string[]]>([
    ['nothing found', ABSENT, [], ['no_label']],
    ['a label', ABSENT, [says('1')], ['label_declares_ai_generated', 'label_not_authenticated']],
    ['possibly', ABSENT, [says('2')], ['label_declares_ai_possible', 'label_not_authenticated']],
    ['suspected', ABSENT, [says('3')], ['label_declares_ai_suspected', 'label_not_authenticated']],
    [
      'a value that the standard does not know',
      ABSENT,
      [says('4')],
      ['label_value_unknown', 'label_not_authenticated'],
    ],
    ['a word', ABSENT, [says('AIGC')], ['label_value_unknown', 'label_not_authenticated']],
    [
      'the name of a member of all objects',
      ABSENT,
      [says('constructor')],
      ['label_value_unknown', 'label_not_authenticated'],
    ],
    ['no value', ABSENT, [says(null)], ['label_value_missing', 'label_not_authenticated']],
    ['a blank', ABSENT, [says(' ')], ['label_value_missing', 'label_not_authenticated']],
    [
      'a value that the standard does not know, of nobody',
      ABSENT,
      [says('0', { ContentProducer: null, ContentPropagator: null })],
      ['label_value_unknown'],
    ],
    [
      'a code whose check character is wrong',
      ABSENT,
      [{ ...says('1'), producer: wrongCode }],
      ['label_declares_ai_generated', 'label_code_wrong', 'label_not_authenticated'],
    ],
    ['a known key', ABSENT, [signed('verified_pinned')], ['label_declares_ai_generated', 'label_signature_verified']],
    ['its own key', ABSENT, [signed('verified_embedded')], ['label_declares_ai_generated', 'label_signature_embedded']],
    ['a bad signature', ABSENT, [signed('failed')], ['label_declares_ai_generated', 'label_signature_failed']],
    [
      'under a credential',
      declaring('trainedAlgorithmicMedia'),
      [says('1', { ContentProducer: 'Test Camera' })],
      ['label_declares_ai_generated', 'label_bound'],
    ],
    [
      'under a credential that leaves parts of the file out',
      declaring('trainedAlgorithmicMedia', {
        active_codes: codes([], undefined, ['assertion.dataHash.additionalExclusionsPresent']),
      }),
      [says('1', { ContentProducer: 'Test Camera' })],
      ['label_declares_ai_generated'],
    ],
    ['emptied', ABSENT, [empty], ['label_empty']],
    ['unreadable', ABSENT, [{ ...empty, state: 'undecodable' }], ['label_undecodable']],
    ['doubt', captured, [says('2')], ['label_declares_ai_possible', 'label_bound', 'label_doubts_credential']],
  ])('%s', (_what, facts, sites, expected) => {
    expect(told(judged(facts, sites))).toEqual(expected);
  });

  it('rules of severity "error" are named, an incomplete search and look-alikes are said', () => {
    const bad = { ...says('1'), findings: [{ rule: 'AIGC-012', severity: 'error' as const, values: {} }] };
    const facts = labels([bad], {
      look_alikes: [{ schema: 'tencent_cloud', location: 'APP1', offset: 0, asserts_ai: true }],
      problems: [{ kind: 'damaged', what: 'chunk', offset: 8 }],
    });
    const { notes } = judged(ABSENT, [], { china_aigc: { state: 'examined', facts } });
    expect(notes.find(({ code }) => code === 'label_nonconformant')?.values).toEqual({ rules: 'AIGC-012' });
    expect(notes.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['label_look_alike', 'label_search_incomplete']),
    );
  });

  it('no source is told where none is named', () => {
    const values = (sites: LabelSite[]): unknown =>
      judged(ABSENT, sites).notes.find(({ code }) => code === 'label_declares_ai_generated')?.values;
    expect(values([says('1')])).toEqual({ source: 'Example AI', source_zh: 'Example AI' });
    expect(values([says('1', { ContentProducer: '', ContentPropagator: '' })])).toEqual({});
    expect(values([says('1'), says('1', { ContentProducer: 'Other' })])).toEqual({});
    expect(values([{ ...says('1'), producer: wrongCode }])).toEqual({});
  });

  it('a record of a vendor that says nothing of AI is no marking of AI', () => {
    const toldOf = (...asserts: boolean[]): unknown[] => {
      const look_alikes = asserts.map((asserts_ai, offset) => {
        return { schema: 'bytedance', location: 'Exif', offset, asserts_ai } as const;
      });
      const { notes } = judged(ABSENT, [], { china_aigc: { state: 'examined', facts: labels([], { look_alikes }) } });
      return notes.map(({ code }) => code).filter((code) => code.startsWith('label_look_alike'));
    };
    expect(toldOf(false)).toEqual(['label_look_alike_silent']);
    expect(toldOf(true)).toEqual(['label_look_alike']);
    expect(toldOf(false, true)).toEqual(['label_look_alike']);
  });

  it('absence is not claimed when the search was not complete or did not happen', () => {
    const facts = labels([], { problems: [{ kind: 'limit', what: 'chunk', offset: 8 }] });
    expect(told(judged(ABSENT, [], { china_aigc: { state: 'examined', facts } }))).toEqual(['label_search_incomplete']);
    const failed = { state: 'failed', reason: 'reader_crashed', message: '' } as const;
    expect(told(judged(ABSENT, [], { china_aigc: failed }))).toEqual(['label_reader_failed']);
    expect(told(judged(ABSENT, [], { china_aigc: { state: 'not_examined' } }))).toEqual(['label_not_examined']);
  });

  it('a failed binding is held against the label too', () => {
    const broken = declaring('digitalCapture', invalid('assertion.dataHash.mismatch'));
    expect(judged(broken, [says('1')]).label_findings).toEqual([{ rule: 'AIGC-071', severity: 'info', values: {} }]);
    expect(judged(declaring('trainedAlgorithmicMedia'), [says('1')]).label_findings).toEqual([]);
  });
});
