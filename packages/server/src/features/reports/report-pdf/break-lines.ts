/** Width of one character, in the unit of the line. */
export type Measure = (character: string) => number;

/** Chinese and Japanese, where a line may end after almost every character. */
const IDEOGRAPH = /[\u2E80-\u30FF\u3400-\u9FFF\uF900-\uFAFF\uFF00-\uFFEF\u{20000}-\u{3FFFF}]/u;
/** Never at the beginning of a line. */
const CLOSING = /[,.;:!?)\]}%”’…、。，；：！？）］｝」』】》〉〕〛·]/u;
/** Never at the end of a line. */
const OPENING = /[([{“‘（［｛「『【《〈〔〚]/u;
/** Where long addresses and names are cut when no better place is near. */
const JOINT = /[-/_.:@,;=&?+]/u;
/** The name of the standard stays together. */
const STANDARD = 'GB 45438-2025';
/** A line that would be emptier than this is cut at a joint instead. */
const FULL_ENOUGH = 0.5;

/** Breaks a text into lines no wider than `width`. Every character is kept except the spaces at which lines end. */
export function breakLines(text: string, width: number, measure: Measure): string[] {
  const characters = Array.from(text);
  const lines: string[] = [];
  let start = 0;
  while (start < characters.length) {
    const end = endOfLine(characters, start, width, measure);
    lines.push(characters.slice(start, end).join('').trimEnd());
    start = end;
    while (lines.length > 0 && characters[start] === ' ') start += 1;
  }
  return lines.length === 0 ? [''] : lines;
}

function endOfLine(characters: readonly string[], start: number, width: number, measure: Measure): number {
  let used = 0;
  let good: { end: number; used: number } | null = null;
  let joint: number | null = null;
  for (let at = start; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    used += measure(character);
    if (used > width && character !== ' ' && at > start) {
      if (good !== null && (good.used >= width * FULL_ENOUGH || joint === null)) return good.end;
      return joint ?? good?.end ?? at;
    }
    const next = characters[at + 1];
    if (next === undefined) break;
    if (isInStandard(characters, at)) continue;
    if (mayBreak(character, next)) good = { end: at + 1, used };
    else if (JOINT.test(character) && !JOINT.test(next) && used <= width) joint = at + 1;
  }
  return characters.length;
}

function mayBreak(before: string, after: string): boolean {
  if (after === ' ' || CLOSING.test(after) || OPENING.test(before)) return false;
  return before === ' ' || IDEOGRAPH.test(before) || IDEOGRAPH.test(after);
}

/** Whether a line that ended after this character would end within the name of the standard. */
function isInStandard(characters: readonly string[], at: number): boolean {
  const first = Math.max(0, at - STANDARD.length + 2);
  const around = characters.slice(first, at + STANDARD.length).join('');
  const found = around.indexOf(STANDARD);
  return found !== -1 && found + first <= at;
}
