import type { Language } from './language.ts';
import type { StatusName, StatusWords } from './status-words.ts';
import { STATUSES_EN } from './statuses-en.ts';
import { STATUSES_ZH_CN } from './statuses-zh-cn.ts';

export type { StatusName, StatusVocabularies, StatusWord, StatusWords } from './status-words.ts';
export { TONES, type Tone } from './tones.ts';

/** The one wording of the published statuses: pages, reports, the command line and the API's descriptions show it. */
export const STATUSES: Readonly<Record<Language, StatusWords>> = { en: STATUSES_EN, 'zh-CN': STATUSES_ZH_CN };

/** The status in a word or two. */
export function shortWord({ heading, short }: StatusName): string {
  return short ?? heading;
}
