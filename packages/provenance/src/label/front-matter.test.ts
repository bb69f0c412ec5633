import { seededRandom } from '@revera/testkit';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { LABEL_KEYS } from './facts.ts';
import { readFrontMatterLabel } from './front-matter.ts';

const VALUES = ['1', '001191440300708461136T1XGW3', 'p-1', 'r1', '001191440300708461136T1XGW3', 'p-1', 'r2'];
const FIELDS = Object.fromEntries(LABEL_KEYS.map((key, index) => [key, VALUES[index]]));
const JSON_LABEL = JSON.stringify(FIELDS);

function mapping(indent: number, quote = '"', newline = '\n'): string {
  const lines = LABEL_KEYS.map((key, index) => `${' '.repeat(indent)}${key}: ${quote}${VALUES[index] ?? ''}${quote}`);
  return ['AIGC:', ...lines, ''].join(newline);
}

describe('the label in front matter', () => {
  it.each([
    ['a mapping', mapping(2)],
    ['a deeper mapping', mapping(4)],
    ['single quotes', mapping(2, "'")],
    ['lines of Windows', mapping(2, '"', '\r\n')],
    ['other keys around it', `title: "AIGC: {no"\ntags:\n  - AIGC\n${mapping(2)}date: 2025-09-01\nlist: [a, b]\n`],
    ['errors beside it', `title: a: b: "c\n\t- [\n${mapping(2)}other: *nobody\n`],
    ['an indented whole', mapping(4).replaceAll(/^/gm, '  ')],
    ['comments and blank lines', mapping(2).replace('\n', ' # the label\n\n  # its elements\n')],
    [
      'keys in quotes',
      mapping(2)
        .replaceAll(/^ {2}(\w+):/gm, '  "$1":')
        .replace('AIGC:', '"AIGC":'),
    ],
  ])('reads %s', (_name, yaml) => {
    const label = readFrontMatterLabel(yaml);
    expect(label).toMatchObject({ kind: 'decoded', form: 'fields', fields: FIELDS, extra: [], deviations: [] });
  });

  it.each([
    ['JSON on one line', `AIGC: ${JSON_LABEL}`, 'bare', []],
    ['JSON on some lines', `AIGC: ${JSON.stringify(FIELDS, null, 2)}\ntitle: x`, 'bare', []],
    ['wrapped JSON', `AIGC: {"AIGC":${JSON_LABEL}}`, 'wrapped', []],
    ['JSON in quotes', `AIGC: '${JSON_LABEL}'`, 'bare', []],
    ['JSON in double quotes', `AIGC: ${JSON.stringify(JSON_LABEL)}`, 'bare', ['double-encoded']],
    ['JSON as a block', `AIGC: |\n  ${JSON_LABEL}\n`, 'bare', []],
    ['JSON for the whole', `{"AIGC":${JSON_LABEL}}`, 'wrapped', []],
    ['another spelling', `aigc: ${JSON_LABEL}`, 'bare', ['name-spelling:aigc']],
  ])('reads %s', (_name, yaml, form, deviations) => {
    expect(readFrontMatterLabel(yaml)).toMatchObject({ kind: 'decoded', form, fields: FIELDS, deviations });
  });

  it('keeps codes whole that look like numbers, and says that they are not strings', () => {
    const label = readFrontMatterLabel(
      'AIGC:\n  Label: 1\n  ContentProducer: 001191440300192203821610000\n  ProduceID: 0x1F\n  ContentPropagator: 001191440300708461136T1XGW3\n  PropagateID: 1_0.5e3',
    );
    expect(label).toMatchObject({
      fields: {
        Label: '1',
        ContentProducer: '001191440300192203821610000',
        ProduceID: '0x1F',
        ContentPropagator: '001191440300708461136T1XGW3',
        PropagateID: '1_0.5e3',
      },
      deviations: ['non-string:Label', 'non-string:ContentProducer', 'non-string:ProduceID', 'non-string:PropagateID'],
    });
  });

  it('reads what is empty, null or no scalar', () => {
    const label = readFrontMatterLabel(
      'AIGC:\n  Label: "1"\n  ProduceID: ""\n  ContentPropagator:\n  PropagateID: ~\n  ReservedCode1: {a: [1, b]}\n  ReservedCode2: null',
    );
    expect(label).toMatchObject({
      fields: {
        ProduceID: '',
        ContentPropagator: '',
        PropagateID: '',
        ReservedCode1: '{"a":["1","b"]}',
        ReservedCode2: '',
      },
      deviations: ['null:ContentPropagator', 'null:PropagateID', 'object:ReservedCode1', 'null:ReservedCode2'],
    });
  });

  it('reads misspelt, repeated and foreign keys', () => {
    const iFlow =
      'AIGC: {Label: "1", ContentProducer: 001191330101MA27WPYJ18xliu, ReserveCode1: iflow, ReserveCode2: iflow}';
    expect(readFrontMatterLabel(iFlow)).toMatchObject({
      fields: { ContentProducer: '001191330101MA27WPYJ18xliu', ReservedCode1: 'iflow', ReservedCode2: 'iflow' },
      deviations: ['key-spelling:ReserveCode1', 'key-spelling:ReserveCode2'],
    });
    const twice = 'AIGC:\n  Label: AIGC\n  Label: "2"\n  __proto__: {x: y}\n  more: z\n';
    expect(readFrontMatterLabel(twice)).toMatchObject({
      fields: { Label: '2' },
      extra: ['__proto__', 'more'],
      hasDuplicateKeys: true,
    });
  });

  it('copies no aliases', () => {
    const yaml = 'AIGC:\n  Label: &a "1"\n  ProduceID: *a\n  ReservedCode1: [*a, *a]\n';
    expect(readFrontMatterLabel(yaml)).toMatchObject({ fields: { Label: '1', ProduceID: '' } });
  });
});

describe('front matter without a label, or with a spoilt one', () => {
  it.each([
    '',
    'title: x\n',
    'title: AIGC\nLabel: "1"\n',
    'AIGCX: 1\n',
    'AIGC: true\n',
    'AIGC: [a, b]\n',
    'AIGC:\n  unrelated: 1\n',
    'AIGC: "\n',
    'notes: |\n   AIGC is: everywhere\n',
    `notes: |\n  AIGC: ${JSON_LABEL}\n`,
    `# no\n\nnotes:\n  AIGC: ${JSON_LABEL}\n`,
    `AIGC: x\n${JSON_LABEL}`,
    `AIGC: [${'['.repeat(60_000)}`,
    `AIGC: ${'{'.repeat(60_000)}`,
    `AIGC:\n  ${'- '.repeat(30_000)}`,
  ])('answers not_a_label for %j', (yaml) => {
    expect(readFrontMatterLabel(yaml).kind).toBe('not_a_label');
  });

  it('answers empty for a key without a value', () => {
    expect(readFrontMatterLabel('title: x\nAIGC:\nother: 1').kind).toBe('empty');
    expect(readFrontMatterLabel('AIGC: ""').kind).toBe('empty');
  });

  it.each([
    'AIGC:\n  Label: "1\n  ProduceID: "x"\n',
    'AIGC:\n  Label: "1"\n ProduceID: "x"\n',
    'AIGC: {Label: "1", ProduceID: x',
    'AIGC: ProduceID',
  ])('answers undecodable for %j', (yaml) => {
    expect(readFrontMatterLabel(yaml)).toMatchObject({ kind: 'undecodable', isTooLarge: false });
  });

  it.each([
    ['signs', `AIGC:\n  ProduceID: "x"\n  a: [${','.repeat(LIMITS.labelYamlSigns)}]`],
    ['brackets', `AIGC: [ProduceID ${'['.repeat(LIMITS.labelJsonDepth + 1)}`],
    ['bytes', `AIGC:\n  ProduceID: "${'x'.repeat(LIMITS.labelYamlBytes)}"`],
  ])('does not hand too many %s to the parser', (_name, yaml) => {
    expect(readFrontMatterLabel(yaml)).toMatchObject({ kind: 'undecodable', isTooLarge: true });
  });

  it('throws nothing, however the text is cut or changed', () => {
    const random = seededRandom(5);
    const texts = [mapping(2), `AIGC: ${JSON_LABEL}`, 'AIGC:\n  - &a [*a, {<<: *a}]\n  ? Label\n  : !!int "1"\n'];
    const signs = '{}[]"\':-?&*!|>%@`#,\\\n\t 1aA\0\ud800';
    for (const text of texts) {
      for (let length = 0; length < text.length; length += 1) readFrontMatterLabel(text.slice(0, length));
      for (let round = 0; round < 300; round += 1) {
        const at = 5 + random.below(text.length - 5);
        const changed = text.slice(0, at) + signs.charAt(random.below(signs.length)) + text.slice(at + random.below(3));
        expect(readFrontMatterLabel(changed).kind).toBeTypeOf('string');
      }
    }
  });
});
