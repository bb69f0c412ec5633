import type { Language } from '../../shared/language.ts';
import type { Words } from '../../shared/words.ts';
import { LAB_EN, LAB_ISLAND_EN } from './words.en.ts';
import { LAB_ISLAND_ZH_CN, LAB_ZH_CN } from './words.zh-cn.ts';

export type LabPageWords = Words<typeof LAB_ZH_CN>;

export const LAB: Readonly<Record<Language, LabPageWords>> = { en: LAB_EN, 'zh-CN': LAB_ZH_CN };

/** What the script of the page says, besides what it shares with the start page. */
export const LAB_ISLAND: Readonly<Record<Language, Words<typeof LAB_ISLAND_ZH_CN>>> = {
  en: LAB_ISLAND_EN,
  'zh-CN': LAB_ISLAND_ZH_CN,
};
