import type { Language } from '../../../shared/language.ts';
import { OWN_ACCOUNT_EN } from './words.en.ts';
import { OWN_ACCOUNT_ZH_CN, type OwnAccountWords } from './words.zh-cn.ts';

export const OWN_ACCOUNT: Readonly<Record<Language, OwnAccountWords>> = {
  en: OWN_ACCOUNT_EN,
  'zh-CN': OWN_ACCOUNT_ZH_CN,
};
