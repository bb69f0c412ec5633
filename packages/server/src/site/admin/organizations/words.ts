import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { ADMIN_ORGANIZATIONS_EN } from './words.en.ts';
import { ADMIN_ORGANIZATIONS_ZH_CN } from './words.zh-cn.ts';

export const ADMIN_ORGANIZATIONS: Readonly<Record<Language, Words<typeof ADMIN_ORGANIZATIONS_ZH_CN>>> = {
  en: ADMIN_ORGANIZATIONS_EN,
  'zh-CN': ADMIN_ORGANIZATIONS_ZH_CN,
};
