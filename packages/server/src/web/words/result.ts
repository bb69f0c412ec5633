import type { Language } from '../../shared/language.ts';
import { RESULT_EN } from './en/result.ts';
import type { Words } from './words.ts';
import { RESULT_ZH_CN } from './zh-cn/result.ts';

export type ResultWords = Words<typeof RESULT_ZH_CN>;

/** The words of the page of one result. */
export const RESULT_WORDS: Readonly<Record<Language, ResultWords>> = { en: RESULT_EN, 'zh-CN': RESULT_ZH_CN };
