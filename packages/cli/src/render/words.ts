import type { Language } from '@revera/provenance';
import { WORDS_EN } from './words-en.ts';
import type { Words } from './words-shape.ts';
import { WORDS_ZH_CN } from './words-zh-cn.ts';

export type { Words } from './words-shape.ts';

const WORDS: Readonly<Record<Language, Words>> = { en: WORDS_EN, 'zh-CN': WORDS_ZH_CN };

export function words(language: Language): Words {
  return WORDS[language];
}

export function fill(phrase: string, values: Readonly<Record<string, string | number>>): string {
  return phrase.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
