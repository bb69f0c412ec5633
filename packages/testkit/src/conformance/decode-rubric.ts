import { parseAllDocuments } from 'yaml';

export interface RubricCheck {
  id: string;
  expression: string;
  /** What a match of the expression means; null when the expression says whether the check holds. */
  onMatch: 'fail' | 'warn' | null;
  text: { holds: string; fails: string };
}

export interface Rubric {
  name: string;
  /** What the expressions read: the crJSON document, or one entry of its `manifests` (the signals rubric). */
  subject: 'document' | 'manifest';
  /** Values by their names, which begin with `$`. */
  variables: Record<string, unknown>;
  /** Expressions that others call as functions, by their names, which begin with `_`. */
  expressions: Record<string, string>;
  checks: RubricCheck[];
}

/** Set by the evaluator, not by the rubric. */
export const BUILT_IN_VARIABLES = ['$args', '$expected_spec_version'];

/** A member that is not known here may change what a check means, so it is refused. */
const CHECK_MEMBERS = new Set([
  'id',
  'description',
  'specSection',
  'expression',
  'failIfMatched',
  'warnIfMatched',
  'reportText',
]);

/** Reads a rubric: a document of metadata, variables and expressions, then documents that list checks. */
export function decodeRubric(yaml: string): Rubric {
  const [head, ...sections] = parseAllDocuments(yaml).map((document): unknown => {
    for (const error of document.errors) throw error;
    const content: unknown = document.toJS();
    return content;
  });
  const block = record(head, 'the first document');
  const name = text(record(block['rubric_metadata'], 'rubric_metadata')['name'], 'rubric_metadata.name');
  const expressions = Object.fromEntries(
    Object.entries(record(block['expressions'] ?? {}, 'expressions')).map(([key, value]) => [key, text(value, key)]),
  );
  const checks = sections.flatMap((section) => list(section, 'a section')).map(decodeCheck);
  if (checks.length === 0) throw new TypeError(`${name} has no checks`);
  const formulas = [...Object.values(expressions), ...checks.map((check) => check.expression)];
  const variables = record(block['variables'] ?? {}, 'variables');
  refuseUndeclared(formulas, [...Object.keys(variables), ...BUILT_IN_VARIABLES]);
  const subject = formulas.some((formula) => /\bmanifests\b/.test(formula)) ? 'document' : 'manifest';
  return { name, subject, variables, expressions, checks };
}

function decodeCheck(value: unknown): RubricCheck {
  const check = record(value, 'a check');
  const id = text(check['id'], 'id of a check');
  const unknown = Object.keys(check).filter((member) => !CHECK_MEMBERS.has(member));
  if (unknown.length > 0) throw new TypeError(`${id} has members of unknown meaning: ${unknown.join(', ')}`);
  const [fails, warns] = [flag(check, 'failIfMatched'), flag(check, 'warnIfMatched')];
  if (fails && warns) throw new TypeError(`${id} both fails and warns`);
  const outcomes = record(check['reportText'], `reportText of ${id}`);
  const outcome = (key: string) => text(record(outcomes[key], `reportText of ${id}`)['en'], `reportText of ${id}`);
  return {
    id,
    expression: text(check['expression'], `expression of ${id}`),
    onMatch: fails ? 'fail' : warns ? 'warn' : null,
    text: { holds: outcome('true'), fails: outcome('false') },
  };
}

/** json-formula reads a global that it does not know as an absent member: an allow-list would then refuse nothing. */
function refuseUndeclared(formulas: readonly string[], declared: readonly string[]): void {
  const used = formulas.flatMap((formula) => formula.match(/\$\w+/g) ?? []);
  const missing = used.filter((name) => !declared.includes(name));
  if (missing.length > 0) throw new TypeError(`not declared: ${[...new Set(missing)].join(', ')}`);
}

function flag(check: Record<string, unknown>, member: string): boolean {
  const value = check[member] ?? false;
  if (typeof value !== 'boolean') throw new TypeError(`${member} is neither true nor false`);
  return value;
}

function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError(`${what} is no mapping`);
  return { ...value };
}

function list(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw new TypeError(`${what} is no list`);
  return value;
}

function text(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new TypeError(`${what} is no text`);
  return value;
}
