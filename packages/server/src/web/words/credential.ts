import type { Language } from '../../shared/language.ts';
import { CREDENTIAL_EN } from './en/credential.ts';
import type { Words } from './words.ts';
import { CREDENTIAL_ZH_CN } from './zh-cn/credential.ts';

export type CredentialWords = Words<typeof CREDENTIAL_ZH_CN>;

export const CREDENTIAL: Readonly<Record<Language, CredentialWords>> = {
  en: CREDENTIAL_EN,
  'zh-CN': CREDENTIAL_ZH_CN,
};
