import { readFile } from 'node:fs/promises';
import { decodeRubric, type Rubric, type RubricCheck } from './decode-rubric.ts';
import { rubricFormulas } from './rubric-formulas.ts';

export interface RubricFinding {
  id: string;
  passed: boolean;
  /** Passed, and yet something was found that the rubric discourages. */
  warned: boolean;
  /** What the expression of a check on violations found. */
  matches: unknown[];
  /** The rubric's own words for the outcome. */
  text: string;
}

/** Reads a rubric of the C2PA conformance programme (YAML). Rejects when a part of it is not understood. */
export async function loadRubric(path: string): Promise<Rubric> {
  return decodeRubric(await readFile(path, 'utf8'));
}

/**
 * Runs every check on `subject`: a crJSON document, or one of its manifests for a rubric that reads manifests. Throws when a
 * check cannot be evaluated, so that no such check ever counts as passed.
 */
export function evaluateRubric(rubric: Rubric, subject: unknown, options: { specVersion: string }): RubricFinding[] {
  if (!/^\d+\.\d+(\.\d+)?$/.test(options.specVersion)) throw new TypeError(`no version: ${options.specVersion}`);
  requireSubject(rubric, subject);
  const evaluate = rubricFormulas(rubric, options.specVersion);
  return rubric.checks.map((check) => {
    try {
      return toFinding(check, evaluate(check.expression, subject));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`${rubric.name}: ${check.id} cannot be evaluated: ${message}`, { cause: error });
    }
  });
}

/** The wrong kind would read as absent members everywhere, which many checks allow. */
function requireSubject({ name, subject: kind }: Rubric, subject: unknown): void {
  const mark = kind === 'document' ? 'manifests' : 'assertions';
  if (typeof subject === 'object' && subject !== null && mark in subject) return;
  throw new TypeError(`${name} reads a crJSON ${kind}, which has ${mark}`);
}

function toFinding({ id, onMatch, text }: RubricCheck, value: unknown): RubricFinding {
  const matches = onMatch === null ? [] : toMatches(value);
  const holds = onMatch === null ? toTruth(value) : matches.length === 0;
  const warned = onMatch === 'warn' && !holds;
  return { id, passed: holds || warned, warned, matches, text: holds ? text.holds : withMatches(text.fails, matches) };
}

function toTruth(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new TypeError(`neither true nor false: ${JSON.stringify(value)}`);
}

/** A filter over an absent list returns null: there was nothing to find. */
function toMatches(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (value === null || value === false) return [];
  if (value === true) return [value];
  throw new TypeError(`no list of matches: ${JSON.stringify(value)}`);
}

function withMatches(text: string, matches: readonly unknown[]): string {
  const shown = matches.map((match) => (typeof match === 'string' ? match : JSON.stringify(match)));
  return text.replaceAll('{{matches}}', () => shown.join(', '));
}
