import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { EMAIL_LINK_EN } from './words.en.ts';
import { EMAIL_LINK_ZH_CN } from './words.zh-cn.ts';

export const EMAIL_LINK: Readonly<Record<Language, Words<typeof EMAIL_LINK_ZH_CN>>> = {
  en: EMAIL_LINK_EN,
  'zh-CN': EMAIL_LINK_ZH_CN,
};
