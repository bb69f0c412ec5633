import { tokenize, type Token } from '../source/lexer.ts';
import { isCode, type Tree } from '../source/tree.ts';
import type { Violation } from '../source/violation.ts';
import { numberedLines, type Check } from './check.ts';

interface BannedText {
  name: string;
  pattern: RegExp;
  why: string;
}

const UNFINISHED = 'finish it or take it out';
const SWITCHED_OFF = 'mend what the check found instead of switching it off';
const MACHINE = 'the product names no path of the machine it was made on';

/** Each pattern is put together from pieces, so that this table is not found by itself. */
function banned(name: string, pieces: readonly string[], flags: string, why: string): BannedText {
  return { name, pattern: new RegExp(pieces.join(''), flags), why };
}

const BANNED: readonly BannedText[] = [
  banned('unfinished work', ['\\b(TO', 'DO|FIX', 'ME|XX', 'X)\\b'], '', UNFINISHED),
  banned('a stub', ['not', ' implemented'], 'i', UNFINISHED),
  banned('filler text', ['lorem', ' ipsum'], 'i', UNFINISHED),
  // The attribute of an input and the CSS selector of the same name are something else.
  banned('filler text', ['(?<!:)\\bplace', 'holder\\b(?!["\']?\\s*[=:?,}])'], 'i', UNFINISHED),
  banned('a silenced compiler', ['@ts-(ig', 'nore|no', 'check)'], '', SWITCHED_OFF),
  banned('a silenced linter', ['(es|ox)lint-', 'disable'], '', SWITCHED_OFF),
  banned('a test run alone', ['\\.on', 'ly\\('], '', 'the other tests of the file would not run'),
  banned(
    'a skipped test',
    ['\\b(it|test|describe|suite)(\\.\\w+)*\\.(sk', 'ip|to', 'do|fa', 'ils)\\('],
    '',
    SWITCHED_OFF,
  ),
  banned(
    'a test skipped without a reason',
    ['\\b(ctx|context|task|t)\\.sk', 'ip\\((?![^)]*[\'"`])'],
    '',
    'say on the line why it is skipped',
  ),
  banned('a machine path', ['(^|[^A-Za-z0-9_.])/(w', 'ork|f', 'arm)/'], '', MACHINE),
  banned('a machine path', ['/t', 'mp/bash_'], '', MACHINE),
  banned(
    'a registry host',
    ['\\bregistry', '\\.[a-z0-9.-]+\\.(com|org|net|cn|io)\\b'],
    'i',
    'the lockfile and settings work with any registry',
  ),
];

/** Casts that switch the type system off, as the words that follow one another in code. */
const BANNED_CASTS = [
  ['as', 'any'],
  ['as', 'unknown', 'as'],
  ['as', 'never', 'as'],
];

const TEXT_FILE =
  /\.(ts|tsx|mjs|cjs|js|json|jsonc|md|css|html|sql|sh|svg|txt|xml|ya?ml|example)$|^\.[a-z]+rc$|^\.ci\/|^[A-Z]+$/;
/** Generated, or data whose text is not ours. */
const NOT_OURS = /^(package-lock\.json|LICENSE)$|^fixtures\/(made|hostile)\//;

export const checkBannedText: Check = (tree) =>
  tree.paths
    .filter((path) => TEXT_FILE.test(path) && !NOT_OURS.test(path))
    .flatMap((path) => [...textIn(tree, path), ...(isCode(path) ? castsIn(tree, path) : [])]);

function textIn(tree: Tree, path: string): Violation[] {
  return numberedLines(tree.text(path)).flatMap(([line, text]) =>
    BANNED.filter(({ pattern }) => pattern.test(text)).map(({ name, why }) => ({
      rule: 'banned-text',
      path,
      line,
      message: `${name}: ${why}`,
    })),
  );
}

function castsIn(tree: Tree, path: string): Violation[] {
  const tokens = tokenize(tree.text(path));
  return tokens.flatMap((token, at) => {
    const cast = BANNED_CASTS.find((words) => words.every((word, offset) => isWord(tokens[at + offset], word)));
    if (cast === undefined) return [];
    const message = `"${cast.join(' ')}": what comes from outside is decoded and what is known is typed, never cast`;
    return [{ rule: 'banned-text', path, line: token.line, message }];
  });
}

function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text === word;
}
