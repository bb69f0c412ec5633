import type { Language } from '../../../shared/language.ts';
import { DASHBOARD_EN } from './words.en.ts';
import { DASHBOARD_ZH_CN, type DashboardWords } from './words.zh-cn.ts';

/** The words that the pages of the dashboard share. */
export const DASHBOARD: Readonly<Record<Language, DashboardWords>> = { en: DASHBOARD_EN, 'zh-CN': DASHBOARD_ZH_CN };
