import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { ADMIN_CREDENTIALS_EN } from './words.en.ts';
import { ADMIN_CREDENTIALS_ZH_CN } from './words.zh-cn.ts';

export const ADMIN_CREDENTIALS: Readonly<Record<Language, Words<typeof ADMIN_CREDENTIALS_ZH_CN>>> = {
  en: ADMIN_CREDENTIALS_EN,
  'zh-CN': ADMIN_CREDENTIALS_ZH_CN,
};
