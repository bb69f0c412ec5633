import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { ADMIN_TRUST_EN } from './words.en.ts';
import { ADMIN_TRUST_ZH_CN } from './words.zh-cn.ts';

export const ADMIN_TRUST: Readonly<Record<Language, Words<typeof ADMIN_TRUST_ZH_CN>>> = {
  en: ADMIN_TRUST_EN,
  'zh-CN': ADMIN_TRUST_ZH_CN,
};
