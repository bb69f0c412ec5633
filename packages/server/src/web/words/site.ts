import type { Language } from '../../shared/language.ts';
import type { Words } from './words.ts';
import { SITE_EN } from './en/site.ts';
import { SITE_ZH_CN } from './zh-cn/site.ts';

export const SITE: Readonly<Record<Language, Words<typeof SITE_ZH_CN>>> = { en: SITE_EN, 'zh-CN': SITE_ZH_CN };
