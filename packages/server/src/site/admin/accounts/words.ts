import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { ADMIN_ACCOUNTS_EN } from './words.en.ts';
import { ADMIN_ACCOUNTS_ZH_CN } from './words.zh-cn.ts';

export const ADMIN_ACCOUNTS: Readonly<Record<Language, Words<typeof ADMIN_ACCOUNTS_ZH_CN>>> = {
  en: ADMIN_ACCOUNTS_EN,
  'zh-CN': ADMIN_ACCOUNTS_ZH_CN,
};
