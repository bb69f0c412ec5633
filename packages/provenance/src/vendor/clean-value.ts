import { plainText } from '../bytes/plain-text.ts';
import { LIMITS } from '../limits.ts';

/** Characters that are invisible or change the direction of the text around them (Unicode control and format). */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A short value for people: trimmed, spaces collapsed, invisible characters removed, cut. Null when nothing is left. */
export function cleanValue(text: string): string | null {
  const short = plainText(text.trim(), 4 * LIMITS.vendorValueChars);
  const clean = short.replaceAll(INVISIBLE, ' ').replaceAll(/\s+/gu, ' ').trim();
  const cut = Array.from(clean).slice(0, LIMITS.vendorValueChars).join('').trim();
  return cut === '' ? null : cut;
}
