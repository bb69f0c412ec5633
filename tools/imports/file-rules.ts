import type { Token } from '../source/lexer.ts';
import { within, type CodeFile } from './graph.ts';
import { provenancePart } from './provenance-layers.ts';
import { misplaced } from './server-layers.ts';
import { fractionsIn } from './whole-money.ts';

/** One rule about the content of a production file, apart from its imports. */
export interface FileRule {
  id: string;
  why: string;
  /** The lines that break the rule; 0 stands for the file as a whole. */
  lines(file: CodeFile): number[];
}

const BUILDS_SQL = /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|selectNoFrom)$/;
const MAY_BUILD_SQL = /^(platform|migrations)\/|\/queries\.ts$|\/queries\//;
/** These serve tests only, which set up and read the database as it is. */
const MAY_SEND_SQL = /^(testing|whole|attacks)\//;
/** `whole/` holds the client of tests that talk to a server of their own. */
const MAY_FETCH = /^platform\/outbound[a-z-]*\.ts$|^site\/(.*\/)?islands\/|^whole\//;
/** The thread and the pinned clock are where the outside world is shut out; fixtures serve tests only. */
const MAKES_RANDOMNESS = /^(random(UUID|Bytes|Int|Fill|FillSync)|getRandomValues|generate(Key|KeyPair|Prime)(Sync)?)$/;
const MAY_TOUCH_GLOBALS = /^(pool|testing)\/|^c2pa\/pinned-[a-z-]+\.ts$/;

export const FILE_RULES: readonly FileRule[] = [
  {
    id: 'known-place',
    why: 'the file lies in no known part of its package; the layer tables of tools/imports name every part',
    lines({ path }) {
      const [inServer, inEngine] = [within('server', path), within('provenance', path)];
      const unknown =
        (inServer !== null && misplaced(inServer) !== null) || (inEngine !== null && provenancePart(inEngine) === null);
      return unknown ? [0] : [];
    },
  },
  {
    id: 'sql',
    why: 'SQL stands in queries.ts, platform/ and the migrations',
    lines({ path, tokens }) {
      const file = within('server', path);
      if (file === null || MAY_BUILD_SQL.test(file)) return [];
      const maySend = MAY_SEND_SQL.test(file);
      return linesOf(
        tokens,
        (at) => isCall(tokens, at) && (BUILDS_SQL.test(wordAt(tokens, at)) || (!maySend && isQueryMethod(tokens, at))),
      );
    },
  },
  {
    id: 'network',
    why: 'platform/outbound is the only door to the network (SSRF)',
    lines({ path, tokens }) {
      const file = within('server', path) ?? within('provenance', path) ?? within('cli', path);
      if (file === null || (within('server', path) !== null && MAY_FETCH.test(file))) return [];
      return linesOf(tokens, (at) => isGlobalFetch(tokens, at) || isGlobalSocket(tokens, at));
    },
  },
  {
    id: 'pure-engine',
    why: 'the engine takes time and configuration as arguments: no environment, global clock, randomness or logging',
    lines({ path, tokens }) {
      const file = within('provenance', path);
      if (file === null || MAY_TOUCH_GLOBALS.test(file)) return [];
      return linesOf(tokens, (at) => readsTheWorld(tokens, at));
    },
  },
  {
    id: 'whole-money',
    why: 'money is a bigint from end to end: nothing here may make a number that can be a fraction',
    lines({ path, tokens }) {
      const file = within('server', path);
      return file === null ? [] : fractionsIn(file, tokens);
    },
  },
];

function linesOf(tokens: readonly Token[], matches: (at: number) => boolean): number[] {
  return tokens.flatMap((token, at) => (token.kind === 'word' && matches(at) ? [token.line] : []));
}

function isGlobalFetch(tokens: readonly Token[], at: number): boolean {
  if (wordAt(tokens, at) !== 'fetch') return false;
  const before = textAt(tokens, at - 1);
  if (before === '.') return textAt(tokens, at - 2) === 'globalThis';
  const declared = ['function', 'async', '?.'].includes(before) || textAt(tokens, at + 1) === ':';
  // A method named fetch (`fetch(url) {`) is told from a call by the body after its parameters; calls end otherwise.
  return !declared && isCall(tokens, at) && !isMethod(tokens, at);
}

function isGlobalSocket(tokens: readonly Token[], at: number): boolean {
  return wordAt(tokens, at) === 'WebSocket' && textAt(tokens, at - 1) === 'new';
}

/** `pool.query(…)` and `client.query(…)`, under whatever name the pool or the client goes. */
function isQueryMethod(tokens: readonly Token[], at: number): boolean {
  return wordAt(tokens, at) === 'query' && ['.', '?.'].includes(textAt(tokens, at - 1));
}

function readsTheWorld(tokens: readonly Token[], at: number): boolean {
  const member = textAt(tokens, at + 1) === '.' ? textAt(tokens, at + 2) : '';
  const word = wordAt(tokens, at);
  switch (word) {
    case 'process':
    case 'performance':
      return isGlobal(tokens, at);
    case 'Math':
      return member === 'random';
    case 'Date':
      return (
        member === 'now' || (textAt(tokens, at - 1) === 'new' && isCall(tokens, at) && textAt(tokens, at + 2) === ')')
      );
    case 'console':
      return member !== '' && textAt(tokens, at - 1) !== '.';
    default:
      return MAKES_RANDOMNESS.test(word);
  }
}

/** False for a member of something else and for the name of a property. */
function isGlobal(tokens: readonly Token[], at: number): boolean {
  const before = textAt(tokens, at - 1);
  const isMember = before === '?.' || (before === '.' && textAt(tokens, at - 2) !== 'globalThis');
  return !isMember && textAt(tokens, at + 1) !== ':';
}

/** True when the bracket after the name at `at` is closed and a body or a return type follows. */
function isMethod(tokens: readonly Token[], at: number): boolean {
  let depth = 0;
  for (let i = at + 1; i < tokens.length; i += 1) {
    const text = textAt(tokens, i);
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth === 0) return ['{', ':'].includes(textAt(tokens, i + 1));
  }
  return false;
}

function isCall(tokens: readonly Token[], at: number): boolean {
  return ['(', '<'].includes(textAt(tokens, at + 1));
}

function wordAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token?.kind === 'word' ? token.text : '';
}

function textAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token === undefined || token.kind === 'string' || token.kind === 'template' ? '' : token.text;
}
