import type { Language } from '../../../shared/language.ts';
import { RIGHTS_EN } from './words.en.ts';
import type { Words } from '../../../shared/words.ts';
import { RIGHTS_ZH_CN } from './words.zh-cn.ts';

/** The words about a person's own data. */
export const RIGHTS: Readonly<Record<Language, Words<typeof RIGHTS_ZH_CN>>> = { en: RIGHTS_EN, 'zh-CN': RIGHTS_ZH_CN };
