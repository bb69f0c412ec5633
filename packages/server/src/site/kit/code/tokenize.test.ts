import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenize } from './tokenize.ts';

const RUN = { seed: 7, numRuns: 500 };
const LANGUAGES = ['sh', 'json', 'js', 'python', 'go', 'constructor'];
/** Texts of what the grammars look at, so that their rules meet one another. */
const PIECES = [
  '"',
  "'",
  '`',
  '\\',
  '#',
  '//',
  '/*',
  '*/',
  '"""',
  '$',
  '{',
  '}',
  '-F',
  '--x',
  '\n',
  ' ',
  'null',
  '12.5e',
  'if',
  '😀',
  '字',
  '\ud800',
];
const code = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary' }),
);

function kinds(text: string, language: string): string[] {
  return tokenize(text, language).flatMap(({ kind, text: piece }) => (kind === null ? [] : [`${kind} ${piece}`]));
}

describe('tokenize', () => {
  it('gives back every character of any text, in pieces that are not empty', () => {
    fc.assert(
      fc.property(code, fc.constantFrom(...LANGUAGES), (text, language) => {
        const tokens = tokenize(text, language);
        expect(tokens.map((token) => token.text).join('')).toBe(text);
        expect(tokens.every((token) => token.text !== '')).toBe(true);
      }),
      RUN,
    );
  });

  it('reads a text that nothing closes, a hundred thousand characters long, as few pieces', () => {
    for (const language of LANGUAGES) {
      for (const start of ['"', "'", '`', '/*', '"""', '#', '"\\', '$', '-']) {
        const text = start + 'a\\ '.repeat(33_000);
        expect(
          tokenize(text, language)
            .map((token) => token.text)
            .join(''),
        ).toBe(text);
      }
    }
    expect(tokenize('"'.repeat(100_000), 'json')).toHaveLength(50_000);
  });

  it.each([
    [
      'sh',
      `curl -F file=@a.jpg -H "A: $KEY" $CID # end`,
      ['keyword curl', 'name -F', 'name -H', 'string "A: $KEY"', 'name $CID', 'note # end'],
    ],
    ['sh', `a#b curling x-y 'it`, ["string 'it"]],
    ['json', `{"a": "b", "c": [-1.5, null]}`, ['name "a"', 'string "b"', 'name "c"', 'number -1.5', 'keyword null']],
    ['js', `const a = 'x'; // y\nreturned`, ['keyword const', "string 'x'", 'note // y']],
    ['python', `with f"a" as b: # c\nNone`, ['keyword with', 'string f"a"', 'keyword as', 'note # c', 'keyword None']],
    ['text', 'if "a"', []],
  ])('%s: %s', (language, text, expected) => {
    expect(kinds(text, language)).toEqual(expected);
  });
});
