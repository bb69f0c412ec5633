import type { Language } from '../../../shared/language.ts';
import { C2PA_TERMS_EN } from './c2pa-terms.en.ts';
import type { Words } from '../../../shared/words.ts';
import { C2PA_TERMS_ZH_CN } from './c2pa-terms.zh-cn.ts';

/** Words of C2PA's own vocabularies; whatever they do not name is shown as it is written. */
const C2PA_TERMS: Readonly<Record<Language, Words<typeof C2PA_TERMS_ZH_CN>>> = {
  en: C2PA_TERMS_EN,
  'zh-CN': C2PA_TERMS_ZH_CN,
};

type Vocabulary = 'actions' | 'sourceTypes' | 'codes';

/** The words for a term, or null. */
export function wordTerm(language: Language, vocabulary: Vocabulary, term: string): string | null {
  const words: Readonly<Record<string, string>> = C2PA_TERMS[language][vocabulary];
  return Object.hasOwn(words, term) ? (words[term] ?? null) : null;
}

/** Address of IPTC's or C2PA's vocabulary, qcode, or the bare term. */
const SOURCE_TYPE =
  /^(?:https?:\/\/(?:cv\.iptc\.org\/newscodes\/digitalsourcetype|c2pa\.org\/digitalsourcetype)\/|digsrctype:)?([a-z]{1,64})\/?$/i;

/** The words for a digital source type as manifests write it, or null. */
export function wordSourceType(language: Language, value: string): string | null {
  const term = SOURCE_TYPE.exec(value.slice(0, 200).trim())?.[1]?.toLowerCase();
  const words = C2PA_TERMS[language].sourceTypes;
  const known = Object.entries(words).find(([name]) => name.toLowerCase() === term);
  return known?.[1] ?? null;
}
