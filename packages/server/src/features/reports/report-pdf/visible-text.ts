import type { Coverage } from './coverage.ts';

/**
 * Controls, characters that change the direction of writing, invisible ones, combining marks, and every kind of space but two:
 * what a reader would not see, or would see in the wrong order or place.
 */
const UNSEEN = /[\p{C}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const SEEN_SPACES = new Set([' ', '\u3000']);
/** The brackets of an escape; in a file they are escaped themselves, so that no file can pretend one. */
const BRACKETS = new Set(['〚', '〛']);

/** Text as it can be drawn: invisible characters, and those that the font does not have, as `〚U+202E〛`. */
export function visibleText(text: string, covers: Coverage): string {
  let shown = '';
  let escapes: string[] = [];
  const flush = (): void => {
    if (escapes.length > 0) shown += `〚${escapes.join(' ')}〛`;
    escapes = [];
  };
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (isPlain(character) && covers(codePoint)) {
      flush();
      shown += character;
    } else {
      escapes.push(`U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`);
    }
  }
  flush();
  return shown;
}

function isPlain(character: string): boolean {
  return SEEN_SPACES.has(character) || (!UNSEEN.test(character) && !BRACKETS.has(character));
}

/** The beginning of a text that is longer than `max` characters, and how many were left out. */
export function cutText(text: string, max: number): { text: string; more: number } {
  if (text.length <= max) return { text, more: 0 };
  const characters = Array.from(text);
  return { text: characters.slice(0, max).join(''), more: Math.max(0, characters.length - max) };
}
