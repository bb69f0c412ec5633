import type { Language } from '../../shared/language.ts';
import { HOME_EN, VERIFY_ISLAND_EN } from './words.en.ts';
import type { Words } from '../../shared/words.ts';
import { HOME_ZH_CN, VERIFY_ISLAND_ZH_CN } from './words.zh-cn.ts';

export type HomeWords = Words<typeof HOME_ZH_CN>;
export type VerifyIslandWords = Words<typeof VERIFY_ISLAND_ZH_CN>;

export const HOME: Readonly<Record<Language, HomeWords>> = { en: HOME_EN, 'zh-CN': HOME_ZH_CN };

/** The page hands these to its script, so that the script itself holds none. */
export const VERIFY_ISLAND: Readonly<Record<Language, VerifyIslandWords>> = {
  en: VERIFY_ISLAND_EN,
  'zh-CN': VERIFY_ISLAND_ZH_CN,
};
