import type { Language } from './language.ts';
import { REPORT_EN } from './report-words.en.ts';
import type { Words } from './words.ts';
import { REPORT_ZH_CN } from './report-words.zh-cn.ts';

export type ReportWords = Words<typeof REPORT_ZH_CN>;

/** The words of the reports that people file. */
export const REPORT_WORDS: Readonly<Record<Language, ReportWords>> = { en: REPORT_EN, 'zh-CN': REPORT_ZH_CN };
