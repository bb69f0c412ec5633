import { LAB_FACTS } from '../fact-names.ts';
import { ORIGIN_RULES, BESIDE_RULES } from './origin-rules.ts';
import { PIPELINES } from './pipelines.ts';
import type { BesideRule, Condition, FactCondition, Pipeline, Rule } from './rule.ts';
import { ENCODER_RULES } from './software-rules.ts';
import { DELIVERY_RULES, EDITOR_RULES, MUXER_RULES } from './writer-rules.ts';

/** Rules that have been checked, with their patterns compiled. */
export interface RuleBook {
  version: string;
  pipelines: ReadonlyMap<string, Pipeline>;
  rules: readonly Rule[];
  beside: readonly BesideRule[];
  patterns: ReadonlyMap<string, RegExp>;
}

/** The day on which the tables were last changed. */
const VERSION = '2026-11-23';

/** A rule that has no place in the book. Raised at start, never because of a file. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

const CAPS = { seen: 75, measured: 75, documented: 60, reported: 35, inferred: 10 } as const;
const ONE_FILE_CAP = 45;
const THREE_REPORTS_CAP = 55;
const SHAPE_CAP = 20;
/** A quantifier behind a group that has one inside takes exponential time on some texts. */
const NESTED_QUANTIFIER = /\((?:[^()\\]|\\.)*[+*}](?:[^()\\]|\\.)*\)[+*{]/;

/** @throws {RuleError} the first row that breaks a rule for rules */
export function makeRuleBook(
  rules: readonly Rule[],
  { pipelines, beside }: { pipelines: readonly Pipeline[]; beside: readonly BesideRule[] },
): RuleBook {
  const byId = new Map(pipelines.map((pipeline) => [pipeline.id, pipeline]));
  const patterns = new Map<string, RegExp>();
  const ids = new Set<string>();
  for (const { id, sources } of [...rules, ...beside]) {
    if (ids.has(id)) throw new RuleError(`${id}: used twice`);
    if (sources.length === 0) throw new RuleError(`${id}: has no source`);
    ids.add(id);
  }
  for (const rule of rules) {
    if (!byId.has(rule.pipeline)) throw new RuleError(`${rule.id}: unknown pipeline ${rule.pipeline}`);
    const cap = weightCap(rule);
    if (!(rule.weight >= 1 && rule.weight <= cap))
      throw new RuleError(`${rule.id}: weight ${rule.weight}, at most ${cap}`);
    for (const condition of [rule.when, ...(rule.siblings ?? [])]) {
      for (const one of factsIn(condition)) checkCondition(rule.id, one, { patterns, isScored: true });
    }
  }
  const families = new Set(pipelines.map(({ family }) => family));
  for (const { id, when, family } of beside) {
    if (!families.has(family)) throw new RuleError(`${id}: unknown family ${family}`);
    checkCondition(id, when, { patterns, isScored: false });
  }
  return { version: VERSION, pipelines: byId, rules, beside, patterns };
}

/** What a weight may reach at most, by how well the rule is founded. */
export function weightCap({ evidence, samples, shapeOnly }: Rule): number {
  if (shapeOnly === true) return Math.min(SHAPE_CAP, CAPS[evidence]);
  if (evidence === 'seen' && samples < 2) return ONE_FILE_CAP;
  if (evidence === 'reported' && samples >= 3) return THREE_REPORTS_CAP;
  return CAPS[evidence];
}

interface Checked {
  patterns: Map<string, RegExp>;
  isScored: boolean;
}

function checkCondition(id: string, condition: FactCondition, { patterns, isScored }: Checked): void {
  const row = Object.entries(LAB_FACTS).find(([name]) => name === condition.fact)?.[1];
  if (row === undefined) throw new RuleError(`${id}: unknown fact ${condition.fact}`);
  // What other readers judge is named beside the traces; a rule that scores it would count it twice.
  if (isScored === 'beside' in row) throw new RuleError(`${id}: ${condition.fact} may not be used here`);
  const { re } = condition;
  if (re === undefined) return;
  if (NESTED_QUANTIFIER.test(re)) throw new RuleError(`${id}: a quantifier inside a quantified group`);
  patterns.set(re, compile(id, re));
}

function compile(id: string, pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch (error) {
    throw new RuleError(`${id}: not a pattern`, { cause: error });
  }
}

/** Every question to a fact inside a condition. */
export function factsIn(condition: Condition): FactCondition[] {
  if ('all' in condition) return condition.all.flatMap(factsIn);
  if ('any' in condition) return condition.any.flatMap(factsIn);
  return 'not' in condition ? factsIn(condition.not) : [condition];
}

/** The book in use. Made when the module is loaded, so that a bad row stops the program and not a file. */
export const RULE_BOOK = makeRuleBook(
  [...ORIGIN_RULES, ...ENCODER_RULES, ...MUXER_RULES, ...EDITOR_RULES, ...DELIVERY_RULES],
  { pipelines: PIPELINES, beside: BESIDE_RULES },
);
