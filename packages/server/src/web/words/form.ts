import type { Language } from '../../shared/language.ts';
import { FORM_EN } from './en/form.ts';
import type { Words } from './words.ts';
import { FORM_ZH_CN } from './zh-cn/form.ts';

export const FORM_WORDS: Readonly<Record<Language, Words<typeof FORM_ZH_CN>>> = { en: FORM_EN, 'zh-CN': FORM_ZH_CN };
