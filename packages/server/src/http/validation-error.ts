import type { z } from 'zod';
import { isInputReason } from '../shared/input-reasons.ts';
import type { Language } from '../shared/language.ts';
import { ValidationFailure, type ValidationProblem } from '../shared/validation-failure.ts';
import { wordProblem } from './validation-messages.ts';

/** Where an input came from; the first word of `loc`. */
export type InputPlace = 'body' | 'query' | 'path' | 'header';

type Issue = z.core.$ZodIssue;
type Location = readonly (string | number)[];
type Bound = number | bigint;

/** The body of every 422, in the shape FastAPI made common. */
export interface HttpValidationError {
  readonly detail: readonly {
    readonly loc: readonly (string | number)[];
    readonly msg: string;
    readonly type: string;
    readonly input?: string | number | boolean | null;
    readonly ctx?: Readonly<Record<string, unknown>>;
  }[];
}

const MAX_ECHO_CHARACTERS = 200;
/** More problems than this help nobody and would turn a small body into a large answer. */
const MAX_PROBLEMS = 50;
/** Values of such members are never repeated, not even to their sender: answers end up in logs. */
const SECRET_NAME = /pass|secret|token|authorization|cookie|^key$/i;

/** The part of an input that may be repeated: short primitives that are not secret. Objects and bytes never are. */
function echo(value: unknown, location: Location): Pick<ValidationProblem, 'input'> {
  if (location.some((step) => typeof step === 'string' && SECRET_NAME.test(step))) return {};
  if (typeof value === 'string') return { input: value.slice(0, MAX_ECHO_CHARACTERS) };
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return { input: value };
  return {};
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

function typeProblem(expected: string, place: InputPlace): string {
  switch (expected) {
    case 'string':
      return 'string_type';
    case 'int':
      return place === 'body' ? 'int_type' : 'int_parsing';
    case 'number':
      return place === 'body' ? 'float_type' : 'int_parsing';
    case 'boolean':
      return 'bool_type';
    case 'array':
      return 'list_type';
    case 'object':
    case 'record':
      return 'dict_type';
    case 'null':
      return 'none_required';
    default:
      return 'value_error';
  }
}

function boundProblem(
  origin: string,
  bound: Bound,
  inclusive: boolean,
  side: 'min' | 'max',
): Pick<ValidationProblem, 'type' | 'ctx'> {
  const value = Number(bound);
  if (origin === 'string') {
    return side === 'min'
      ? { type: 'string_too_short', ctx: { min_length: value } }
      : { type: 'string_too_long', ctx: { max_length: value } };
  }
  if (origin === 'array' || origin === 'set') {
    return side === 'min'
      ? { type: 'too_short', ctx: { min_length: value } }
      : { type: 'too_long', ctx: { max_length: value } };
  }
  if (side === 'min') {
    return inclusive
      ? { type: 'greater_than_equal', ctx: { ge: value } }
      : { type: 'greater_than', ctx: { gt: value } };
  }
  return inclusive ? { type: 'less_than_equal', ctx: { le: value } } : { type: 'less_than', ctx: { lt: value } };
}

/** `'a', 'b' or 'c'`, as pydantic words it. */
function listValues(values: readonly unknown[]): string {
  const quoted = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}

function describeIssue(issue: Issue, place: InputPlace): Pick<ValidationProblem, 'type' | 'ctx' | 'reason'> {
  switch (issue.code) {
    case 'invalid_type': {
      const type = typeProblem(issue.expected, place);
      return type === 'value_error' ? { type, ctx: { error: `expected ${issue.expected}` } } : { type };
    }
    case 'too_small':
      return boundProblem(issue.origin, issue.minimum, issue.inclusive ?? true, 'min');
    case 'too_big':
      return boundProblem(issue.origin, issue.maximum, issue.inclusive ?? true, 'max');
    case 'invalid_format':
      return issue.format === 'regex'
        ? {
            type: 'string_pattern_mismatch',
            ctx: { pattern: (issue.pattern ?? '').replace(/^\/(.*)\/[a-z]*$/s, '$1') },
          }
        : { type: 'string_format', ctx: { format: issue.format } };
    case 'invalid_value':
      return { type: 'enum', ctx: { expected: listValues(issue.values) } };
    case 'not_multiple_of':
      return { type: 'multiple_of', ctx: { multiple_of: issue.divisor } };
    case 'invalid_union':
      return { type: 'union_mismatch' };
    default:
      return { type: 'value_error', ctx: { error: issue.message }, ...reasonOf(issue) };
  }
}

function reasonOf(issue: Issue): Pick<ValidationProblem, 'reason'> {
  const reason: unknown = issue.code === 'custom' ? issue.params?.['reason'] : undefined;
  return isInputReason(reason) ? { reason } : {};
}

function problemsOf(issue: Issue, input: unknown, place: InputPlace): ValidationProblem[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  const loc = [place, ...path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      loc: [...loc, key.slice(0, MAX_ECHO_CHARACTERS)],
      type: 'extra_forbidden',
      ...echo(valueAt(input, [...issue.path, key]), [...path, key]),
    }));
  }
  const value = valueAt(input, issue.path);
  const isAbsent = value === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
  if (isAbsent) return [{ loc, type: 'missing', input: null }];
  return [{ loc, ...describeIssue(issue, place), ...echo(value, path) }];
}

/** Translates the failure of a zod schema for an input of the request. */
export function problemsOfZodError(error: z.core.$ZodError, input: unknown, place: InputPlace): ValidationProblem[] {
  return error.issues.flatMap((issue) => problemsOf(issue, input, place));
}

/** Parses one input with its schema; throws {@link ValidationFailure} located at `place`. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown, place: InputPlace): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new ValidationFailure(problemsOfZodError(result.error, input, place));
}

/** The 422 body, worded for the caller. */
export function presentValidationFailure(failure: ValidationFailure, language: Language): HttpValidationError {
  return {
    detail: failure.problems.slice(0, MAX_PROBLEMS).map((problem) => ({
      loc: problem.loc,
      msg: wordProblem(problem, language),
      type: problem.type,
      ...(problem.input === undefined
        ? {}
        : { input: typeof problem.input === 'string' ? problem.input.slice(0, MAX_ECHO_CHARACTERS) : problem.input }),
      ...(problem.ctx === undefined ? {} : { ctx: problem.ctx }),
    })),
  };
}
