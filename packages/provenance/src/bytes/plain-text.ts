import { toUSVString } from 'node:util';

/**
 * Text from a file in a form that a report may hold: cut to a number of characters, and without what databases and other
 * programs reject: U+0000 and halves of surrogate pairs become U+FFFD.
 */
export function plainText(text: string, characters: number): string {
  return toUSVString(text.slice(0, characters)).replaceAll('\u0000', '\uFFFD');
}
