import type { Language } from '../../../shared/language.ts';
import { OVERVIEW_EN } from './words.en.ts';
import { OVERVIEW_ZH_CN, type OverviewWords } from './words.zh-cn.ts';

export const OVERVIEW: Readonly<Record<Language, OverviewWords>> = { en: OVERVIEW_EN, 'zh-CN': OVERVIEW_ZH_CN };
