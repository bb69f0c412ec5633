import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { LOGOUT_EN } from './words.en.ts';
import { LOGOUT_ZH_CN } from './words.zh-cn.ts';

export const LOGOUT: Readonly<Record<Language, Words<typeof LOGOUT_ZH_CN>>> = { en: LOGOUT_EN, 'zh-CN': LOGOUT_ZH_CN };
