import type { Language } from '../../shared/language.ts';
import type { Words } from '../../shared/words.ts';
import { SAMPLES_EN } from './words.en.ts';
import { SAMPLES_ZH_CN } from './words.zh-cn.ts';

export const SAMPLE_WORDS: Readonly<Record<Language, Words<typeof SAMPLES_ZH_CN>>> = {
  en: SAMPLES_EN,
  'zh-CN': SAMPLES_ZH_CN,
};
