import type { Language } from '../../shared/language.ts';
import { CREDENTIAL_EN } from './words.en.ts';
import type { Words } from '../../shared/words.ts';
import { CREDENTIAL_ZH_CN } from './words.zh-cn.ts';

export type CredentialWords = Words<typeof CREDENTIAL_ZH_CN>;

export const CREDENTIAL: Readonly<Record<Language, CredentialWords>> = {
  en: CREDENTIAL_EN,
  'zh-CN': CREDENTIAL_ZH_CN,
};
