import type { Language } from './language.ts';
import { STATUSES_EN } from './status-words.en.ts';
import type { Words } from './words.ts';
import { STATUSES_ZH_CN } from './status-words.zh-cn.ts';

export type StatusWords = Words<typeof STATUSES_ZH_CN>;

/** The published statuses in words, the one table of them: pages, reports and the documentation show these. */
export const STATUSES: Readonly<Record<Language, StatusWords>> = { en: STATUSES_EN, 'zh-CN': STATUSES_ZH_CN };
