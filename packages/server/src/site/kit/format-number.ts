import type { Language } from '../../shared/language.ts';

/** With the separators of the language: `1,234`. */
export function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(language).format(value);
}
