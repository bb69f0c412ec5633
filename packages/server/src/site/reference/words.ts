import type { Language } from '../../shared/language.ts';
import { REFERENCE_EN } from './words.en.ts';
import type { Words } from '../../shared/words.ts';
import { REFERENCE_ZH_CN } from './words.zh-cn.ts';

export type ReferenceWords = Words<typeof REFERENCE_ZH_CN>;

/** The words of the API reference. */
export const REFERENCE: Readonly<Record<Language, ReferenceWords>> = { en: REFERENCE_EN, 'zh-CN': REFERENCE_ZH_CN };
