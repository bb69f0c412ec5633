import type { Language } from '../../../shared/language.ts';
import { JOBS_EN } from './words.en.ts';
import { JOBS_ZH_CN, type JobsWords } from './words.zh-cn.ts';

export const JOBS: Readonly<Record<Language, JobsWords>> = { en: JOBS_EN, 'zh-CN': JOBS_ZH_CN };
