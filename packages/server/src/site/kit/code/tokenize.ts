/** What a piece of code is, for its colour; null: nothing in particular. */
export type TokenKind = 'note' | 'string' | 'name' | 'keyword' | 'number' | null;

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

interface Grammar {
  /** Tried in their order at each place; each takes at least one character and never looks back further than one. */
  readonly rules: readonly (readonly [TokenKind, RegExp])[];
  readonly keywords: ReadonlySet<string>;
}

/** A string goes on to the end of its line when nothing closes it, so that no rule reads the same text twice. */
const DOUBLE = /"(?:[^"\\\n]|\\[^\n])*["\\]?/y;
const SINGLE = /'(?:[^'\\\n]|\\[^\n])*['\\]?/y;
const NUMBER = /\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  sh: {
    rules: [
      ['note', /(?<![^\s;])#[^\n]*/y],
      ['string', /"(?:[^"\\]|\\[^])*["\\]?/y],
      ['string', /'[^']*'?/y],
      ['name', /\$(?:\w+|\{\w*\}?)/y],
      ['name', /(?<![^\s])--?[A-Za-z][\w-]*/y],
    ],
    keywords: words(
      'cat cd curl docker echo exit export kill mkdir node npm npx openssl pip python3 revera sleep sudo tar',
    ),
  },
  json: {
    rules: [
      ['name', /"(?:[^"\\\n]|\\[^\n])*"(?= {0,4}:)/y],
      ['string', DOUBLE],
      ['number', /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y],
    ],
    keywords: words('true false null'),
  },
  js: {
    rules: [
      ['note', /\/\/[^\n]*/y],
      ['note', /\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/y],
      ['string', DOUBLE],
      ['string', SINGLE],
      ['string', /`(?:[^`\\]|\\[^])*[`\\]?/y],
      ['number', NUMBER],
    ],
    keywords: words(
      'async await break case catch class const continue default else export extends false finally for from function if import in instanceof let new null of return static switch this throw true try typeof undefined while',
    ),
  },
  python: {
    rules: [
      ['note', /#[^\n]*/y],
      ['string', /[bfr]?"""(?:[^"\\]|\\[^]|"(?!""))*(?:""")?/y],
      ['string', /[bfr]?"(?:[^"\\\n]|\\[^\n])*["\\]?/y],
      ['string', /[bfr]?'(?:[^'\\\n]|\\[^\n])*['\\]?/y],
      ['number', NUMBER],
    ],
    keywords: words(
      'and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return True try while with yield',
    ),
  },
};

/** A word of any script is taken whole: a keyword is never a part of a longer one. */
const WORD = /[\p{L}_][\p{L}\p{N}_]*/uy;

/**
 * Code in pieces, whose texts together are the code. In a language without a grammar it is one piece. Takes time in proportion to
 * the length of the code, whatever it is.
 */
export function tokenize(code: string, language: string): Token[] {
  const grammar = Object.hasOwn(GRAMMARS, language) ? GRAMMARS[language] : undefined;
  if (grammar === undefined) return code === '' ? [] : [{ kind: null, text: code }];
  const tokens: Token[] = [];
  let plainFrom = 0;
  for (let at = 0; at < code.length;) {
    const token = tokenAt(code, at, grammar);
    const end = at + (token?.text.length ?? 1);
    if (token !== null && token.kind !== null) {
      if (plainFrom < at) tokens.push({ kind: null, text: code.slice(plainFrom, at) });
      tokens.push(token);
      plainFrom = end;
    }
    at = end;
  }
  if (plainFrom < code.length) tokens.push({ kind: null, text: code.slice(plainFrom) });
  return tokens;
}

function tokenAt(code: string, at: number, { rules, keywords }: Grammar): Token | null {
  for (const [kind, rule] of rules) {
    const text = matchAt(rule, code, at);
    if (text !== null) return { kind, text };
  }
  const word = matchAt(WORD, code, at);
  return word === null ? null : { kind: keywords.has(word) ? 'keyword' : null, text: word };
}

function matchAt(rule: RegExp, code: string, at: number): string | null {
  rule.lastIndex = at;
  return rule.exec(code)?.[0] ?? null;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
