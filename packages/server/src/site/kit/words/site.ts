import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { SITE_EN } from './site.en.ts';
import { SITE_ZH_CN } from './site.zh-cn.ts';

export const SITE: Readonly<Record<Language, Words<typeof SITE_ZH_CN>>> = { en: SITE_EN, 'zh-CN': SITE_ZH_CN };
