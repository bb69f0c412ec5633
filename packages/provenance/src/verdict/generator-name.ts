import { LIMITS } from '../limits.ts';

/**
 * A name from a file as a result may show it: NFC, one line, cut to length, without characters that are invisible or change
 * the direction of the text around them. Null when nothing readable is left.
 */
export function plainName(text: string | null | undefined, characters: number = LIMITS.sourceNameChars): string | null {
  const name = visible(text ?? '')
    .slice(0, characters)
    .replaceAll(HALF_CHARACTERS, '')
    .trim();
  return /[\p{L}\p{N}]/u.test(name) ? name : null;
}

/**
 * The product in a claim generator's text: the words before the first version, without toolkits and comments. Comments hold
 * serial numbers. Null when it names only toolkits, or nothing.
 */
export function productName(text: string | null | undefined, isToolkit: (word: string) => boolean): string | null {
  const words: string[] = [];
  for (const word of withoutComments(visible(text ?? '')).split(' ', LIMITS.generatorWords)) {
    const slash = word.search(/\/v?\d/i);
    const name = slash === -1 ? word : word.slice(0, slash);
    if (isToolkit(name)) {
      if (words.length > 0) break;
      continue;
    }
    if (!BARE_VERSION.test(name)) words.push(name);
    // As in a user agent string, a product with its version is followed by what it is built with.
    if (slash !== -1 && words.length > 0) break;
  }
  const name = plainName(words.join(' ').replaceAll('_', ' ').replaceAll(/ +/g, ' '));
  return name === null || !/\p{L}/u.test(name) || IDENTIFIER.test(name) ? null : name;
}

/** The form in which names are compared. */
export function comparable(text: string): string {
  return visible(text).toLowerCase().replaceAll('_', ' ').replaceAll(/ +/g, ' ').trim();
}

const BARE_VERSION = /^v?\d+\.[\w.+-]*$/i;
const IDENTIFIER = /^[0-9a-f -]{32,}$/i;
const HALF_CHARACTERS = /\p{Cs}/gu;

/** Cut first: that bounds the rest of the work. */
function visible(text: string): string {
  return text
    .slice(0, LIMITS.factNameChars)
    .normalize('NFC')
    .replaceAll(/[\p{Cf}\p{Cs}]/gu, '')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
}

function withoutComments(text: string): string {
  let depth = 0;
  let kept = '';
  for (const sign of text) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += sign;
  }
  return kept;
}
