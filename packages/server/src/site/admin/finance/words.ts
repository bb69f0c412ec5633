import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { ADMIN_FINANCE_EN } from './words.en.ts';
import { ADMIN_FINANCE_ZH_CN } from './words.zh-cn.ts';

export const ADMIN_FINANCE: Readonly<Record<Language, Words<typeof ADMIN_FINANCE_ZH_CN>>> = {
  en: ADMIN_FINANCE_EN,
  'zh-CN': ADMIN_FINANCE_ZH_CN,
};
