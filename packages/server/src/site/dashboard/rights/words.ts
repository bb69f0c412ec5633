import type { Language } from '../../../shared/language.ts';
import { RIGHTS_EN } from './words.en.ts';
import { RIGHTS_ZH_CN, type RightsWords } from './words.zh-cn.ts';

export const RIGHTS: Readonly<Record<Language, RightsWords>> = { en: RIGHTS_EN, 'zh-CN': RIGHTS_ZH_CN };
