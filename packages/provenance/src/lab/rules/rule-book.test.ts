import { describe, expect, it } from 'vitest';
import { PIPELINES } from './pipelines.ts';
import { makeRuleBook, RULE_BOOK, RuleError, weightCap } from './rule-book.ts';
import type { BesideRule, Rule } from './rule.ts';

const GOOD: Rule = {
  id: 'test.rule',
  pipeline: 'x264',
  group: 'sei',
  weight: 40,
  evidence: 'seen',
  samples: 1,
  when: { fact: 'sei.uuid', exists: true },
  sources: ['R01'],
};
const BESIDE: BesideRule = { id: 'b', family: 'kling', when: { fact: 'label.entity', eq: '1' }, sources: ['R01'] };

function book(rules: readonly Rule[], beside: readonly BesideRule[] = []): unknown {
  return makeRuleBook(rules, { pipelines: PIPELINES, beside });
}

describe('the rule book', () => {
  it('takes a row that is founded, and a statement of its own', () => {
    expect(() => book([GOOD], [BESIDE])).not.toThrow();
  });

  it.each<[string, Partial<Rule>]>([
    ['an unknown pipeline', { pipeline: 'nobody' }],
    ['no source', { sources: [] }],
    ['a weight above what one real file allows', { weight: 46 }],
    ['a weight above what an inference allows', { evidence: 'inferred', weight: 11 }],
    ['a weight above what shape allows', { samples: 3, shapeOnly: true, weight: 21 }],
    ['a weight above what one report allows', { evidence: 'reported', weight: 36 }],
    ['no weight', { weight: 0 }],
    ['a quantifier in a quantified group', { when: { fact: 'sei.user_data', re: '(a+)+$' } }],
    ['what is no pattern', { when: { fact: 'sei.user_data', re: '(' } }],
    ['a label', { when: { fact: 'label.entity', eq: '91110108335469089C' } }],
    ['a credential among other facts', { when: { all: [GOOD.when, { fact: 'credential.hint', exists: true }] } }],
    ['metadata that are a statement, in a sibling', { siblings: [{ fact: 'metadata.make', exists: true }] }],
  ])('refuses %s', (_what, change) => {
    expect(() => book([{ ...GOOD, ...change }])).toThrow(RuleError);
  });

  it('refuses an id that is used twice, and statements that rest on traces', () => {
    expect(() => book([GOOD, GOOD])).toThrow('used twice');
    expect(() => book([GOOD], [{ ...BESIDE, when: { fact: 'sei.uuid', exists: true } }])).toThrow(RuleError);
    expect(() => book([GOOD], [{ ...BESIDE, family: 'nobody' }])).toThrow(RuleError);
  });

  it('refuses a fact that nobody observes', () => {
    const fact = { ...GOOD.when, exists: true } as const;
    // As a row of data that the compiler did not see.
    Reflect.set(fact, 'fact', 'sei.colour');
    expect(() => book([{ ...GOOD, when: fact }])).toThrow('unknown fact');
  });

  it('holds no weight above its grade, and grades every rule', () => {
    for (const rule of RULE_BOOK.rules) expect(rule.weight, rule.id).toBeLessThanOrEqual(weightCap(rule));
  });
});
