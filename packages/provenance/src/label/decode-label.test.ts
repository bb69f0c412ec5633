import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { decodeLabel, type DecodedLabel } from './decode-label.ts';
import { LABEL_KEYS } from './facts.ts';

const VALUES = ['1', '001191110102MACQD9K64010000', 'cc75f5e99aae', 'r1', 'p', 'pid', 'r2'];
const LABEL = JSON.stringify(Object.fromEntries(LABEL_KEYS.map((key, index) => [key, VALUES[index]])));
const CORE = '{"Label":"1","ContentProducer":"kling","ProduceID":"x"}';
const wrap = (inner: string): string => `{"AIGC":${inner}}`;
const entities = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

function decode(text: string, isNamed = true): DecodedLabel {
  return decodeLabel({ text, isNamespaced: false, isNamed });
}

function decoded(text: string): Extract<DecodedLabel, { kind: 'decoded' }> {
  const label = decode(text);
  if (label.kind !== 'decoded') throw new Error(`not decoded: ${label.kind}`);
  return label;
}

/** Name, text, form, deviations, and the values that are not those of `VALUES`. */
const SHAPES: [string, string, 'bare' | 'wrapped', string[], Record<string, string | null>?][] = [
  ['bare', LABEL, 'bare', []],
  ['wrapped', wrap(LABEL), 'wrapped', []],
  ['wrapped twice', wrap(wrap(LABEL)), 'wrapped', []],
  ['wrapped as text', wrap(JSON.stringify(LABEL)), 'wrapped', ['double-encoded']],
  ['wrapped in lower case', LABEL.replace(/^/, '{"aigc":').concat('}'), 'wrapped', ['key-spelling:aigc']],
  ['blanks', LABEL.replaceAll(':', ' : ').replaceAll(',', ' ,\n '), 'bare', []],
  ['blanks and zeros around it', `\u{feff} \n${LABEL}\0\0 `, 'bare', []],
  ['a prefix', `AIGC${LABEL}`, 'bare', ['bare-prefix']],
  ['a prefix with a colon', `AIGC: ${LABEL}`, 'bare', ['bare-prefix']],
  ['a prefix with an equals sign', `aigc=${wrap(LABEL)}`, 'wrapped', ['bare-prefix']],
  ['a name behind a name', `AIGC: AIGC${LABEL}`, 'bare', ['bare-prefix']],
  ['bytes behind it', `${LABEL}} x`, 'bare', ['trailing-bytes']],
  ['entities', entities(LABEL), 'bare', ['extra-entity-escape']],
  ['entities of entities', entities(entities(LABEL)), 'bare', ['extra-entity-escape']],
  ['numeric entities', LABEL.replaceAll('"', '&#34;').replaceAll('{', '&#x7b;'), 'bare', ['extra-entity-escape']],
  ['escaped quotes', LABEL.replaceAll('"', '\\"'), 'bare', ['over-escaped']],
  ['text of text', JSON.stringify(LABEL), 'bare', ['double-encoded']],
  ['text of text of text', JSON.stringify(JSON.stringify(wrap(LABEL))), 'wrapped', ['double-encoded']],
  ['a number', LABEL.replace('"1"', '1'), 'bare', ['non-string:Label']],
  [
    'a long number',
    LABEL.replace('"pid"', '142569260085903361'),
    'bare',
    ['non-string:PropagateID'],
    { PropagateID: '142569260085903361' },
  ],
  ['a truth value', LABEL.replace('"r1"', 'true'), 'bare', ['non-string:ReservedCode1'], { ReservedCode1: 'true' }],
  ['null', LABEL.replace('"r1"', 'null'), 'bare', ['null:ReservedCode1'], { ReservedCode1: '' }],
  [
    'an object',
    LABEL.replace('"r1"', '{ "SecurityData": [1] }'),
    'bare',
    ['object:ReservedCode1'],
    { ReservedCode1: '{"SecurityData":[1]}' },
  ],
  ['a list', LABEL.replace('"r1"', '[ {"a" : 1} ]'), 'bare', ['object:ReservedCode1'], { ReservedCode1: '[{"a":1}]' }],
  ['a misspelt key', LABEL.replace('ReservedCode1', 'ReserveCode1'), 'bare', ['key-spelling:ReserveCode1']],
  [
    'a key with a colon inside',
    LABEL.replace('ReservedCode2', 'ReservedCode2: '),
    'bare',
    ['key-spelling:ReservedCode2: '],
  ],
  [
    'lower case',
    LABEL.replace('ContentProducer', 'content_producer').replace('ProduceID', 'producer_id'),
    'bare',
    ['key-spelling:content_producer', 'key-spelling:producer_id'],
  ],
  ['a key with escapes', LABEL.replace('"Label"', '"\\u004cabel"'), 'bare', []],
  ['other text', LABEL.replace('"p"', '"腾讯云 \\n }{"'), 'bare', [], { ContentPropagator: '腾讯云 \n }{' }],
  [
    'another order',
    JSON.stringify(Object.fromEntries(LABEL_KEYS.map((key, index) => [key, VALUES[index]] as const).toReversed())),
    'bare',
    [],
  ],
  [
    'three keys',
    CORE,
    'bare',
    [],
    {
      ContentProducer: 'kling',
      ProduceID: 'x',
      ReservedCode1: null,
      ContentPropagator: null,
      PropagateID: null,
      ReservedCode2: null,
    },
  ],
  [
    'no producer',
    '{"ContentPropagator":"p","Label":"1","ProduceID":"u:1/task:e"}',
    'bare',
    [],
    { ContentProducer: null, ProduceID: 'u:1/task:e', ReservedCode1: null, PropagateID: null, ReservedCode2: null },
  ],
  [
    'Label alone, in a place named AIGC',
    '{"Label":"1"}',
    'bare',
    [],
    {
      ContentProducer: null,
      ProduceID: null,
      ReservedCode1: null,
      ContentPropagator: null,
      PropagateID: null,
      ReservedCode2: null,
    },
  ],
];

describe('every shape of a label that is seen', () => {
  it.each(SHAPES)('reads %s', (_name, text, form, deviations, others = {}) => {
    const label = decoded(text);
    expect(label.form).toBe(form);
    expect(label.deviations).toEqual(deviations);
    expect(label.fields).toEqual({
      ...Object.fromEntries(LABEL_KEYS.map((key, index) => [key, VALUES[index]])),
      ...others,
    });
    expect(label.extra).toEqual([]);
    expect(label.hasDuplicateKeys).toBe(false);
  });

  it.each(SHAPES)('never throws on %s that is cut off, and never invents a value', (_name, text) => {
    for (let length = 0; length < text.length; length += 3) {
      const label = decode(text.slice(0, length), length % 2 === 0);
      if (label.kind !== 'decoded') continue;
      // Only what follows the closing brace may be missing.
      expect(label.fields).toEqual(decoded(text).fields);
    }
  });

  it.each([
    ['utf-16le', Buffer.from(LABEL, 'utf16le'), 'utf-16le'],
    ['UTF-16 with a mark', Buffer.from(`\u{feff}${LABEL}`, 'utf16le').swap16(), null],
    ['UTF-8 with a mark', Buffer.from(`\u{feff}${LABEL}`), null],
    ['Latin-1', Buffer.from(LABEL, 'latin1'), 'latin1'],
  ] as const)('reads bytes in %s', (_name, bytes, encoding) => {
    expect(decodeLabel({ bytes, encoding, isNamespaced: false })).toMatchObject({ kind: 'decoded', text: LABEL });
  });

  it('reads GB 18030', () => {
    const bytes = Buffer.concat([
      Buffer.from('{"Label":"1","ContentProducer":"'),
      Buffer.from('ccdad1b6', 'hex'),
      Buffer.from('"}'),
    ]);
    expect(decodeLabel({ bytes, encoding: null, isNamespaced: false })).toMatchObject({
      fields: { ContentProducer: '腾讯' },
    });
  });
});

describe('members that are repeated or foreign', () => {
  it('takes the last of a repeated key, and says so', () => {
    expect(decoded('{"Label":"1","Label":"2","ProduceID":"x"}')).toMatchObject({
      hasDuplicateKeys: true,
      fields: { Label: '2' },
    });
    expect(decoded('{"Label":"1","\\u004cabel":"2"}')).toMatchObject({
      hasDuplicateKeys: true,
      fields: { Label: '2' },
    });
    expect(decoded(`{"AIGC":{"Label":"3"},"AIGC":${CORE}}`)).toMatchObject({
      hasDuplicateKeys: true,
      fields: { Label: '1' },
    });
    expect(decoded('{"Label":"1","x":1,"x":2}')).toMatchObject({ hasDuplicateKeys: true, extra: ['x'] });
  });

  it('takes the first of two spellings, and names the other', () => {
    expect(decoded('{"label":"1","Label":"2"}')).toMatchObject({
      fields: { Label: '1' },
      extra: ['Label'],
      hasDuplicateKeys: false,
      deviations: ['key-spelling:label'],
    });
  });

  it('keeps names that mean something to the language harmless', () => {
    const label = decoded(
      '{"Label":"1","__proto__":{"polluted":true},"constructor":"x","toString":1,"hasOwnProperty":null}',
    );
    expect(label.extra).toEqual(['__proto__', 'constructor', 'toString', 'hasOwnProperty']);
    expect(Object.getPrototypeOf(label.fields)).toBe(Object.prototype);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(decode('{"__proto__":{"Label":"1","ProduceID":"x"}}').kind).toBe('not_a_label');
    expect(decoded('{"Label":"1","ReservedCode1":{"toJSON":"x","__proto__":1}}').fields.ReservedCode1).toBe(
      '{"toJSON":"x","__proto__":1}',
    );
  });
});

describe('what is no label', () => {
  it.each(['', ' ', '\0\0', '\u{feff}\0 \n'])('answers empty for %j', (text) => {
    expect(decode(text)).toEqual({ kind: 'empty' });
  });

  it.each([
    '{"unrelated":"v"}',
    'AIGC art contest winner 2025',
    'shot in Beijing',
    'Label: best of 2025',
    '{"AIGC":{"ServiceProvider":"腾讯云","ServiceUser":"u","Time":"t","ContentId":"c"}}',
    '{"data":{"product":"aweme","aigc_info":{"aigc_type":1}}}',
    '{}',
    '{"AIGC":{}}',
    '{"AIGC":"yes"}',
    '[]',
    '1',
    'null',
    '"',
    '""',
    'AIGC',
    'AIGC{',
    'AIGC:"',
  ])('answers not_a_label for %s', (text) => {
    expect(decode(text).kind).toBe('not_a_label');
  });

  it.each([
    LABEL.slice(0, -1),
    LABEL.slice(0, 60),
    wrap(LABEL).slice(0, -5),
    '{"Label":"1"',
    `[${LABEL}]`,
    "{'Label':'1','ProduceID':'x'}",
    wrap('"{\\"Label\\":\\"1\\",\\"ProduceID\\":"'),
  ])('answers undecodable for %s', (text) => {
    expect(decode(text)).toMatchObject({ kind: 'undecodable', text, isTooLarge: false });
  });

  it('asks for more where the place has another name', () => {
    expect(decode('{"Label":"1"}', false).kind).toBe('not_a_label');
    expect(decode(wrap('{"Label":"1"}'), false).kind).toBe('decoded');
    expect(decode('AIGC{"Label":"1"}', false).kind).toBe('decoded');
    expect(decode('{"ProduceID":"1"}', false).kind).toBe('decoded');
    expect(decode('My ContentProducer and ProduceID', false).kind).toBe('not_a_label');
    expect(decode('My ContentProducer and ProduceID').kind).toBe('undecodable');
    expect(decode(LABEL.slice(0, -1), false).kind).toBe('undecodable');
  });

  it('takes everything in the namespace for a label', () => {
    const inNamespace = (text: string): DecodedLabel => decodeLabel({ text, isNamespaced: true });
    expect(inNamespace('{}')).toMatchObject({ kind: 'decoded', extra: [], fields: { Label: null } });
    expect(inNamespace('{"x":1}')).toMatchObject({ kind: 'decoded', extra: ['x'] });
    expect(inNamespace('1').kind).toBe('undecodable');
    expect(inNamespace('AI').kind).toBe('undecodable');
    expect(inNamespace(' ').kind).toBe('empty');
  });
});

describe('hostile values', () => {
  const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

  it.each([
    ['AIGC{ again and again', 'AIGC{'.repeat(200_000)],
    ['60,000 braces', '{'.repeat(60_000)],
    ['60,000 brackets in an object', `{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}`],
    ['60,000 objects', nested(60_000)],
    ['quotes', '"'.repeat(100_000)],
    ['backslashes', `{"${'\\'.repeat(100_001)}`],
    ['escaped quotes', '{\\"'.repeat(100_000)],
    ['ampersands', '&amp;'.repeat(100_000)],
    ['half entities', `{${'&#'.repeat(100_000)}`],
    ['blanks behind the name', `AIGC${' '.repeat(500_000)}x`],
    ['blanks', `{${' '.repeat(500_000)}`],
    ['wrappers', `${'{"AIGC":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ])('gets through %s', (_name, text) => {
    expect(decode(text).kind).toBe('not_a_label');
    expect(decode(text, false).kind).toBe('not_a_label');
    expect(decodeLabel({ text, isNamespaced: true }).kind).toBe('undecodable');
  });

  it('reads nesting up to the limit', () => {
    const label = (depth: number): string => `{"Label":"1","ReservedCode1":${nested(depth)}}`;
    expect(decode(label(LIMITS.labelJsonDepth - 1)).kind).toBe('decoded');
    expect(decode(label(LIMITS.labelJsonDepth)).kind).toBe('undecodable');
  });

  it('peels only so many layers', () => {
    let text = LABEL;
    for (let level = 1; level < LIMITS.labelDepth; level += 1) text = JSON.stringify(text);
    expect(decode(text).kind).toBe('decoded');
    expect(decode(JSON.stringify(text)).kind).toBe('undecodable');
    let escaped = LABEL;
    for (let round = 0; round < LIMITS.labelEntityRounds; round += 1) escaped = entities(escaped);
    expect(decode(escaped).kind).toBe('decoded');
    expect(decode(entities(escaped)).kind).not.toBe('decoded');
  });

  it('reads up to the limit and no further', () => {
    const sized = (size: number): string => LABEL.replace('r1', 'x'.repeat(size - LABEL.length + 2));
    expect(decode(sized(LIMITS.labelBytes)).kind).toBe('decoded');
    expect(decode(sized(LIMITS.labelBytes + 1))).toMatchObject({ kind: 'undecodable', isTooLarge: true });
    expect(decode('x'.repeat(LIMITS.labelBytes + 1))).toEqual({ kind: 'not_a_label', isTooLarge: true });
    const bytes = new Uint8Array(LIMITS.labelBytes + 1);
    expect(decodeLabel({ bytes, encoding: null, isNamespaced: true })).toMatchObject({
      kind: 'undecodable',
      isTooLarge: true,
    });
  });

  it('reads many members', () => {
    const many = Array.from({ length: 60_000 }, (_, index) => `"k${index}":${index}`).join(',');
    expect(decoded(`{${many},"Label":"1"}`)).toMatchObject({ fields: { Label: '1' }, hasDuplicateKeys: false });
  });
});

describe('any text', () => {
  const signs = ['{', '}', '[', ']', '"', ':', ',', '\\', '\\"', '&quot;', '&amp;', ' ', '\0', '<', '𝄞', '\ud800'];
  const words = ['AIGC', 'aigc', '1', 'null', '"a"', '"unrelated"', '{"AIGC":', '"AIGC":', '\\u00', '__proto__'];
  const pieces = fc.constantFrom(...signs, ...words);
  const keys = fc.constantFrom(...LABEL_KEYS.map((key) => `"${key}"`), '"label"', '"1"', '"Reserve', 'ProduceID');
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    fc.json(),
  );

  it('without the name of an element is never decoded outside the namespace', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (value, isNamed) => {
        fc.pre(!/label|produce|propagat/i.test(value));
        expect(['empty', 'undecodable', 'not_a_label']).toContain(decode(value, isNamed).kind);
      }),
      { numRuns: 2_000 },
    );
  });

  it('with the names of elements is decoded or not, and nothing is thrown', () => {
    const mixed = fc.array(fc.oneof(pieces, keys), { maxLength: 40 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(mixed, fc.boolean(), (value, isNamespaced) => {
        const label = decodeLabel({ text: value, isNamespaced });
        if (label.kind === 'decoded') expect(Object.keys(label.fields)).toEqual([...LABEL_KEYS]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('in bytes of any coding is decoded or not, and nothing is thrown', () => {
    const encodings = fc.constantFrom('utf-8', 'latin1', 'ascii', 'utf-16', 'utf-16le', 'utf-16be', 'pdf', null);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), encodings, fc.boolean(), (bytes, encoding, isNamespaced) => {
        expect(decodeLabel({ bytes, encoding, isNamespaced }).kind).toBeTypeOf('string');
      }),
    );
  });

  it('that JSON.parse reads gives the values that JSON.parse gives', () => {
    const values = fc.record(Object.fromEntries(LABEL_KEYS.map((key) => [key, fc.string({ unit: 'grapheme' })])));
    fc.assert(
      fc.property(values, fc.boolean(), (fields, isWrapped) => {
        const json = JSON.stringify(fields, null, 2);
        expect(decoded(isWrapped ? wrap(json) : json).fields).toEqual(fields);
      }),
    );
  });
});
