import type { Language } from '../../../shared/language.ts';
import { KEYS_EN } from './words.en.ts';
import { KEYS_ZH_CN, type KeysWords } from './words.zh-cn.ts';

export const KEYS: Readonly<Record<Language, KeysWords>> = { en: KEYS_EN, 'zh-CN': KEYS_ZH_CN };
