import type { Language } from '../../../../shared/language.ts';
import type { Words } from '../../../../shared/words.ts';
import { ADMIN_RECONCILE_EN } from './words.en.ts';
import { ADMIN_RECONCILE_ZH_CN } from './words.zh-cn.ts';

export const ADMIN_RECONCILE: Readonly<Record<Language, Words<typeof ADMIN_RECONCILE_ZH_CN>>> = {
  en: ADMIN_RECONCILE_EN,
  'zh-CN': ADMIN_RECONCILE_ZH_CN,
};
