import type { Language } from '../../../shared/language.ts';
import { CREDENTIALS_EN } from './words.en.ts';
import { CREDENTIALS_ZH_CN, type CredentialsWords } from './words.zh-cn.ts';

export const CREDENTIALS: Readonly<Record<Language, CredentialsWords>> = {
  en: CREDENTIALS_EN,
  'zh-CN': CREDENTIALS_ZH_CN,
};
