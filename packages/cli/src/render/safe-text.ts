import { cutToWidth } from './width.ts';

/**
 * What must not reach a terminal from a file: control characters (they drive the terminal), format characters (bidi overrides
 * reorder text, tags and zero-width ones hide it), line separators, lone surrogates, fillers that look like nothing, private and
 * unassigned code points. The joiners U+200C and U+200D stay: emoji and several scripts need them.
 */
const UNSAFE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** The text with every unsafe character shown as `\u{…}`. Always a single line. */
export function safeText(text: string): string {
  return text.replaceAll(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same, cut to a number of columns with `…` at the end. */
export function safeValue(text: string, columns: number): string {
  // Cut before escaping too, so that megabytes of hostile text cost nothing.
  const head = text.length > columns * 2 ? text.slice(0, columns * 2) : text;
  return cutToWidth(safeText(head), columns);
}
