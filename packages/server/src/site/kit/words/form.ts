import type { Language } from '../../../shared/language.ts';
import { FORM_EN } from './form.en.ts';
import type { Words } from '../../../shared/words.ts';
import { FORM_ZH_CN } from './form.zh-cn.ts';

export const FORM_WORDS: Readonly<Record<Language, Words<typeof FORM_ZH_CN>>> = { en: FORM_EN, 'zh-CN': FORM_ZH_CN };
