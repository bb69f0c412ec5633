import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { ACCOUNT_EN } from './words.en.ts';
import { ACCOUNT_ZH_CN } from './words.zh-cn.ts';

export const ACCOUNT: Readonly<Record<Language, Words<typeof ACCOUNT_ZH_CN>>> = {
  en: ACCOUNT_EN,
  'zh-CN': ACCOUNT_ZH_CN,
};
