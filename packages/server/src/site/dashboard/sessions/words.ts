import type { Language } from '../../../shared/language.ts';
import { SESSIONS_EN } from './words.en.ts';
import { SESSIONS_ZH_CN, type SessionsWords } from './words.zh-cn.ts';

export const SESSIONS: Readonly<Record<Language, SessionsWords>> = { en: SESSIONS_EN, 'zh-CN': SESSIONS_ZH_CN };
