import { characterWidth, displayWidth } from './width.ts';

/** Lines may break anywhere between wide characters, except that these never begin a line and `OPENING` never ends one. */
const CLOSING = /^[、。，．・：；？！）〕］｝〉》」』】”’…—%\])}.,:;!?]/u;
const OPENING = /[（〔［｛〈《「『【“‘([{]$/u;

/** The name of the standard is read as one word; while lines are made, its space is one that does not break. */
const STANDARD = 'GB 45438-2025';
const UNBROKEN = STANDARD.replace(' ', '\u00a0');

/** Breaks text into lines of at most `columns`; a word longer than a line is split. No line is empty. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(text.replaceAll(STANDARD, UNBROKEN))) {
    const isSpace = piece === ' ';
    if (displayWidth(line) + displayWidth(piece) <= columns) {
      if (!isSpace || line !== '') line += piece;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    line = '';
    if (isSpace) continue;
    const parts = partByWidth(piece, columns);
    line = parts.pop() ?? '';
    lines.push(...parts);
  }
  if (line.trim() !== '') lines.push(line.trimEnd());
  return lines.map((each) => each.replaceAll(UNBROKEN, STANDARD));
}

/** Words, single spaces, and wide characters one by one with the punctuation that clings to them. */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (const character of text) {
    const before = found.at(-1);
    if (before !== undefined && clings(before, character)) found[found.length - 1] = before + character;
    else if (character !== ' ' || before !== ' ') found.push(character);
  }
  return found;
}

function clings(before: string, character: string): boolean {
  if (character === ' ' || before === ' ') return false;
  if (CLOSING.test(character) || OPENING.test(before) || characterWidth(character) === 0) return true;
  return characterWidth(character) === 1 && characterWidth(lastOf(before)) === 1;
}

function lastOf(text: string): string {
  return /.$/su.exec(text.slice(-2))?.[0] ?? '';
}

function partByWidth(word: string, columns: number): string[] {
  const parts = [''];
  for (const character of word) {
    const last = parts.at(-1) ?? '';
    if (last !== '' && displayWidth(last) + characterWidth(character) > columns) parts.push(character);
    else parts[parts.length - 1] = last + character;
  }
  return parts;
}
