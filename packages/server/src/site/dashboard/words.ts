import type { Language } from '../../shared/language.ts';
import { DASHBOARD_EN } from './words.en.ts';
import { SIGN_ISLAND_EN } from './sign/island-words.en.ts';
import type { Words } from '../../shared/words.ts';
import { DASHBOARD_ZH_CN } from './words.zh-cn.ts';
import { SIGN_ISLAND_ZH_CN } from './sign/island-words.zh-cn.ts';

export type DashboardWords = Words<typeof DASHBOARD_ZH_CN>;
export type SignIslandWords = Words<typeof SIGN_ISLAND_ZH_CN>;

/** The words of the dashboard. */
export const DASHBOARD: Readonly<Record<Language, DashboardWords>> = { en: DASHBOARD_EN, 'zh-CN': DASHBOARD_ZH_CN };

/** The page hands these to its script, so that the script itself holds none. */
export const SIGN_ISLAND: Readonly<Record<Language, SignIslandWords>> = {
  en: SIGN_ISLAND_EN,
  'zh-CN': SIGN_ISLAND_ZH_CN,
};
