import type { Language } from '../language.ts';

export type Values = Readonly<Record<string, string | number | null>>;

const HAN = /\p{Script=Han}/u;
/** Of names and numbers; our quotation marks and brackets are full-width. */
const LATIN = /[\p{Script=Latin}\p{N}!-~]/u;

/** Replaces each `{name}`. Chinese sentences set a space between Han characters and Latin letters or digits. */
export function fillNames(template: string, values: Values, language: Language): string {
  let text = '';
  let at = 0;
  for (const match of template.matchAll(/\{(\w+)\}/g)) {
    const value = values[match[1] ?? ''];
    text = joined(text, template.slice(at, match.index), language);
    text = joined(text, value == null ? match[0] : String(value), language);
    at = match.index + match[0].length;
  }
  return joined(text, template.slice(at), language);
}

function joined(before: string, after: string, language: Language): string {
  if (language === 'en') return before + after;
  const [last, first] = [Array.from(before).at(-1) ?? '', Array.from(after.slice(0, 2))[0] ?? ''];
  const isMixed = (HAN.test(last) && LATIN.test(first)) || (LATIN.test(last) && HAN.test(first));
  return isMixed ? `${before} ${after}` : before + after;
}
