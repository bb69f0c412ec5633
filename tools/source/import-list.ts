import type { Token } from './lexer.ts';

export interface Import {
  specifier: string;
  line: number;
  /**
   * True for `import type` and `export type … from`. An import whose names are each marked `type` still loads the
   * module (verbatimModuleSyntax), so it counts as a value import.
   */
  typeOnly: boolean;
}

/** Every module a file names: import, export-from, dynamic import and require, with a literal specifier. */
export function listImports(tokens: readonly Token[]): Import[] {
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'word' || isMember(tokens, index)) return [];
    const found =
      token.text === 'import'
        ? readImport(tokens, index)
        : token.text === 'export'
          ? readExport(tokens, index)
          : token.text === 'require'
            ? readCall(tokens, index)
            : null;
    return found === null ? [] : [{ ...found, line: token.line }];
  });
}

type Found = Omit<Import, 'line'>;

function readImport(tokens: readonly Token[], index: number): Found | null {
  const next = tokens[index + 1];
  if (next === undefined || is(next, '.')) return null;
  if (is(next, '(')) return readCall(tokens, index);
  if (next.kind === 'string') return { specifier: next.text, typeOnly: false };
  const afterType = tokens[index + 2];
  // `import type from 'x'` and `import type, { a } from 'x'` import a default called "type".
  const defaultCalledType = is(afterType, ',') || (isWord(afterType, 'from') && tokens[index + 3]?.kind === 'string');
  const specifier = findFrom(tokens, index + 1);
  return specifier === null ? null : { specifier, typeOnly: isWord(next, 'type') && !defaultCalledType };
}

function readExport(tokens: readonly Token[], index: number): Found | null {
  const typeOnly = isWord(tokens[index + 1], 'type');
  const list = index + (typeOnly ? 2 : 1);
  if (is(tokens[list], '*')) {
    const specifier = findFrom(tokens, list);
    return specifier === null ? null : { specifier, typeOnly };
  }
  if (!is(tokens[list], '{')) return null;
  const end = tokens.findIndex((token, at) => at > list && is(token, '}'));
  const specifier = isWord(tokens[end + 1], 'from') ? tokens[end + 2] : undefined;
  return specifier?.kind === 'string' ? { specifier: specifier.text, typeOnly } : null;
}

function readCall(tokens: readonly Token[], index: number): Found | null {
  const argument = tokens[index + 2];
  if (!is(tokens[index + 1], '(') || argument === undefined) return null;
  const literal = argument.kind === 'string' || (argument.kind === 'template' && !is(tokens[index + 3], '${'));
  return literal ? { specifier: argument.text, typeOnly: false } : null;
}

function findFrom(tokens: readonly Token[], start: number): string | null {
  for (let at = start; at < tokens.length && !is(tokens[at], ';'); at += 1) {
    const specifier = tokens[at + 1];
    if (isWord(tokens[at], 'from') && specifier?.kind === 'string') return specifier.text;
  }
  return null;
}

function isMember(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  return is(before, '.') || is(before, '?.') || is(tokens[index + 1], ':');
}

function is(token: Token | undefined, punct: string): boolean {
  return token?.kind === 'punct' && token.text === punct;
}

function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text === word;
}
