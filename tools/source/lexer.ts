/**
 * Cuts TypeScript and TSX into tokens, well enough to find imports and function bodies without a compiler (TypeScript 7 has
 * no compiler API). Comments are dropped; the content of strings is never taken for code.
 */
export interface Token {
  kind: 'word' | 'string' | 'template' | 'number' | 'regex' | 'punct';
  /** Of a string or a template piece: what is between the quotes, escapes left as written. */
  text: string;
  line: number;
}

const SPACE = /\s+/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const WORD = /[\p{ID_Start}$_#@][\p{ID_Continue}$]*/uy;
const NUMBER = /\d[\w.]*/y;
const STRING = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y;
const REGEX = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const TEMPLATE_PIECE = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;
const PUNCT = /=>|\.\.\.|\?\.|\+\+|--|[\s\S]/uy;

/** After these words a slash begins a regular expression; after any other word it divides. */
const BEFORE_REGEX = new Set(
  'return typeof case in of delete void instanceof new do else yield await throw'.split(' '),
);

export function tokenize(text: string): Token[] {
  return new Lexer(text).run();
}

class Lexer {
  private readonly source: string;
  private readonly tokens: Token[] = [];
  private position = 0;
  private line = 1;
  /** For each open template, the depth of braces inside its current `${`. */
  private readonly templateDepths: number[] = [];

  constructor(source: string) {
    this.source = source;
  }

  run(): Token[] {
    while (this.position < this.source.length) this.step();
    return this.tokens;
  }

  private step(): void {
    if (this.take(SPACE) !== null) return;
    // In JSX text `https://` is not the start of a comment.
    if (this.source[this.position - 1] !== ':' && this.take(COMMENT) !== null) return;
    if (this.takeAs('word', WORD) || this.takeAs('number', NUMBER) || this.takeString()) return;
    if (this.regexMayStart() && this.takeAs('regex', REGEX)) return;
    if (this.source[this.position] === '`' && this.source.includes('`', this.position + 1)) {
      this.position += 1;
      this.takeTemplatePiece();
      return;
    }
    this.takePunct();
  }

  private take(pattern: RegExp): string | null {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.source)?.[0];
    if (found === undefined) return null;
    this.position += found.length;
    for (let at = found.indexOf('\n'); at !== -1; at = found.indexOf('\n', at + 1)) this.line += 1;
    return found;
  }

  private takeAs(kind: Token['kind'], pattern: RegExp): boolean {
    const line = this.line;
    const text = this.take(pattern);
    if (text === null) return false;
    this.tokens.push({ kind, text, line });
    return true;
  }

  /** A quote that is not closed on its line is an apostrophe of JSX text and falls through to punctuation. */
  private takeString(): boolean {
    const line = this.line;
    const quoted = this.take(STRING);
    if (quoted === null) return false;
    this.tokens.push({ kind: 'string', text: quoted.slice(1, -1), line });
    return true;
  }

  private takeTemplatePiece(): void {
    const line = this.line;
    this.tokens.push({ kind: 'template', text: this.take(TEMPLATE_PIECE) ?? '', line });
    if (this.source.startsWith('${', this.position)) {
      this.position += 2;
      this.templateDepths.push(0);
      this.tokens.push({ kind: 'punct', text: '${', line: this.line });
    } else {
      this.position += 1;
    }
  }

  private takePunct(): void {
    const line = this.line;
    const text = this.take(PUNCT) ?? '';
    this.tokens.push({ kind: 'punct', text, line });
    const depth = this.templateDepths.at(-1);
    if (depth === undefined || (text !== '{' && text !== '}')) return;
    if (text === '}' && depth === 0) {
      this.templateDepths.pop();
      this.takeTemplatePiece();
    } else {
      this.templateDepths[this.templateDepths.length - 1] = depth + (text === '{' ? 1 : -1);
    }
  }

  private regexMayStart(): boolean {
    const before = this.tokens.at(-1);
    if (before === undefined) return true;
    if (before.kind === 'word') return BEFORE_REGEX.has(before.text);
    // `<` precedes a slash in the closing tag `</p>` only.
    return before.kind === 'punct' && !['<', ')', ']', '}', '++', '--'].includes(before.text);
  }
}

/** For every opening bracket the index of the token that closes it (`(`, `[`, `{` and `${`). */
export function matchBrackets(tokens: readonly Token[]): Map<number, number> {
  const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}', '${': '}' };
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'punct') continue;
    if (token.text in closing) open.push(index);
    else if (Object.values(closing).includes(token.text)) {
      const start = open.pop();
      if (start !== undefined) pairs.set(start, index);
    }
  }
  return pairs;
}
