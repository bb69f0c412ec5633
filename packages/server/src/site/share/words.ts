import type { Language } from '../../shared/language.ts';
import type { Words } from '../../shared/words.ts';
import { SHARE_EN } from './words.en.ts';
import { SHARE_ZH_CN } from './words.zh-cn.ts';

export const SHARE: Readonly<Record<Language, Words<typeof SHARE_ZH_CN>>> = { en: SHARE_EN, 'zh-CN': SHARE_ZH_CN };
