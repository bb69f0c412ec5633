import type { Language } from '../../shared/language.ts';
import { RESULT_EN } from './words.en.ts';
import type { Words } from '../../shared/words.ts';
import { RESULT_ZH_CN } from './words.zh-cn.ts';

export type ResultWords = Words<typeof RESULT_ZH_CN>;

/** The words of the page of one result. */
export const RESULT_WORDS: Readonly<Record<Language, ResultWords>> = { en: RESULT_EN, 'zh-CN': RESULT_ZH_CN };
