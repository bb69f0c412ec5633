import { LOOK_ALIKE_NAMES } from '../verdict/look-alike-names.ts';
import { CONTENT_DECLARATIONS, type Note, type SourceNames } from '../verdict/verdict.ts';
import type { Language } from './language.ts';
import type { Words } from './dictionary.ts';
import { midSentence } from './status-words.ts';
import { STATUSES } from './statuses.ts';
import { WORDS_EN } from './words-en.ts';
import { WORDS_ZH_CN } from './words-zh-cn.ts';

const WORDS: Readonly<Record<Language, Words>> = { en: WORDS_EN, 'zh-CN': WORDS_ZH_CN };

export function words(language: Language): Words {
  return WORDS[language];
}

/** Title and text of a note in one language, with the note's values in place. */
export function wordNote(note: Note, language: Language): { title: string; text: string } {
  const { title, text } = WORDS[language].notes[note.code];
  const values = localizeValues(note.values, language);
  return { title: fill(title, values), text: fill(text, values) };
}

/**
 * Values in the reader's language: declarations and empty names are put into words, and `x_zh` is the Chinese form of `x`.
 * `{named}` is the sentence that says whom a label names; it is empty when the label names nobody.
 */
export function localizeValues(values: Readonly<Record<string, string>>, language: Language): Record<string, string> {
  const declared = CONTENT_DECLARATIONS.find((word) => word === values['credential']);
  const chinese = Object.entries(values).flatMap(([name, value]) =>
    language === 'zh-CN' && name.endsWith('_zh') ? [[name.slice(0, -'_zh'.length), value] as const] : [],
  );
  const localized = { ...values, ...Object.fromEntries(chinese) };
  const vendor = Object.entries(LOOK_ALIKE_NAMES).find(([schema]) => schema === localized['schema'])?.[1];
  return {
    named: localized['source'] === undefined ? '' : fill(WORDS[language].named, localized),
    ...localized,
    ...(vendor === undefined ? {} : { schema: nameIn(language, vendor) }),
    ...(values['name'] === '' ? { name: WORDS[language].unnamed } : {}),
    ...(declared === undefined ? {} : { credential: midSentence(STATUSES[language].declaration[declared], language) }),
  };
}

/** A company's name in that language. */
export function nameIn(language: Language, names: SourceNames): string {
  return language === 'zh-CN' ? names.zh : names.en;
}

/** Replaces each `{name}` by its value. Inserted values are not scanned again. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
