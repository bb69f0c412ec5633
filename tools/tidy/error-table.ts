import { matchBrackets, tokenize, type Token } from '../source/lexer.ts';
import { isCode, isTest, type Tree } from '../source/tree.ts';

export const ERROR_TABLE = 'packages/server/src/shared/error-codes.ts';

export interface ErrorTableRow {
  code: string;
  line: number;
}

/** The rows of the server's table of error codes, read from its source: the keys of `ERROR_CODES`. */
export function readErrorTable(tree: Tree): ErrorTableRow[] {
  if (!tree.has(ERROR_TABLE)) return [];
  const tokens = tokenize(tree.text(ERROR_TABLE));
  const pairs = matchBrackets(tokens);
  const name = tokens.findIndex((token) => token.text === 'ERROR_CODES');
  const open = tokens.findIndex((token, at) => at > name && token.text === '{');
  const rows: ErrorTableRow[] = [];
  for (let at = open + 1; at < (pairs.get(open) ?? 0); at += 1) {
    const token = tokens[at];
    if (token?.kind === 'word' && /^[A-Z][A-Z0-9_]+$/.test(token.text) && tokens[at + 1]?.text === ':') {
      rows.push({ code: token.text, line: token.line });
    }
    at = pairs.get(at) ?? at;
  }
  return rows;
}

/** Every code that production code names as a string, outside the lists in which routes declare what they answer. */
export function raisedCodes(tree: Tree): Set<string> {
  const sources = tree.paths.filter((path) => isCode(path) && !isTest(path) && path.startsWith('packages/'));
  return new Set(
    sources.filter((path) => path !== ERROR_TABLE).flatMap((path) => codesNamed(tokenize(tree.text(path)))),
  );
}

function codesNamed(tokens: readonly Token[]): string[] {
  const pairs = matchBrackets(tokens);
  const codes: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    const declares = token?.text === '[' && tokens[at - 1]?.text === ':' && tokens[at - 2]?.text === 'errors';
    if (declares) at = pairs.get(at) ?? at;
    else if (token?.kind === 'string' && /^[A-Z][A-Z0-9_]+$/.test(token.text)) codes.push(token.text);
  }
  return codes;
}
