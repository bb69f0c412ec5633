import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { ADMIN_OVERVIEW_EN } from './words.en.ts';
import { ADMIN_OVERVIEW_ZH_CN } from './words.zh-cn.ts';

export const ADMIN_OVERVIEW: Readonly<Record<Language, Words<typeof ADMIN_OVERVIEW_ZH_CN>>> = {
  en: ADMIN_OVERVIEW_EN,
  'zh-CN': ADMIN_OVERVIEW_ZH_CN,
};
