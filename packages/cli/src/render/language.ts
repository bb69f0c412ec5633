import { LANGUAGES, type Language } from '@revera/provenance';
import { oneOf } from '../parse-options.ts';

/** The language of `--lang`, else of the locale (POSIX: LC_ALL before LC_MESSAGES before LANG), else English. */
export function chooseLanguage(
  option: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Language {
  if (option !== undefined) return oneOf(option, LANGUAGES, '--lang');
  const locale = [env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((value) => value !== undefined && value !== '');
  return locale !== undefined && /^zh([._@-]|$)/i.test(locale) ? 'zh-CN' : 'en';
}
