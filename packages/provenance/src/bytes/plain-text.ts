import { toUSVString } from 'node:util';

/**
 * Text of a file as a report may hold it: cut to a number of characters, and without what no database or other program
 * takes: U+0000 and halves of surrogate pairs become U+FFFD.
 */
export function plainText(text: string, characters: number): string {
  return toUSVString(text.slice(0, characters)).replaceAll('\u0000', '\uFFFD');
}
