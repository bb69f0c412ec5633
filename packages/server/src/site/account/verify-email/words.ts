import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { VERIFY_EMAIL_EN } from './words.en.ts';
import { VERIFY_EMAIL_ZH_CN } from './words.zh-cn.ts';

export const VERIFY_EMAIL: Readonly<Record<Language, Words<typeof VERIFY_EMAIL_ZH_CN>>> = {
  en: VERIFY_EMAIL_EN,
  'zh-CN': VERIFY_EMAIL_ZH_CN,
};
