import { describe, expect, it } from 'vitest';
import { decodeRubric } from './decode-rubric.ts';
import { evaluateRubric } from './rubric.ts';

const HEAD = `
rubric_metadata: { name: Test }
variables: { $allowed: [a, b] }
expressions:
  _labels: manifests[].label
  _startsWith: startsWith($args[0], $args[1])
  _nested: _startsWith($args[1], "b") && $args[0] == "a"
---
`;

function check(expression: string, more = ''): string {
  const text = "reportText: { 'true': { en: fine }, 'false': { en: 'found {{matches}}' } }";
  return `${HEAD}- { id: 'test:one', expression: ${JSON.stringify(expression)}, ${more} ${text} }\n`;
}

function evaluate(yaml: string, labels: string[] = ['a', 'b']) {
  const subject = { manifests: labels.map((label) => ({ label })) };
  return evaluateRubric(decodeRubric(yaml), subject, { specVersion: '2.4' })[0];
}

describe('a check without a word on matches', () => {
  it('passes when its expression is true', () => {
    const finding = { id: 'test:one', passed: true, warned: false, matches: [], text: 'fine' };
    expect(evaluate(check('length(_labels()) == 2'))).toEqual(finding);
  });

  it('fails when its expression is false', () => {
    expect(evaluate(check('length(_labels()) == 3'))).toMatchObject({ passed: false, warned: false });
  });

  it.each(['manifests', 'manifests[7].label', '"true"', 'length(manifests)'])('throws for %s', (expression) => {
    expect(() => evaluate(check(expression))).toThrow('test:one cannot be evaluated: neither true nor false');
  });
});

describe('failIfMatched', () => {
  const unknown = check('_labels()[?!contains($allowed, @)]', 'failIfMatched: true,');

  it('passes without matches', () => {
    expect(evaluate(unknown)).toMatchObject({ passed: true, matches: [], text: 'fine' });
    expect(evaluate(check('manifests[0].absent[?code == "x"]', 'failIfMatched: true,'))?.passed).toBe(true);
    expect(evaluate(check('manifests == null', 'failIfMatched: true,'))?.passed).toBe(true);
  });

  it('fails with the matches, in the text too', () => {
    const found = { passed: false, warned: false, matches: ['c', 'd'], text: 'found c, d' };
    expect(evaluate(unknown, ['a', 'c', 'd'])).toMatchObject(found);
    expect(evaluate(check('manifests != null', 'failIfMatched: true,'))).toMatchObject({ passed: false });
    expect(evaluate(check('manifests', 'failIfMatched: true,'), ['a'])?.text).toBe('found {"label":"a"}');
  });

  it('throws for what is no list of matches', () => {
    expect(() => evaluate(check('manifests[0].label', 'failIfMatched: true,'))).toThrow('no list of matches: "a"');
    expect(() => evaluate(check('manifests[0]', 'failIfMatched: true,'))).toThrow('no list of matches');
  });
});

describe('warnIfMatched', () => {
  it('passes with a warning', () => {
    const warned = { passed: true, warned: true, matches: ['a'], text: 'found a' };
    expect(evaluate(check('_labels()[?@ == "a"]', 'warnIfMatched: true,'))).toMatchObject(warned);
    expect(evaluate(check('_labels()[?@ == "z"]', 'warnIfMatched: true,'))).toMatchObject({ warned: false });
  });
});

describe('named expressions', () => {
  it('see their own arguments, also below another call', () => {
    expect(evaluate(check('_nested("a", "bc") && !_nested("a", "ab") && !_nested("b", "bc")'))?.passed).toBe(true);
  });

  it('know the version of the specification', () => {
    expect(evaluate(check('split($expected_spec_version, ".")[1] == "4"'))?.passed).toBe(true);
  });
});

describe('what cannot be evaluated', () => {
  it.each([
    ['an expression that does not parse', '((', 'Unexpected token'],
    ['a function that does not exist', '_absent()', 'No such function'],
    ['a function with the wrong type', 'keys(manifests)', 'keys expected'],
  ])('%s', (_, expression, message) => {
    for (const more of ['', 'failIfMatched: true,', 'warnIfMatched: true,']) {
      expect(() => evaluate(check(expression, more))).toThrow(/test:one cannot be evaluated/);
      expect(() => evaluate(check(expression, more))).toThrow(message);
    }
  });

  it('a variable that is not declared', () => {
    expect(() => decodeRubric(check('contains($forgotten, "a")'))).toThrow('not declared: $forgotten');
  });

  it('a subject of the wrong kind', () => {
    const rubrics = [
      decodeRubric(check('manifests != null')),
      decodeRubric(check('assertions != null').replace(/ _labels.*/, '')),
    ];
    expect(rubrics.map(({ subject }) => subject)).toEqual(['document', 'manifest']);
    for (const rubric of rubrics) {
      expect(() => evaluateRubric(rubric, {}, { specVersion: '2.4' })).toThrow('reads a crJSON');
      expect(() => evaluateRubric(rubric, null, { specVersion: '2.4' })).toThrow('reads a crJSON');
    }
  });

  it('a version of the specification that is none', () => {
    const rubric = decodeRubric(check('manifests != null'));
    expect(() => evaluateRubric(rubric, { manifests: [] }, { specVersion: 'latest' })).toThrow('no version: latest');
  });
});

describe('a rubric that is not understood', () => {
  it.each([
    ['no metadata', '{}\n---\n[]\n', 'rubric_metadata is no mapping'],
    ['no checks', HEAD, 'no list'],
    ['an empty list of checks', `${HEAD}[]\n`, 'Test has no checks'],
    ['YAML that does not parse', '{', 'Flow map'],
    ['a member of unknown meaning', check('true', 'passIfMatched: true,'), 'passIfMatched'],
    ['a flag that is no truth value', check('true', "failIfMatched: 'no',"), 'failIfMatched is neither'],
    ['two words on matches', check('true', 'failIfMatched: true, warnIfMatched: true,'), 'both fails and warns'],
    ['a check without words', `${HEAD}- { id: one, expression: 'true' }\n`, 'reportText of one is no mapping'],
  ])('%s', (_, yaml, message) => {
    expect(() => decodeRubric(yaml)).toThrow(message);
  });
});
