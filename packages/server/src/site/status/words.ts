import type { Language } from '../../shared/language.ts';
import { STATUS_PAGE_EN } from './words.en.ts';
import type { Words } from '../../shared/words.ts';
import { STATUS_PAGE_ZH_CN } from './words.zh-cn.ts';

export type StatusPageWords = Words<typeof STATUS_PAGE_ZH_CN>;

export const STATUS_PAGE: Readonly<Record<Language, StatusPageWords>> = {
  en: STATUS_PAGE_EN,
  'zh-CN': STATUS_PAGE_ZH_CN,
};
