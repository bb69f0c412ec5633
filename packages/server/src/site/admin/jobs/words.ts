import type { Language } from '../../../shared/language.ts';
import type { Words } from '../../../shared/words.ts';
import { ADMIN_JOBS_EN } from './words.en.ts';
import { ADMIN_JOBS_ZH_CN } from './words.zh-cn.ts';

export const ADMIN_JOBS: Readonly<Record<Language, Words<typeof ADMIN_JOBS_ZH_CN>>> = {
  en: ADMIN_JOBS_EN,
  'zh-CN': ADMIN_JOBS_ZH_CN,
};
