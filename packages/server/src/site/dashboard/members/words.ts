import type { Language } from '../../../shared/language.ts';
import { MEMBERS_EN } from './words.en.ts';
import { MEMBERS_ZH_CN, type MembersWords } from './words.zh-cn.ts';

export const MEMBERS: Readonly<Record<Language, MembersWords>> = { en: MEMBERS_EN, 'zh-CN': MEMBERS_ZH_CN };
