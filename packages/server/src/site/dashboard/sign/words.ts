import type { Language } from '../../../shared/language.ts';
import { SIGN_EN, SIGN_ISLAND_EN } from './words.en.ts';
import { SIGN_ISLAND_ZH_CN, SIGN_ZH_CN, type SignIslandWords, type SignWords } from './words.zh-cn.ts';

export const SIGN: Readonly<Record<Language, SignWords>> = { en: SIGN_EN, 'zh-CN': SIGN_ZH_CN };

/** The page passes these to its script, so that the script contains no texts. */
export const SIGN_ISLAND: Readonly<Record<Language, SignIslandWords>> = {
  en: SIGN_ISLAND_EN,
  'zh-CN': SIGN_ISLAND_ZH_CN,
};
