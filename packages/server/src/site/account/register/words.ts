import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { REGISTER_EN } from './words.en.ts';
import { REGISTER_ZH_CN } from './words.zh-cn.ts';

export const REGISTER: Readonly<Record<Language, Words<typeof REGISTER_ZH_CN>>> = {
  en: REGISTER_EN,
  'zh-CN': REGISTER_ZH_CN,
};
