import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { checkLabel, labelConformance } from './check-label.ts';
import { checkReservedCode } from './check-reserved-code.ts';
import { checkLookAlikes, checkSites } from './check-sites.ts';
import { LABEL_KEYS, type LabelFinding } from './facts.ts';
import type { LocatedLabel } from './locate.ts';
import { LABEL_RULES, type LabelRuleId } from './rules.ts';
import { DOUBAO, JIMENG, labelOf, MIRRORED, OPENSSL, securityData, STEPFUN } from './test-label.ts';

const check = (site: LocatedLabel) => checkLabel(site, { signatures: LIMITS.labelSignatures });
const findingsOf = (site: LocatedLabel): LabelFinding[] => check(site).findings;
const idsOf = (findings: readonly LabelFinding[]): string[] => [...new Set(findings.map(({ rule }) => rule))];
/** All but the attribution, which most labels here have. */
const rulesOf = (site: LocatedLabel): string[] => idsOf(findingsOf(site)).filter((rule) => rule !== 'AIGC-047');
const withDeviation = (...deviations: string[]): LocatedLabel => labelOf({}, { deviations });
const { ContentProducer, ProduceID } = OPENSSL.fields;
const reserved = (ReservedCode1: string) => labelOf({ ContentProducer, ProduceID, ReservedCode1 });

const BAIDU = { Label: '2', ContentProducer: '001191110000802100433B10005' };
const ABSENT = Object.fromEntries(LABEL_KEYS.map((key) => [key, null]));
const XMP = { uri: 'http://www.tc260.org.cn/ns/AIGC/1.0/', prefix: 'TC260', local: 'AIGC' };

/** One label for each rule about a single one, and all rules that it breaks, without the attribution. */
const CASES: readonly (readonly [LabelRuleId, string, LocatedLabel, readonly string[]])[] = [
  ['AIGC-001', 'no object', labelOf(ABSENT, { state: 'undecodable', form: null, placement: 'other' }), ['AIGC-001']],
  ['AIGC-002', 'a shell', labelOf(ABSENT, { state: 'empty', form: null }), ['AIGC-002']],
  ['AIGC-003', 'repaired', withDeviation('double-encoded', 'trailing-bytes'), ['AIGC-003']],
  ['AIGC-003', 'behind a bare name', withDeviation('bare-prefix'), ['AIGC-003']],
  ['AIGC-003', 'escaped once too often', withDeviation('extra-entity-escape'), ['AIGC-003']],
  ['AIGC-003', 'over-escaped', withDeviation('over-escaped'), ['AIGC-003']],
  ['AIGC-004', 'bare for wrapped', labelOf({}, { expectedForm: 'wrapped' }), ['AIGC-004']],
  ['AIGC-004', 'wrapped for bare', labelOf({}, { form: 'wrapped' }), ['AIGC-004']],
  ['AIGC-005', 'a key twice', labelOf({}, { hasDuplicateKeys: true }), ['AIGC-005']],
  ['AIGC-005', 'a key twice, as a word', withDeviation('duplicate-keys'), ['AIGC-005']],
  ['AIGC-006', 'a foreign member', labelOf({}, { extra: ['Model'] }), ['AIGC-006']],
  ['AIGC-007', 'misspelt', withDeviation('key-spelling:ReserveCode1', 'key-spelling:ReserveCode2'), ['AIGC-007']],
  ['AIGC-010', 'no Label', labelOf({ Label: null }), ['AIGC-010']],
  ['AIGC-010', 'an empty object', labelOf(ABSENT), ['AIGC-010', 'AIGC-020', 'AIGC-021', 'AIGC-022', 'AIGC-025']],
  ['AIGC-011', 'a word for Label', labelOf({ Label: 'AIGC' }), ['AIGC-011']],
  ['AIGC-011', 'an empty Label', labelOf({ Label: '' }), ['AIGC-011']],
  ['AIGC-012', 'a number', withDeviation('non-string:Label'), ['AIGC-012']],
  ['AIGC-012', 'nothing', withDeviation('null:ReservedCode1', 'null:ReservedCode2'), ['AIGC-012']],
  ['AIGC-012', 'an object', withDeviation('object:ReservedCode1'), ['AIGC-012']],
  [
    'AIGC-013',
    'a hedging generator',
    labelOf({ ...BAIDU, ContentPropagator: '', PropagateID: '' }),
    ['AIGC-013', 'AIGC-023'],
  ],
  [
    'AIGC-020',
    'no producer',
    labelOf({ ContentProducer: null, ContentPropagator: '001191440101MA9Y9T4H7A00000' }),
    ['AIGC-020'],
  ],
  ['AIGC-021', 'no number', labelOf({ ProduceID: ' ' }), ['AIGC-021', 'AIGC-030']],
  ['AIGC-022', 'no propagation', labelOf({ ContentPropagator: null, PropagateID: null }), ['AIGC-022']],
  ['AIGC-023', 'empty propagation', labelOf(DOUBAO), ['AIGC-023']],
  ['AIGC-024', 'a propagator without number', labelOf({ PropagateID: '' }), ['AIGC-024']],
  ['AIGC-025', 'no reserved code', labelOf({ ReservedCode1: null, ReservedCode2: null }), ['AIGC-025']],
  ['AIGC-026', 'a printf accident', labelOf({ PropagateID: '%!s(MISSING)' }), ['AIGC-026']],
  ['AIGC-026', 'zeros', labelOf({ ProduceID: '0'.repeat(32) }), ['AIGC-026']],
  ['AIGC-026', 'a zero UUID', labelOf({ ProduceID: '00000000-0000-0000-0000-000000000000' }), ['AIGC-026']],
  ['AIGC-026', 'a sample', labelOf({ ProduceID: 'value3' }), ['AIGC-026']],
  ['AIGC-026', 'a test', labelOf({ ProduceID: 'test123' }), ['AIGC-026']],
  ['AIGC-030', 'Chinese', labelOf({ ProduceID: '北京' }), ['AIGC-030']],
  ['AIGC-030', 'a backslash', labelOf({ ProduceID: 'a\\b' }), ['AIGC-030']],
  ['AIGC-031', 'a control character', labelOf({ ProduceID: 'a\u0000b' }), ['AIGC-031']],
  ['AIGC-031', 'bytes that were no text', labelOf({ ProduceID: 'a\uFFFD' }), ['AIGC-031']],
  ['AIGC-031', 'half a pair', labelOf({ ProduceID: 'a\uD800b' }), ['AIGC-031']],
  ['AIGC-032', 'a long value', labelOf({ ProduceID: 'a'.repeat(1025) }), ['AIGC-032']],
  [
    'AIGC-040',
    'a code with a lower-case tail',
    labelOf({ ContentProducer: '001191330101MA27WPYJ18xliu' }),
    ['AIGC-040'],
  ],
  ['AIGC-041', 'another format part', labelOf({ ContentProducer: '991191110102MACQD9K64010000' }), ['AIGC-041']],
  ['AIGC-042', 'another binding', labelOf({ ContentProducer: '001291110102MACQD9K64010000' }), ['AIGC-042']],
  ['AIGC-043', 'one character changed', labelOf({ ContentProducer: '001191110102MACQD9K64110000' }), ['AIGC-043']],
  ['AIGC-044', 'a distributor as producer', labelOf({ ContentProducer: '00119144030008867405X220001' }), ['AIGC-044']],
  ['AIGC-045', 'a partly empty extension', labelOf({ ContentProducer: '001191440101MA9Y9T4H7A0000A' }), ['AIGC-045']],
  ['AIGC-046', 'a name', labelOf({ ContentProducer: 'kling' }), ['AIGC-046']],
  ['AIGC-053', 'elsewhere', labelOf({}, { placement: 'other' }), ['AIGC-053']],
  [
    'AIGC-054',
    'a foreign namespace',
    labelOf({}, { xmpName: { ...XMP, uri: 'http://ns.adobe.com/AIGC/1.0/' } }),
    ['AIGC-054'],
  ],
  ['AIGC-055', 'a lower-case prefix', labelOf({}, { xmpName: { ...XMP, prefix: 'tc260' } }), ['AIGC-055']],
  [
    'AIGC-061',
    'signed with its own key',
    reserved(securityData(OPENSSL.signature, OPENSSL.x)),
    ['AIGC-046', 'AIGC-061'],
  ],
  [
    'AIGC-062',
    'signed, then changed',
    reserved(securityData(STEPFUN.signature, STEPFUN.point)),
    ['AIGC-046', 'AIGC-062'],
  ],
  ['AIGC-063', 'RSA', reserved(securityData('ab', 'cd', { AlgID: '1.2.840.113549.1.1.11' })), ['AIGC-046', 'AIGC-063']],
  ['AIGC-064', 'opaque', reserved('L-0123'), ['AIGC-046', 'AIGC-064']],
  ['AIGC-070', 'a broken chunk', labelOf({}, { intact: false }), ['AIGC-070']],
];

describe('checkLabel', () => {
  it.each(CASES)('%s: %s', (rule, _what, site, rules) => {
    expect(rulesOf(site)).toEqual(rules);
    expect(rules).toContain(rule);
  });

  it('raises every rule about one label or several in some test', () => {
    const raised = new Set<string>(CASES.map(([rule]) => rule));
    const elsewhere = new Set(['AIGC-047', 'AIGC-050', 'AIGC-051', 'AIGC-052', 'AIGC-060', 'AIGC-073']);
    const missing = Object.entries(LABEL_RULES).filter(
      ([id, { scope }]) => scope !== 'verdict' && scope !== 'write' && !raised.has(id) && !elsewhere.has(id),
    );
    expect(missing).toEqual([]);
  });

  it('finds only the empty propagation in a real Doubao label', () => {
    const { findings, producer, propagator } = check(labelOf(DOUBAO));
    expect(findings.filter(({ severity }) => severity !== 'info').map(({ rule }) => rule)).toEqual(['AIGC-023']);
    expect(producer).toMatchObject({ uscc: '91110102MACQD9K640', service_type: 'generation', basis: 'A' });
    expect(propagator).toBeNull();
    expect(findings.find(({ rule }) => rule === 'AIGC-047')?.values).toEqual({
      key: 'ContentProducer',
      provider: '字节跳动 ByteDance 豆包 Doubao',
      basis: 'A',
    });
    expect(labelConformance(findings)).toBe('conformant_with_warnings');
  });

  it('has nothing to warn of in a real Jimeng label, nor in one with mirrored propagation', () => {
    const { findings, producer, propagator } = check(labelOf(JIMENG));
    expect(idsOf(findings)).toEqual(['AIGC-047']);
    expect(rulesOf(labelOf(MIRRORED))).toEqual(['AIGC-044']);
    expect([producer?.service_type, propagator?.service_type]).toEqual(['generation', 'distribution']);
    expect(labelConformance(findings)).toBe('conformant');
    expect(labelConformance(findingsOf(labelOf(MIRRORED)))).toBe('conformant');
  });

  it('speaks of no other form where both are usual, nor of the form of separate values', () => {
    expect(rulesOf(labelOf({}, { expectedForm: 'either', form: 'wrapped' }))).not.toContain('AIGC-004');
    expect(rulesOf(labelOf({}, { form: 'fields' }))).not.toContain('AIGC-004');
  });

  it('does not take real names and numbers for left-behind ones', () => {
    for (const number of ['Testin', 'testing-studio', '0a', '1000', 'value8', 'nullable', '100%']) {
      expect(rulesOf(labelOf({ ProduceID: number }))).not.toContain('AIGC-026');
    }
  });

  it('counts the whole label and each value', () => {
    const full = 'a'.repeat(LIMITS.labelWriteValueChars);
    expect(rulesOf(labelOf({ ProduceID: full }))).not.toContain('AIGC-032');
    const wide = '中'.repeat(LIMITS.labelWriteValueChars);
    const all = { ContentProducer: wide, ProduceID: wide, ContentPropagator: wide };
    expect(findingsOf(labelOf(all)).find(({ rule }) => rule === 'AIGC-032')?.values).toEqual({
      limit: String(LIMITS.labelWriteBytes),
    });
  });

  it('reports a shell or a spoilt label with what broke the file around it', () => {
    const { findings, ...facts } = check(labelOf(ABSENT, { state: 'empty', form: null, intact: false }));
    expect(idsOf(findings)).toEqual(['AIGC-002', 'AIGC-070']);
    expect(facts).toMatchObject({ producer: null, propagator: null, reserved_code_1: { content: 'absent' } });
  });

  it('bounds what a hostile label adds to the report', () => {
    const names = Array.from({ length: 5000 }, (_, index) => `${'x'.repeat(300)}${index}`);
    const deviations = names.flatMap((name) => [`key-spelling:${name}`, `non-string:${name}`]);
    const long = Object.fromEntries(LABEL_KEYS.map((key) => [key, '😀'.repeat(100_000)]));
    const findings = findingsOf(labelOf(long, { extra: names, deviations }));
    expect(findings.length).toBeLessThan(60);
    for (const text of findings.flatMap(({ values }) => Object.values(values))) {
      expect(text.length).toBeLessThanOrEqual(LIMITS.labelFindingChars);
      expect(text.replaceAll(/\p{Cs}/gu, '')).toBe(text);
    }
  });

  it('answers for any text with known rules and exactly the values their messages need', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.json(), fc.constant(null), fc.constant('1'));
    const fields = fc.record(Object.fromEntries(LABEL_KEYS.map((key) => [key, text])));
    const state = fc.constantFrom('decoded' as const, 'empty' as const, 'undecodable' as const);
    fc.assert(
      fc.property(fields, state, fc.array(fc.string()), fc.boolean(), (values, kind, words, intact) => {
        const site = labelOf(values, { state: kind, deviations: words, extra: words, intact });
        for (const { rule, severity, values: said } of [...findingsOf(site), ...checkSites([site, labelOf()])]) {
          const row = Object.entries(LABEL_RULES).find(([id]) => id === rule)?.[1];
          expect(row?.severity).toBe(severity);
          expect(Object.keys(said).toSorted()).toEqual(row?.values.toSorted());
        }
      }),
      { seed: 26, numRuns: 100 },
    );
  });
});

describe('checkReservedCode', () => {
  const facts = { content: 'security_data', algorithm: null, signer: 'Example' } as const;

  it.each([
    ['verified_pinned', 'AIGC-060', { key: 'ReservedCode1', signer: 'Example' }],
    ['verified_embedded', 'AIGC-061', { key: 'ReservedCode1' }],
    ['failed', 'AIGC-062', { key: 'ReservedCode1' }],
    ['unsupported', 'AIGC-063', { key: 'ReservedCode1' }],
    ['none', 'AIGC-063', { key: 'ReservedCode1' }],
  ] as const)('%s raises %s', (signature, rule, values) => {
    const [found, ...others] = checkReservedCode('ReservedCode1', { ...facts, signature });
    expect(found).toMatchObject({ rule, values });
    expect(others).toEqual([]);
  });

  it.each(['absent', 'empty'] as const)('%s raises nothing', (content) => {
    expect(checkReservedCode('ReservedCode2', { ...facts, content, signature: 'none' })).toEqual([]);
  });
});

describe('checkSites', () => {
  it.each([
    ['one label', [labelOf()], []],
    ['the same label twice', [labelOf(), labelOf()], ['AIGC-050']],
    ['an empty and an absent value', [labelOf({ ReservedCode1: null }), labelOf()], ['AIGC-050']],
    ['another number', [labelOf(), labelOf(), labelOf({ ProduceID: 'b' })], ['AIGC-051']],
    ['another number and propagator', [labelOf(), labelOf({ ProduceID: 'b', PropagateID: 'b' })], ['AIGC-051']],
    ['another propagator', [labelOf(DOUBAO), labelOf(MIRRORED)], ['AIGC-052']],
    ['a label and a shell', [labelOf(), labelOf(ABSENT, { state: 'empty' })], []],
    ['none', [], []],
  ])('%s', (_what, sites, rules) => {
    expect(idsOf(checkSites(sites))).toEqual(rules);
  });

  it('says how many there are and where they differ', () => {
    const [found] = checkSites([labelOf(DOUBAO), labelOf(MIRRORED)]);
    expect(found?.values).toEqual({ count: '2', keys: 'ContentPropagator, PropagateID' });
  });
});

describe('checkLookAlikes', () => {
  it('names each schema once, where it stands first', () => {
    const found = (['bytedance', 'tencent_cloud', 'bytedance'] as const).map((schema, offset) => {
      return { schema, location: `at ${offset}`, offset, asserts_ai: true };
    });
    expect(
      checkLookAlikes(found)
        .map(({ values }) => values)
        .toSorted(byLocation),
    ).toEqual([
      { schema: 'bytedance', location: 'at 0' },
      { schema: 'tencent_cloud', location: 'at 1' },
    ]);
    expect(idsOf(checkLookAlikes(found))).toEqual(['AIGC-073']);
    expect(checkLookAlikes([])).toEqual([]);
  });
});

function byLocation(left: Record<string, string>, right: Record<string, string>): number {
  return (left['location'] ?? '').localeCompare(right['location'] ?? '');
}

describe('labelConformance', () => {
  const of = (...severities: LabelFinding['severity'][]) =>
    labelConformance(severities.map((severity) => ({ rule: 'AIGC-001', severity, values: {} })));

  it('is decided by the worst finding', () => {
    expect(of()).toBe('conformant');
    expect(of('info')).toBe('conformant');
    expect(of('info', 'warning')).toBe('conformant_with_warnings');
    expect(of('warning', 'error', 'info')).toBe('nonconformant');
  });
});
