import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { ADMIN_EN } from './words.en.ts';
import { ADMIN_ZH_CN } from './words.zh-cn.ts';

export const ADMIN: Readonly<Record<Language, Words<typeof ADMIN_ZH_CN>>> = { en: ADMIN_EN, 'zh-CN': ADMIN_ZH_CN };
