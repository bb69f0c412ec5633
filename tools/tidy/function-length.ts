import { matchBrackets, tokenize, type Token } from '../source/lexer.ts';
import { isCode, isTest } from '../source/tree.ts';
import type { Check } from './check.ts';

/** A function has fewer lines than this, counted from its parameter list to its closing brace. */
const LINES_TOO_MANY = 70;

/** How many tokens may stand between `describe` and the parameter list of its callback. */
const FAR_FROM_NAME = 40;

const NOT_FUNCTIONS = new Set('if for while switch catch with'.split(' '));
/** After these tokens a `{` in a return type opens an object type and not the body. */
const BEFORE_OBJECT_TYPE = new Set(': | & => < , ( [ extends is keyof readonly'.split(' '));

/**
 * Function bodies are found by their brackets: a parameter list (not that of `if`, `for`, …) followed by a `{`, with a
 * return type or an arrow between them. Nested functions count as lines of the outer one. In tests the callbacks of
 * `describe` are groupings and are not measured.
 */
export const checkFunctionLength: Check = (tree) =>
  tree.paths.filter(isCode).flatMap((path) =>
    measureFunctions(tokenize(tree.text(path)), isTest(path))
      .filter(({ lines }) => lines >= LINES_TOO_MANY)
      .map(({ line, lines }) => ({
        rule: 'function-length',
        path,
        line,
        message: `a function of ${lines} lines; functions stay below ${LINES_TOO_MANY}`,
      })),
  );

export interface MeasuredFunction {
  line: number;
  lines: number;
}

export function measureFunctions(tokens: readonly Token[], skipGroups: boolean): MeasuredFunction[] {
  const pairs = matchBrackets(tokens);
  return [...pairs].flatMap(([open, close]) => {
    const before = tokens[open - 1];
    if (tokens[open]?.text !== '(' || (before?.kind === 'word' && NOT_FUNCTIONS.has(before.text))) return [];
    const body = findBody(tokens, pairs, close + 1);
    const end = body === null ? undefined : tokens[pairs.get(body) ?? -1];
    const start = tokens[open];
    if (end === undefined || start === undefined || (skipGroups && isGroup(tokens, open))) return [];
    return [{ line: start.line, lines: end.line - start.line + 1 }];
  });
}

/** The index of the bracket that opens the body of a function whose parameter list ends before `at`. */
function findBody(tokens: readonly Token[], pairs: ReadonlyMap<number, number>, at: number): number | null {
  const next = tokens[at]?.text;
  if (next === '{') return at;
  if (next === '=>') return ['{', '('].includes(tokens[at + 1]?.text ?? '') ? at + 1 : null;
  return next === ':' ? afterReturnType(tokens, pairs, at) : null;
}

function afterReturnType(tokens: readonly Token[], pairs: ReadonlyMap<number, number>, colon: number): number | null {
  for (let at = colon + 1; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? '';
    const before = tokens[at - 1]?.text ?? '';
    if (text === '{' && !BEFORE_OBJECT_TYPE.has(before)) return at;
    // An arrow whose type is written, `(a): T => {`. (A function type as a return type reads the same way.)
    if (text === '=>' && ['{', '('].includes(tokens[at + 1]?.text ?? '')) return at + 1;
    if ([';', '=', ')', ']', '}', '?'].includes(text)) return null;
    at = ['{', '(', '['].includes(text) ? (pairs.get(at) ?? at) : at;
  }
  return null;
}

/** `describe('…', () => {` and `describe.each(rows)('…', () => {`: the callback's bracket follows a title. */
function isGroup(tokens: readonly Token[], open: number): boolean {
  for (let at = open - 1; at >= Math.max(0, open - FAR_FROM_NAME); at -= 1) {
    const { kind, text } = tokens[at] ?? { kind: 'punct', text: ';' };
    if (text === ';' || text === '{' || (kind === 'word' && ['it', 'test'].includes(text))) return false;
    if (kind === 'word' && text.startsWith('describe')) return true;
  }
  return false;
}
