/** The languages of the service's texts. */
export type Language = 'en' | 'zh-CN';

/** One text in every language of the service. */
export type Localized = Readonly<Record<Language, string>>;

/** The first step of a page's address for each language. */
export const LANGUAGE_PATHS = { en: 'en', 'zh-CN': 'zh-cn' } as const satisfies Record<Language, string>;

export const LANGUAGES = ['en', 'zh-CN'] as const satisfies readonly Language[];

const DEFAULT_LANGUAGE: Language = 'en';

/** A header of thousands of ranges is an attack, not a preference. */
const MAX_RANGES = 32;

const RANGE = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)$/i;
const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

interface LanguageRange {
  readonly range: string;
  readonly weight: number;
}

function parseRange(text: string): LanguageRange | undefined {
  const [range = '', ...parameters] = text.split(';').map((piece) => piece.trim());
  if (!RANGE.test(range)) return undefined;
  let weight = 1;
  for (const parameter of parameters) {
    const match = WEIGHT.exec(parameter);
    if (match === null) return undefined;
    weight = Number(match[1]);
  }
  return { range: range.toLowerCase(), weight };
}

function languageOf(range: string): Language | undefined {
  if (range === '*') return DEFAULT_LANGUAGE;
  if (range === 'en' || range.startsWith('en-')) return 'en';
  if (range === 'zh' || range.startsWith('zh-')) return 'zh-CN';
  return undefined;
}

/**
 * The language for a caller, from the `Accept-Language` header (RFC 9110 §12.5.4): the supported range with the highest
 * weight, the earlier one on a tie. Every `zh-*` is served `zh-CN`. Malformed ranges are ignored; default `en`.
 */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  let best: { language: Language; weight: number } | undefined;
  for (const text of (acceptLanguage ?? '').split(',', MAX_RANGES)) {
    const parsed = parseRange(text.trim());
    if (parsed === undefined || parsed.weight === 0) continue;
    const language = languageOf(parsed.range);
    if (language === undefined) continue;
    if (best === undefined || parsed.weight > best.weight) best = { language, weight: parsed.weight };
  }
  return best?.language ?? DEFAULT_LANGUAGE;
}
