import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { PASSWORD_EN } from './words.en.ts';
import { PASSWORD_ZH_CN } from './words.zh-cn.ts';

export const PASSWORD: Readonly<Record<Language, Words<typeof PASSWORD_ZH_CN>>> = {
  en: PASSWORD_EN,
  'zh-CN': PASSWORD_ZH_CN,
};
