import type { Language } from '../../shared/language.ts';
import { ACCOUNT_EN } from './en/account.ts';
import type { Words } from './words.ts';
import { ACCOUNT_ZH_CN } from './zh-cn/account.ts';

/** The words of the pages on which people get in. */
export const ACCOUNT: Readonly<Record<Language, Words<typeof ACCOUNT_ZH_CN>>> = {
  en: ACCOUNT_EN,
  'zh-CN': ACCOUNT_ZH_CN,
};
