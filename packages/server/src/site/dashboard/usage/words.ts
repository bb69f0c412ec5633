import type { Language } from '../../../shared/language.ts';
import { USAGE_EN } from './words.en.ts';
import { USAGE_ZH_CN, type UsageWords } from './words.zh-cn.ts';

export const USAGE: Readonly<Record<Language, UsageWords>> = { en: USAGE_EN, 'zh-CN': USAGE_ZH_CN };
