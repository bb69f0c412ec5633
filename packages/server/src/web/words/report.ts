import type { Language } from '../../shared/language.ts';
import { REPORT_EN } from './en/report.ts';
import type { Words } from './words.ts';
import { REPORT_ZH_CN } from './zh-cn/report.ts';

export type ReportWords = Words<typeof REPORT_ZH_CN>;

/** The words of the reports that people file. */
export const REPORT_WORDS: Readonly<Record<Language, ReportWords>> = { en: REPORT_EN, 'zh-CN': REPORT_ZH_CN };
