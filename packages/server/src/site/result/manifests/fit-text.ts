import { visibleText } from '../../kit/visible-text.ts';

/** Shares of the letter height: text in a picture is not broken by the browser, so its width is guessed, rather too wide. */
const WIDE = 1;
const CAPITAL = 0.7;
const NARROW = 0.36;
const OTHER = 0.57;

const WIDE_LETTER =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}|[\u{20000}-\u{3fffd}]/u;
const COMBINING = /\p{M}/u;
const CAPITAL_LETTER = /[\p{Lu}mwMW@%—…〚〛_0-9]/u;
const NARROW_LETTER = /[ilIjtfr.,:;'|!()[\]/ -]/;

/** What is looked at of a text: far more than any box has room for. */
const LOOKED_AT = 400;

/** As much of a text of others as has room, with what cannot be seen made visible. */
export function fitText(text: string, room: { width: number; size: number }): string {
  const limit = room.width / room.size;
  const characters = Array.from(visibleText(text.slice(0, LOOKED_AT)));
  const isWhole = text.length <= LOOKED_AT;
  if (isWhole && widthsOf(characters) <= limit) return characters.join('');
  let used = WIDE;
  const end = characters.findIndex((character) => {
    used += widthOf(character);
    return used > limit;
  });
  return `${characters
    .slice(0, end === -1 ? undefined : end)
    .join('')
    .trimEnd()}…`;
}

function widthsOf(characters: readonly string[]): number {
  return characters.reduce((sum, character) => sum + widthOf(character), 0);
}

function widthOf(character: string): number {
  if (COMBINING.test(character)) return 0;
  if (WIDE_LETTER.test(character)) return WIDE;
  if (NARROW_LETTER.test(character)) return NARROW;
  return CAPITAL_LETTER.test(character) ? CAPITAL : OTHER;
}
