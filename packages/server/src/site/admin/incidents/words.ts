import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { ADMIN_INCIDENTS_EN } from './words.en.ts';
import { ADMIN_INCIDENTS_ZH_CN } from './words.zh-cn.ts';

export const ADMIN_INCIDENTS: Readonly<Record<Language, Words<typeof ADMIN_INCIDENTS_ZH_CN>>> = {
  en: ADMIN_INCIDENTS_EN,
  'zh-CN': ADMIN_INCIDENTS_ZH_CN,
};
