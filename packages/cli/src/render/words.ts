import { STATUSES, type Language, type StatusWords } from '@revera/provenance';
import { WORDS_EN, type OwnWords } from './words-en.ts';
import { WORDS_ZH_CN } from './words-zh-cn.ts';

/** Every word of a shown result, including the engine's statuses, and whose language they are. */
export interface Words extends OwnWords {
  statuses: StatusWords;
  language: Language;
}

export function words(language: Language): Words {
  return { ...(language === 'en' ? WORDS_EN : WORDS_ZH_CN), statuses: STATUSES[language], language };
}
