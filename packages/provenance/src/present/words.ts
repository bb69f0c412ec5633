import type { Note } from '../verdict/verdict.ts';
import type { Language } from './language.ts';
import type { Words } from './dictionary.ts';
import { WORDS_EN } from './words-en.ts';
import { WORDS_ZH_CN } from './words-zh-cn.ts';

const WORDS: Readonly<Record<Language, Words>> = { en: WORDS_EN, 'zh-CN': WORDS_ZH_CN };

export function words(language: Language): Words {
  return WORDS[language];
}

/** Title and text of a note in one language, with the note's values in place. */
export function wordNote(note: Note, language: Language): { title: string; text: string } {
  const { title, text } = WORDS[language].notes[note.code];
  return { title: fill(title, note.values), text: fill(text, note.values) };
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
