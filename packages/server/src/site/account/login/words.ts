import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { LOGIN_EN } from './words.en.ts';
import { LOGIN_ZH_CN } from './words.zh-cn.ts';

export const LOGIN: Readonly<Record<Language, Words<typeof LOGIN_ZH_CN>>> = { en: LOGIN_EN, 'zh-CN': LOGIN_ZH_CN };
